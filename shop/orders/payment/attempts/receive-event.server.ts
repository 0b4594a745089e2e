import { createHash } from "node:crypto";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { findProvider } from "#shop/payments/methods/method-secrets.server.ts";
import type { ProviderName } from "#shop/payments/payment.ts";
import type { WebhookEvent } from "#shop/payments/providers/provider.ts";
import { paymentAttempts, paymentEvents, payments } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { forgedEventLimit } from "#shop/settings/rate-limits.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { followDispute } from "../disputes/dispute-jobs.server.ts";
import { followRefunds } from "../refunds/refund-jobs.server.ts";
import { isOwnReference } from "./attempt-reference.ts";
import { followUnknownPage } from "./follow-unknown-page.server.ts";
import { followPayment } from "./payment-jobs.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "jobs" | "httpClient" | "waits">;

/** An attempt is committed before its provider is called, so it is there long before this. */
const LOST_AFTER_MS = HOUR_MS;

/** `stored`: the event is new. `repeated`: it was there. `not ours`: it is about something else. */
type Received = "stored" | "repeated" | "not ours";

/**
 * Takes an event of a provider: checks its signature over the raw body, and stores it once with the
 * job that asks the provider; one with the id or the body of an earlier one is the same. One about
 * a refund also queues the job of its payment's refunds, and one about a dispute the job of that. No amount, state or order is taken from
 * it. One of a page or payment that the shop does not know is not stored, because the account may
 * be used elsewhere; refunds are looked for on a schedule too. Refuses a forged one (`eventForged`;
 * `tooManyRequests` after many from one address), and one that is ours but whose attempt is not
 * there yet (`eventUnknown`), which the provider then sends again; neither leaves a row. If its
 * attempt is not there after an hour, a backup of before it was restored: then its page is asked
 * for money. [S10.4] [S10.10] [S10.11]
 */
export async function receiveEvent(
  services: Needs,
  name: ProviderName,
  { headers, rawBody, network = null }: { headers: Headers; rawBody: Uint8Array; network?: string | null },
): Promise<Result<Received, "eventForged" | "eventUnknown" | "tooManyRequests">> {
  const provider = await findProvider(services, name);
  const event = provider?.parseWebhook(headers, rawBody, services.now());
  if (event?.outcome !== "event") {
    const allowed = network === null ? ok(null) : await countWithin(services, [forgedEventLimit(network)]);
    return allowed.ok ? refused("eventForged") : allowed;
  }
  const { attemptId, paymentId } = await subjectOf(services, name, event);
  const isUnknown = attemptId === null && paymentId === null;
  if (isUnknown && !isOurs(event)) return ok("not ours");
  if (isUnknown && !isLost(event, services.now())) return refused("eventUnknown");

  return inTransaction(services.db, async (tx) => {
    const prints = services.vault.fingerprints(bodyOf(name, rawBody));
    const isEvent = and(
      eq(paymentEvents.provider, name),
      or(eq(paymentEvents.eventId, event.id), inArray(paymentEvents.bodyPrint, prints)),
    );
    // Without an attempt, no check of one will say what became of it.
    const outcome = attemptId === null ? "no attempt" : null;
    const [known] = await tx.select({ outcome: paymentEvents.outcome }).from(paymentEvents).where(isEvent).limit(1);
    const written = known
      ? []
      : await tx
          .insert(paymentEvents)
          .values({
            provider: name,
            eventId: event.id,
            kind: event.kind,
            receivedAt: services.now(),
            attemptId,
            outcome,
            bodyPrint: prints[0],
            body: services.vault.encrypt(placeOf("payment_events.body", name, event.id), Buffer.from(rawBody).toString("utf8")),
          })
          .onConflictDoNothing()
          .returning({ id: paymentEvents.id });
    const isNew = written.length > 0;
    if (isNew && paymentId !== null && event.refundId !== null) await followRefunds(services, tx, paymentId);
    if (isNew && event.disputeId !== null) await followDispute(services, tx, { provider: name, disputeId: event.disputeId });
    if (isNew && isUnknown && event.pageId !== null) await followUnknownPage(services, tx, { provider: name, pageId: event.pageId });
    if ((isNew || known?.outcome === null) && attemptId !== null) await followPayment(services, tx, attemptId);
    return ok(isNew ? "stored" : "repeated");
  });
}

/**
 * What an event's body is known by. Razorpay's id of an event is not in what it signs, so anybody
 * with a signed body could send it again under a new id.
 */
function bodyOf(name: ProviderName, rawBody: Uint8Array): string {
  return `event of ${name} ${createHash("sha256").update(rawBody).digest("hex")}`;
}

/**
 * What an event is about: the attempt by its page, our reference or its payment; and the payment.
 */
async function subjectOf({ db }: Pick<Services, "db">, name: ProviderName, event: WebhookEvent) {
  const { pageId, reference, paymentReference } = event;
  const isPayment = and(eq(payments.source, name), eq(payments.reference, paymentReference ?? ""));
  const [payment] =
    paymentReference === null ? [] : await db.select({ id: payments.id, attemptId: payments.attemptId }).from(payments).where(isPayment);
  const paymentId = payment?.id ?? null;
  if (pageId !== null || reference !== null) {
    const isPage = pageId === null ? sql`false` : eq(paymentAttempts.providerId, pageId);
    const isReference = reference === null ? sql`false` : eq(paymentAttempts.reference, reference);
    const [attempt] = await db
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.provider, name), or(isPage, isReference)))
      .limit(1);
    if (attempt) return { attemptId: attempt.id, paymentId };
  }
  return { attemptId: payment?.attemptId ?? null, paymentId };
}

/** Whether an event is so old that its attempt will not come any more. */
function isLost({ at, pageId }: WebhookEvent, now: Date): boolean {
  return at !== null && pageId !== null && now.getTime() - at.getTime() > LOST_AFTER_MS;
}

/** Whether an event without an attempt is about a page of this shop. */
function isOurs({ reference }: WebhookEvent): boolean {
  return reference !== null && isOwnReference(reference);
}
