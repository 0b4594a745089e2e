import type { z } from "zod";
import type { HttpClient } from "#platform/http-client/http-client.ts";
import { REFUNDS_A_PAGE, REFUNDS_MAX } from "../constants.ts";
import { isPayUrl } from "../pay-url.server.ts";
import type {
  Closing,
  DisputeAnswer,
  ListedRefund,
  Opening,
  PageState,
  PaymentProvider,
  ProviderAttempt,
  ReceivedMoney,
  RefundAnswer,
  RefundInList,
  RefundsAnswer,
  StatusAnswer,
  WebhookSecret,
} from "../provider.ts";
import {
  allPages,
  closingOf,
  outcomeOf,
  type ProviderAnswer,
  type RefundPage,
  readAnswer,
  refundsOf,
  refusalOf,
  unusable,
} from "../read-answer.server.ts";
import { AccountRefunds, AnySessions, Dispute, Refund, Refunds, Session, SessionWithPayment } from "./stripe-answers.ts";
import { parseStripeReturn, parseStripeWebhook } from "./stripe-claims.server.ts";

/** The keys of a Stripe account. */
export type StripeKeys = { secretKey: string; webhookSecrets: readonly WebhookSecret[] };

/** The version of the API whose shapes are read here; an account's own default does not matter. */
const STRIPE_VERSION = "2026-10-28.endive";

const disputeStateOf = {
  warning_needs_response: "to answer",
  warning_under_review: "under review",
  warning_closed: "closed",
  needs_response: "to answer",
  under_review: "under review",
  won: "won",
  lost: "lost",
  prevented: "closed",
} as const;

const refundOutcomes = { pending: "sent", requires_action: "sent", succeeded: "done", failed: "failed", canceled: "failed" } as const;

/**
 * Stripe by its Checkout Sessions. A repeated call with the same `Idempotency-Key` and the same
 * body gets the first answer again, for 24 hours. Source: Stripe's API reference, Checkout
 * Sessions and idempotent requests.
 */
export function openStripe({ callPaymentApi }: Pick<HttpClient, "callPaymentApi">, keys: StripeKeys): PaymentProvider {
  const always = { authorization: `Bearer ${keys.secretKey}`, "stripe-version": STRIPE_VERSION };

  async function call<T>(path: string, schema: z.ZodType<T>, body?: URLSearchParams, key?: string): Promise<ProviderAnswer<T>> {
    const headers = {
      ...always,
      ...(body && { "content-type": "application/x-www-form-urlencoded" }),
      ...(key && { "idempotency-key": key }),
    };
    const answer = await callPaymentApi("stripe", { path: `/v1${path}`, headers, body: body ? body.toString() : null });
    return readAnswer(answer, schema, [keys.secretKey]);
  }

  async function open(attempt: ProviderAttempt): Promise<Opening> {
    const opened = await call("/checkout/sessions", Session, sessionBody(attempt), attempt.id);
    if (opened.outcome === "answered") return openedBy(opened.value, attempt);
    if (opened.outcome === "unsure") return opened;
    // The key was used with another body: a session may exist.
    if (opened.body.type === "idempotency_error") return { outcome: "unsure", problem: opened.problem };
    return refusalOf(opened);
  }

  async function fetchStatus(pageId: string): Promise<StatusAnswer> {
    const path = `/checkout/sessions/${encodeURIComponent(pageId)}?expand[]=payment_intent.latest_charge`;
    return outcomeOf(await call(path, SessionWithPayment), statusOf);
  }

  async function close(pageId: string): Promise<Closing> {
    const expired = await call(`/checkout/sessions/${encodeURIComponent(pageId)}/expire`, Session, new URLSearchParams());
    if (expired.outcome === "unsure") return expired;
    if (expired.outcome === "refused" && expired.why !== "request") return refusalOf(expired);
    if (expired.outcome === "answered" && expired.value.status === "expired") return { outcome: "closed" };
    // Stripe expires open sessions only: the state says what this one is.
    return closingOf(await fetchStatus(pageId));
  }

  async function refund(payment: { reference: string; currency: string }, paise: number, key: string): Promise<RefundAnswer> {
    const body = new URLSearchParams({ payment_intent: payment.reference, amount: String(paise), "metadata[key]": key });
    return outcomeOf(await call("/refunds", Refund, body, key), ({ id, amount, currency, payment_intent, status }) => {
      const isAsked = payment_intent === payment.reference && amount === paise && currency === payment.currency;
      return isAsked ? { outcome: refundOutcomes[status], refundId: id } : unusable("payment_intent, amount, currency");
    });
  }

  async function fetchRefunds({ reference }: { reference: string }): Promise<RefundsAnswer> {
    const query = new URLSearchParams({ payment_intent: reference, limit: String(REFUNDS_MAX) });
    return outcomeOf(await call(`/refunds?${query}`, Refunds), ({ data }) => refundsOf(data.map(listedRefund)));
  }

  async function readRefunds(since: Date, cursor: string | null): Promise<RefundPage> {
    const query = new URLSearchParams({ "created[gte]": String(Math.floor(since.getTime() / 1_000)), limit: String(REFUNDS_A_PAGE) });
    if (cursor !== null) query.set("starting_after", cursor);
    return outcomeOf(await call(`/refunds?${query}`, AccountRefunds), ({ data, has_more }) => {
      const refunds = data.flatMap((one) => refundInList(Refund.safeParse(one).data));
      return { outcome: "page", refunds, next: has_more ? (data.at(-1)?.id ?? null) : null };
    });
  }

  async function fetchDispute(disputeId: string): Promise<DisputeAnswer> {
    const answer = await call(`/disputes/${encodeURIComponent(disputeId)}`, Dispute);
    return outcomeOf(answer, ({ payment_intent, amount, currency, reason, status, evidence_details, created }) => {
      const about = { paymentReference: payment_intent, paise: amount, currency, reason: reason?.replaceAll("_", " ") ?? "" };
      const respondBy = evidence_details?.due_by ?? null;
      return { outcome: "dispute", dispute: { ...about, state: disputeStateOf[status], respondBy, openedAt: created } };
    });
  }

  return {
    isTest: /^[rs]k_test_/.test(keys.secretKey),
    open,
    recover: open,
    fetchStatus,
    close,
    parseWebhook: (headers, rawBody, now) => parseStripeWebhook(keys.webhookSecrets, headers, rawBody, now),
    parseReturn: parseStripeReturn,
    refund,
    fetchRefunds,
    listRefunds: (since) => allPages((cursor) => readRefunds(since, cursor)),
    fetchDispute,
    testConnection: async () => outcomeOf(await call("/checkout/sessions?limit=1", AnySessions), () => ({ outcome: "connected" as const })),
  };
}

