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
  RefundsAnswer,
  StatusAnswer,
  WebhookSecret,
} from "../provider.ts";
import {
  allPages,
  closingOf,
  type ErrorBody,
  outcomeOf,
  type ProviderAnswer,
  type RefundPage,
  readAnswer,
  refundsOf,
  refusalOf,
  unusable,
} from "../read-answer.server.ts";
import { AccountRefunds, AnyLinks, Dispute, Payment, PaymentLink, PaymentLinks, Refund, Refunds } from "./razorpay-answers.ts";
import { parseRazorpayReturn, parseRazorpayWebhook } from "./razorpay-claims.server.ts";

/** The keys of a Razorpay account. */
export type RazorpayKeys = { keyId: string; keySecret: string; webhookSecrets: readonly WebhookSecret[] };

const states: Record<PaymentLink["status"], PageState> = {
  created: "open",
  partially_paid: "open",
  paid: "paid",
  expired: "expired",
  cancelled: "cancelled",
};

const refundOutcomes = { pending: "sent", processed: "done", failed: "failed" } as const;

const disputeStateOf = { open: "to answer", under_review: "under review", won: "won", lost: "lost", closed: "closed" } as const;

/** As many payments of one link are read; a link of the shop is paid once. */
const PAYMENTS_MAX = 10;

/**
 * Razorpay by its Payment Links: they expire and can be cancelled, and need no script of theirs.
 * Source: Razorpay's documentation, API, Payment Links (2026-04).
 */
