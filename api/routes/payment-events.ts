import type { OpenAPIHono } from "@hono/zod-openapi";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { receiveEvent } from "#shop/orders/payment/attempts/receive-event.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { refused } from "#shop/refusal.ts";
import { say } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { readBytes } from "../gates/read-body.ts";

/**
 * The address to which payment providers send their events: `POST /api/payments/:provider/events`.
 * It is not in the API's document, because only a provider can sign one. [S10.4]
 */
export function addPaymentEvents(api: OpenAPIHono<ApiEnv>): void {
  api.post("/api/payments/:provider/events", async (c) => {
    const name = c.req.param("provider");
    if (!isProviderName(name)) return say(c, refused("notFound"));
    const body = await readBytes(c.req.raw);
    if (!body.ok) return say(c, body);
    const network = c.req.header(CLIENT_ADDRESS_HEADER) ?? null;
    const received = await receiveEvent(c.var.services, name, { headers: c.req.raw.headers, rawBody: body.value, network });
    return received.ok ? c.json({ received: received.value }, 200) : say(c, received);
  });
}
