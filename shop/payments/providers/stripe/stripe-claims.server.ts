import { jsonOf } from "#shop/parse.ts";
import type { ReturnClaim, WebhookClaim, WebhookSecret } from "../provider.ts";
import { countingSecrets, isSignature } from "../signature.server.ts";
import { Event } from "./stripe-answers.ts";

/** An older signature is refused, as Stripe's own libraries do. */
const SIGNATURE_MAX_AGE_S = 300;
/** A header has one signature for each secret that is in use at Stripe, two at most. */
const SIGNATURES_MAX = 10;

/**
 * Checks `Stripe-Signature: t=…,v1=…`: the hexadecimal HMAC of `t.body` over the raw body. Source:
 * Stripe, Webhooks, verify signatures manually.
 */
export function parseStripeWebhook(secrets: readonly WebhookSecret[], headers: Headers, rawBody: Uint8Array, now: Date): WebhookClaim {
  const { time, signatures } = partsOf(headers.get("stripe-signature") ?? "");
  const ageS = now.getTime() / 1_000 - time;
  if (!(ageS <= SIGNATURE_MAX_AGE_S)) return { outcome: "forged" };
  const message = Buffer.concat([Buffer.from(`${time}.`), rawBody]);
  const isOurs = countingSecrets(secrets, now).some((secret) => signatures.some((given) => isSignature(given, message, secret)));
  if (!isOurs) return { outcome: "forged" };

  const parsed = Event.safeParse(jsonOf(Buffer.from(rawBody).toString("utf8")));
  // Stripe's events always have an id; a signed body without one is none.
  if (!parsed.success) return { outcome: "forged" };
  const { id, type, created, data } = parsed.data;
  const { object, id: objectId = null, client_reference_id = null, payment_intent = null } = data.object;
  return {
    outcome: "event",
    id,
    kind: type,
    at: created ?? null,
    pageId: object === "checkout.session" ? objectId : null,
    reference: client_reference_id,
    paymentReference: object === "payment_intent" ? objectId : payment_intent,
    refundId: object === "refund" ? objectId : null,
    disputeId: object === "dispute" ? objectId : null,
  };
}

/**
 * Reads the session that Stripe puts into the return address. Stripe does not sign it, so it only
 * says which attempt to look at.
 */
export function parseStripeReturn(query: URLSearchParams): ReturnClaim {
  const [pageId, ...more] = query.getAll("session_id");
  if (pageId === undefined) return { outcome: "nothing" };
  if (more.length > 0 || !/^cs_[A-Za-z0-9_]{1,250}$/.test(pageId)) return { outcome: "forged" };
  return { outcome: "returned", pageId, reference: null, isSigned: false };
}

function partsOf(header: string): { time: number; signatures: string[] } {
  const pairs = header.split(",").map((part) => part.split("=", 2));
  const [, time = ""] = pairs.find(([name]) => name === "t") ?? [];
  const signatures = pairs.flatMap(([name, value = ""]) => (name === "v1" ? [value] : []));
  return { time: /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN, signatures: signatures.slice(0, SIGNATURES_MAX) };
}