/**
 * The body of a create: the same bytes for the same attempt, because a repetition must be equal.
 */
function sessionBody(attempt: ProviderAttempt): URLSearchParams {
  return new URLSearchParams({
    mode: "payment",
    client_reference_id: attempt.reference,
    "metadata[reference]": attempt.reference,
    "payment_intent_data[metadata][reference]": attempt.reference,
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "inr",
    "line_items[0][price_data][unit_amount]": String(attempt.amountPaise),
    "line_items[0][price_data][product_data][name]": attempt.description,
    expires_at: String(Math.floor(attempt.expiresAt.getTime() / 1_000)),
    success_url: `${attempt.returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: attempt.returnUrl,
  });
}

/** The answer must be about what was asked for; else a buyer would pay another amount. */
function openedBy(session: Session, attempt: ProviderAttempt): Opening {
  const { id, url, client_reference_id, amount_total, currency } = session;
  const isAsked = client_reference_id === attempt.reference && amount_total === attempt.amountPaise && currency === "INR";
  if (!isAsked || !url || !isPayUrl(url)) return unusable("client_reference_id, amount_total, currency, url");
  return { outcome: "opened", pageId: id, payUrl: url };
}

function listedRefund({ id, status, amount, currency, metadata, created }: z.output<typeof Refund>): ListedRefund {
  return { refundId: id, progress: refundOutcomes[status], paise: amount, currency, key: metadata.key, at: created };
}

/** A refund of the account; none if it is of another shape or of no payment intent. */
function refundInList(refund: z.output<typeof Refund> | undefined): RefundInList[] {
  if (!refund?.payment_intent) return [];
  return [{ refundId: refund.id, progress: refundOutcomes[refund.status], paymentReference: refund.payment_intent }];
}

function statusOf(session: SessionWithPayment): StatusAnswer {
  const money = moneyOf(session);
  if (session.payment_status === "paid" && money.length === 0) {
    return unusable("payment_intent");
  }
  return { outcome: "status", state: stateOf(session), reference: session.client_reference_id, money };
}

function stateOf({ status, payment_status }: SessionWithPayment): PageState {
  if (status !== "complete") return status;
  return payment_status === "paid" ? "paid" : "processing";
}

function moneyOf({ payment_intent: intent, customer_details: customer }: SessionWithPayment): ReceivedMoney[] {
  if (intent === null || intent.latest_charge === null || intent.amount_received === 0) return [];
  const { created, amount_refunded, payment_method_details } = intent.latest_charge;
  return [
    {
      reference: intent.id,
      paise: intent.amount_received,
      currency: intent.currency,
      at: created,
      payer: customer?.email ?? null,
      paidBy: [customer?.email ?? null, payment_method_details?.card?.fingerprint ?? null].filter((by) => by !== null),
      feePaise: null,
      refundedPaise: amount_refunded,
    },
  ];
}
