import { sha256 } from "#platform/encryption/vault.server.ts";
import { jsonOf } from "#shop/parse.ts";
import type { ReturnClaim, WebhookClaim, WebhookSecret } from "../provider.ts";
import { countingSecrets, isSignature } from "../signature.server.ts";
import { Event } from "./razorpay-answers.ts";

/**
 * Checks `X-Razorpay-Signature`, the hexadecimal HMAC of the raw body under the webhook secret. The
 * event's id is in a header that is not signed; who changes it can only make the shop look twice.
 * Source: Razorpay, Webhooks, validate and test.
 */
export function parseRazorpayWebhook(secrets: readonly WebhookSecret[], headers: Headers, rawBody: Uint8Array, now: Date): WebhookClaim {
  const signature = headers.get("x-razorpay-signature") ?? "";
  if (!countingSecrets(secrets, now).some((secret) => isSignature(signature, rawBody, secret))) return { outcome: "forged" };
  const text = Buffer.from(rawBody).toString("utf8");
  const parsed = Event.safeParse(jsonOf(text));
  const given = headers.get("x-razorpay-event-id") ?? "";
  const id = /^[\w-]{1,100}$/.test(given) ? given : `body-${sha256(text).toString("hex")}`;
  if (!parsed.success) {
    const nothing = { pageId: null, reference: null, paymentReference: null, refundId: null, disputeId: null };
    return { outcome: "event", id, kind: "unknown", at: null, ...nothing };
  }

  const { event, created_at, payload } = parsed.data;
  return {
    outcome: "event",
    id,
    kind: event,
    at: created_at ?? null,
    pageId: payload.payment_link?.entity.id ?? null,
    reference: payload.payment_link?.entity.reference_id ?? payload.payment?.entity.notes?.reference ?? null,
    paymentReference: payload.payment?.entity.id ?? payload.refund?.entity.payment_id ?? payload.dispute?.entity.payment_id ?? null,
    refundId: payload.refund?.entity.id ?? null,
    disputeId: payload.dispute?.entity.id ?? null,
  };
}

const PREFIX = "razorpay_";
const LINK = "razorpay_payment_link_id";
const REFERENCE = "razorpay_payment_link_reference_id";
const STATUS = "razorpay_payment_link_status";
const PAYMENT = "razorpay_payment_id";
const SIGNATURE = "razorpay_signature";

/**
 * Checks the query of a return: the hexadecimal HMAC of `link|reference|status|payment` under the
 * key secret. Each part comes once and has no `|`, so that no other parts give the same message.
 * Source: Razorpay, API, Payment Links, verify signature.
 */
export function parseRazorpayReturn(keySecret: string, query: URLSearchParams): ReturnClaim {
  if (![...query.keys()].some((name) => name.startsWith(PREFIX))) return { outcome: "nothing" };
  const parts = [LINK, REFERENCE, STATUS, PAYMENT].map((name) => onlyValue(query, name));
  const [pageId, reference] = parts;
  if (!pageId || !reference || !parts.every((part) => part !== null && /^[\w-]{1,255}$/.test(part))) return { outcome: "forged" };
  if (!isSignature(onlyValue(query, SIGNATURE) ?? "", parts.join("|"), keySecret)) return { outcome: "forged" };
  return { outcome: "returned", pageId, reference, isSigned: true };
}

function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
