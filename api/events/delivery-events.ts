import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DELIVERIES_TOPIC } from "#shop/webhooks/queue-deliveries.server.ts";
import { SUBSCRIPTIONS_TOPIC } from "#shop/webhooks/subscriptions.server.ts";
import { refusals } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { signedIn } from "../gates/security.ts";
import { changesOf } from "./event-stream.ts";
import { whileLoggedIn } from "./limited-changes.ts";

const events = createRoute({
  method: "get",
  path: "/api/admin/deliveries/events",
  security: signedIn,
  summary: "Follow deliveries to webhooks and chats",
  description:
    "Server-sent events, each only `changed`: a delivery was queued or sent, or a webhook or chat was added, changed or removed. For an admin who is logged in.",
  responses: { 200: { description: "The events.", content: { "text/event-stream": { schema: z.string() } } }, ...refusals },
});

/** The event stream of the admin's webhook pages; `adminsAlone` runs before it. [S4.7] [S6.3] */
export function addDeliveryCalls(api: OpenAPIHono<ApiEnv>): void {
  const follow = (c: Context<ApiEnv>) => changesOf(c, c.var.services.live, [DELIVERIES_TOPIC, SUBSCRIPTIONS_TOPIC], 0, whileLoggedIn(c));
  api.openapi(events, follow);
}
