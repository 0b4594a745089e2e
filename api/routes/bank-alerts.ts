import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { withoutConfirmation } from "#shop/form-fields.ts";
import { takeAlert } from "#shop/orders/payment/statements/take-alert.server.ts";
import { ALERT_MAX_BYTES } from "#shop/payments/alerts/constants.ts";
import { hearForwarder } from "#shop/payments/alerts/find-forwarder.server.ts";
import { ForwarderForm } from "#shop/payments/alerts/forwarder-form.ts";
import { type ListedForwarder, listForwarders } from "#shop/payments/alerts/list-forwarders.server.ts";
import { makeForwarder } from "#shop/payments/alerts/make-forwarder.server.ts";
import { revokeForwarder } from "#shop/payments/alerts/revoke-forwarder.server.ts";
import { readSentAlert } from "#shop/payments/alerts/sent-alert.ts";
import { refused } from "#shop/refusal.ts";
import { forgedAlertLimit } from "#shop/settings/rate-limits.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { mediaTypeOf, readBytes, readJson } from "../gates/read-body.ts";
import { signedIn } from "../gates/security.ts";
import { PersonInPath } from "./parameters.ts";

const ForwarderJson = z
  .object({
    id: z.string(),
    name: z.string(),
    senders: z.array(z.string()).openapi({ description: "The senders whose messages count." }),
    accountDigits: z.string().openapi({ description: "The last digits of the account." }),
    heardAt: z.string().nullable().openapi({ description: "When it last passed something on, ISO 8601." }),
  })
  .openapi("AlertForwarder");

const MadeJson = z
  .object({ id: z.string(), name: z.string(), secret: z.string().openapi({ description: "The secret. It is shown only here." }) })
  .openapi("MadeAlertForwarder");

const listing = createRoute({
  method: "get",
  path: "/api/admin/alert-forwarders",
  security: signedIn,
  summary: "The phones that pass on bank alerts",
  middleware: failsWith("failedToLoadAlerts"),
  responses: { 200: answers("The earliest first.", z.object({ forwarders: z.array(ForwarderJson) })), ...refusals },
});

const adding = createRoute({
  method: "post",
  path: "/api/admin/alert-forwarders",
  security: signedIn,
  summary: "Add a phone that passes on bank alerts",
  description: "Needs the own password (`currentPassword`), and a code (`code`) where two-step login is on.",
  middleware: failsWith("failedToAddForwarder"),
  request: { body: takes(ForwarderForm) },
  responses: { 201: answers("The phone, with its secret.", MadeJson), ...refusals },
});

const revoking = createRoute({
  method: "delete",
  path: "/api/admin/alert-forwarders/{id}",
  security: signedIn,
  summary: "Revoke a phone that passes on bank alerts",
  middleware: failsWith("failedToRevokeForwarder"),
  request: { params: PersonInPath },
  responses: { 200: answers("Which.", z.object({ id: z.string() })), ...refusals },
});

/** The calls on the forwarders of bank alerts, for owners by their session alone. [S16.1] */
export function addAlertForwarderCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listing, async (c) => {
    return c.json({ forwarders: (await listForwarders(c.var.services, c.var.visitor)).map(forwarderJson) }, 200);
  });

  api.openapi(adding, async (c) => {
    const sent = await readJson(c.req.raw, ForwarderForm);
    if (!sent.ok) return say(c, sent);
    const { form, confirmation } = withoutConfirmation(sent.value);
    const asking = { ...c.var, headers: c.req.raw.headers };
    const made = await withOwnPassword(asking, confirmation, (owner) => makeForwarder(c.var.services, owner, form));
    return made.ok ? c.json(made.value, 201) : say(c, made);
  });

  api.openapi(revoking, async (c) => {
    const { id } = c.req.valid("param");
    const revoked = await revokeForwarder(c.var.services, c.var.visitor, id);
    return revoked.ok ? c.json({ id }, 200) : say(c, revoked);
  });
}

function forwarderJson({ id, name, senders, accountDigits, heardAt }: ListedForwarder): z.infer<typeof ForwarderJson> {
  return { id, name, senders, accountDigits, heardAt: heardAt?.toISOString() ?? null };
}

/**
 * The address to which phones and mail rules pass on bank alerts: `POST /api/payments/bank-alerts`,
 * with the forwarder's secret as bearer. What cannot be used is answered as what can, because
 * forwarders repeat anything else. [S16.2]
 */
export function addBankAlerts(api: OpenAPIHono<ApiEnv>): void {
  api.post("/api/payments/bank-alerts", async (c) => {
    const { services } = c.var;
    const [, secret = ""] = /^Bearer +(\S{1,200})$/i.exec(c.req.header("authorization") ?? "") ?? [];
    const forwarder = await hearForwarder(services, secret);
    if (!forwarder) {
      const network = c.req.header(CLIENT_ADDRESS_HEADER) ?? null;
      const allowed = network === null ? null : await countWithin(services, [forgedAlertLimit(network)]);
      return say(c, allowed?.ok === false ? allowed : refused("forwarderUnknown"));
    }
    const body = await readBytes(c.req.raw);
    if (!body.ok) return say(c, body);
    const fits = body.value.length <= ALERT_MAX_BYTES;
    const sent = fits ? readSentAlert(mediaTypeOf(c.req.raw), new TextDecoder().decode(body.value), new URL(c.req.url).searchParams) : null;
    if (sent) await takeAlert(services, forwarder, sent);
    return c.json({ received: true }, 200);
  });
}