export function openRazorpay({ callPaymentApi }: Pick<HttpClient, "callPaymentApi">, keys: RazorpayKeys): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString("base64")}`;

  async function call<T>(path: string, schema: z.ZodType<T>, body?: object, more: Record<string, string> = {}): Promise<ProviderAnswer<T>> {
    const headers = { authorization, ...(body && { "content-type": "application/json" }), ...more };
    const answer = await callPaymentApi("razorpay", { path: `/v1${path}`, headers, body: body ? JSON.stringify(body) : null });
    return readAnswer(answer, schema, [keys.keySecret]);
  }

  async function create(attempt: ProviderAttempt): Promise<Opening> {
    const created = await call("/payment_links", PaymentLink, {
      amount: attempt.amountPaise,
      currency: "INR",
      accept_partial: false,
      expire_by: Math.floor(attempt.expiresAt.getTime() / 1_000),
      reference_id: attempt.reference,
      description: attempt.description,
      notify: { sms: false, email: false },
      reminder_enable: false,
      notes: { reference: attempt.reference },
      callback_url: attempt.returnUrl,
      callback_method: "get",
    });
    if (created.outcome === "answered") return openedBy(created.value, attempt);
    if (created.outcome === "unsure") return created;
    if (!isUsedReference(created.body)) return refusalOf(created);
    // The link exists already: an earlier call had made it.
    const found = await search(attempt);
    return found ?? unusable("reference_id");
  }

  /** The link with this reference; null if there is none. The search is checked again here. */
  async function search(attempt: ProviderAttempt): Promise<Opening | null> {
    const found = await call(`/payment_links?reference_id=${encodeURIComponent(attempt.reference)}`, PaymentLinks);
    if (found.outcome === "unsure") return found;
    if (found.outcome === "refused") return refusalOf(found);
    const link = found.value.find((one) => one?.reference_id === attempt.reference);
    return link ? openedBy(link, attempt) : null;
  }

  async function fetchStatus(pageId: string): Promise<StatusAnswer> {
    const answer = await call(`/payment_links/${encodeURIComponent(pageId)}`, PaymentLink);
    if (answer.outcome === "unsure") return answer;
    if (answer.outcome === "refused") return { ...refusalOf(answer), ...(isUnknownId(answer.body) && { why: "missing" as const }) };
    return statusOf(answer.value);
  }

  /** A link with the details of its payments, which the link itself does not have. */
  async function statusOf(link: PaymentLink): Promise<StatusAnswer> {
    const payments = await Promise.all(
      link.payments.slice(0, PAYMENTS_MAX).map(({ payment_id }) => call(`/payments/${encodeURIComponent(payment_id)}`, Payment)),
    );
    const money: ReceivedMoney[] = [];
    for (const payment of payments) {
      if (payment.outcome === "unsure") return payment;
      if (payment.outcome === "refused") return { outcome: "unsure", problem: payment.problem };
      if (["captured", "refunded"].includes(payment.value.status)) money.push(moneyOf(payment.value));
    }
    if (link.status === "paid" && money.length === 0) return unusable("payments");
    return { outcome: "status", state: states[link.status], reference: link.reference_id, money };
  }

  async function close(pageId: string): Promise<Closing> {
    const cancelled = await call(`/payment_links/${encodeURIComponent(pageId)}/cancel`, PaymentLink, {});
    if (cancelled.outcome === "unsure") return cancelled;
    if (cancelled.outcome === "refused" && cancelled.why !== "request") return refusalOf(cancelled);
    // Razorpay refuses to cancel a link that is paid, expired or cancelled: its state says which.
    return closingOf(cancelled.outcome === "answered" ? await statusOf(cancelled.value) : await fetchStatus(pageId));
  }

  async function refund(payment: { reference: string; currency: string }, paise: number, key: string): Promise<RefundAnswer> {
    const path = `/payments/${encodeURIComponent(payment.reference)}/refund`;
    const answer = await call(path, Refund, { amount: paise, speed: "normal", receipt: key }, { "x-refund-idempotency": key });
    return outcomeOf(answer, ({ id, payment_id, amount, currency, status }) => {
      const isAsked = payment_id === payment.reference && amount === paise && currency === payment.currency;
      return isAsked ? { outcome: refundOutcomes[status], refundId: id } : unusable("payment_id, amount, currency");
    });
  }

  async function fetchRefunds({ reference }: { reference: string }): Promise<RefundsAnswer> {
    const answer = await call(`/payments/${encodeURIComponent(reference)}/refunds?count=${REFUNDS_MAX}`, Refunds);
    return outcomeOf(answer, ({ items }) => refundsOf(items.map(listedRefund)));
  }

  async function readRefunds(since: Date, cursor: string | null): Promise<RefundPage> {
    const skip = Number(cursor ?? 0);
    const query = `from=${Math.floor(since.getTime() / 1_000)}&count=${REFUNDS_A_PAGE}&skip=${skip}`;
    return outcomeOf(await call(`/refunds?${query}`, AccountRefunds), ({ items }) => {
      const refunds = items
        .filter((refund) => refund !== null)
        .map(({ id, status, payment_id }) => ({ refundId: id, progress: refundOutcomes[status], paymentReference: payment_id }));
      return { outcome: "page", refunds, next: items.length < REFUNDS_A_PAGE ? null : String(skip + REFUNDS_A_PAGE) };
    });
  }

  async function fetchDispute(disputeId: string): Promise<DisputeAnswer> {
    const answer = await call(`/disputes/${encodeURIComponent(disputeId)}`, Dispute);
    return outcomeOf(answer, ({ payment_id, amount, currency, reason_code, reason_description, respond_by, status, created_at }) => {
      const reason = reason_description ?? reason_code ?? "";
      const about = { paymentReference: payment_id, paise: amount, currency, reason };
      return {
        outcome: "dispute",
        dispute: { ...about, state: disputeStateOf[status], respondBy: respond_by ?? null, openedAt: created_at },
      };
    });
  }

  return {
    isTest: keys.keyId.startsWith("rzp_test_"),
    open: create,
    recover: async (attempt) => (await search(attempt)) ?? create(attempt),
    fetchStatus,
    close,
    parseWebhook: (headers, rawBody, now) => parseRazorpayWebhook(keys.webhookSecrets, headers, rawBody, now),
    parseReturn: (query) => parseRazorpayReturn(keys.keySecret, query),
    refund,
    fetchRefunds,
    listRefunds: (since) => allPages((cursor) => readRefunds(since, cursor)),
    fetchDispute,
    testConnection: async () => outcomeOf(await call("/payment_links?count=1", AnyLinks), () => ({ outcome: "connected" as const })),
  };
}

/** The answer must be about what was asked for; else a buyer would pay another amount. */
function openedBy(link: PaymentLink, attempt: ProviderAttempt): Opening {
  const isAsked = link.reference_id === attempt.reference && link.amount === attempt.amountPaise && link.currency === "INR";
  if (!isAsked || !isPayUrl(link.short_url)) return unusable("reference_id, amount, currency, short_url");
  return { outcome: "opened", pageId: link.id, payUrl: link.short_url };
}

function listedRefund({ id, status, amount, currency, receipt, created_at }: z.output<typeof Refund>): ListedRefund {
  return { refundId: id, progress: refundOutcomes[status], paise: amount, currency, key: receipt, at: created_at };
}

/**
 * What a payment brought the shop. A fee that the buyer bore came on top of it and stays with
 * Razorpay, so it is neither money for the order nor a cost of the shop.
 */
function moneyOf(payment: Payment): ReceivedMoney {
  const extra = payment.fee_bearer === "customer" && payment.fee !== null && payment.fee < payment.amount ? payment.fee : 0;
  const paise = payment.amount - extra;
  return {
    reference: payment.id,
    paise,
    currency: payment.currency,
    at: payment.created_at,
    payer: payment.vpa ?? payment.contact ?? payment.email,
    paidBy: [payment.vpa, payment.contact, payment.email].filter((by) => by !== null),
    feePaise: extra > 0 ? 0 : payment.fee,
    refundedPaise: Math.min(payment.amount_refunded, paise),
  };
}

/**
 * Whether a refusal says that the reference was used before. Razorpay sends no code of its own for
 * it, and its wording is not the one of its documentation.
 */
function isUsedReference({ description }: ErrorBody): boolean {
  const words = (description ?? "").toLowerCase().replace(/[^a-z]+/g, " ");
  return words.includes("reference id") && /already (exists|attempted)/.test(words);
}

/** Razorpay answers 400 for an id that it does not know. */
function isUnknownId({ description }: ErrorBody): boolean {
  return /does not exist|not a valid id|invalid input/i.test(description ?? "");
}
