import { and, eq, inArray } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { findProviderOf } from "#shop/payments/methods/find-provider-of.server.ts";
import { recordSilence } from "#shop/payments/methods/record-silence.server.ts";
import type { Opening, PaymentProvider } from "#shop/payments/providers/provider.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { textOf } from "#shop/refusal.ts";
import { storeKey } from "#shop/stored-text.ts";
import { applyStatus } from "./apply-status.server.ts";
import { ASKED_AGAIN_MS, ENDED_ASKED_AGAIN_MS } from "./constants.ts";
import { nextCheck } from "./next-check.ts";
import { waitToOpenAgain } from "./open-again.ts";
import { followPayment } from "./payment-jobs.server.ts";
import { type AttemptRow, sentAttempt } from "./sent-attempt.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/**
 * Does what is due for an attempt: opens it at its provider, closes it if its order no longer waits
 * for it, or asks for its state. It is repeated until the provider has answered. [S10.3] [S10.11]
 */
export async function followAttempt(services: Needs, attemptId: string): Promise<void> {
  const [found] = await services.db
    .select({ attempt: paymentAttempts, status: orders.status, paidAt: orders.paidAt })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.id, attemptId));
  if (!found) return;
  const { attempt } = found;
  const provider = await findProviderOf(services, attempt);
  if (!provider) return noteFailure(services, attempt, textOf("paymentMethodIncomplete"));

  const isWanted = found.status === "pending" && found.paidAt === null;
  if (attempt.state === "opening") await open(services, provider, attempt, isWanted);
  else if (attempt.state === "open" && !isWanted) await closeAttempt(services, provider, attempt);
  else await check(services, provider, attempt);
}

async function open(services: Needs, provider: PaymentProvider, attempt: AttemptRow, isWanted: boolean): Promise<void> {
  // An order that ended meanwhile needs no page; but one may exist already, and be paid.
  const opening = isWanted ? await provider.open(sentAttempt(attempt)) : await provider.recover(sentAttempt(attempt));
  await recordOpening(services, attempt, opening);
}

/**
 * Writes how an opening ended, unless the attempt ended meanwhile.
 * Returns the attempt as it is now.
 */
async function recordOpening(services: Needs, attempt: AttemptRow, opening: Opening): Promise<void> {
  const now = services.now();
  await recordSilence(services, attempt.provider, opening);
  await inTransaction(services.db, async (tx) => {
    const [order] = await tx
      .select({ requestCode: orders.requestCode, status: orders.status })
      .from(orders)
      .where(eq(orders.id, attempt.orderId));
    const [row] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attempt.id)).for("update");
    if (row?.state !== "opening" || !order) return;
    if (opening.outcome === "opened") {
      const opened = { state: "open" as const, providerId: opening.pageId, payUrl: opening.payUrl, openedAt: now, failure: null };
      const nextCheckAt = nextCheck({ openedAt: now, expiresAt: row.expiresAt, closedAt: null }, now);
      await tx
        .update(paymentAttempts)
        .set({ ...opened, nextCheckAt })
        .where(eq(paymentAttempts.id, row.id));
      if (order.status !== "pending") await followPayment(services, tx, row.id);
    } else if (opening.outcome === "refused" && opening.why !== "busy") {
      const failed = { state: "failed" as const, closedAt: now, nextCheckAt: null, failure: storeKey(opening.problem) };
      await tx.update(paymentAttempts).set(failed).where(eq(paymentAttempts.id, row.id));
    } else {
      const waitMs = waitToOpenAgain(row.createdAt, now);
      await tx
        .update(paymentAttempts)
        .set({ failure: storeKey(opening.problem), nextCheckAt: new Date(now.getTime() + waitMs) })
        .where(eq(paymentAttempts.id, row.id));
      await followPayment(services, tx, row.id, waitMs);
    }
    await announceOrder(tx, order.requestCode);
  });
}

/** Asks the provider for the state of an attempt, and takes what it says. */
async function check(services: Needs, provider: PaymentProvider, attempt: AttemptRow): Promise<void> {
  if (attempt.providerId === null) return;
  const status = await provider.fetchStatus(attempt.providerId);
  await recordSilence(services, attempt.provider, status);
  if (status.outcome === "status") return applyStatus(services, attempt, status);
  await noteFailure(services, attempt, status.problem);
}

/** How closing an attempt ended; `unsure`: its buyer may still pay. */
export type ClosedAttempt = "closed" | "paid" | "unsure";

/**
 * Closes an attempt at its provider, so that nobody can pay on its page any more. Money that is on
 * the page already is settled instead. [S10.7]
 */
export async function closeAttempt(services: Needs, provider: PaymentProvider, attempt: AttemptRow): Promise<ClosedAttempt> {
  if (attempt.providerId === null) {
    await recordOpening(services, attempt, await provider.recover(sentAttempt(attempt)));
    const [now] = await services.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attempt.id));
    if (!now || now.state === "opening") return "unsure";
    return now.providerId === null ? "closed" : closeAttempt(services, provider, now);
  }
  const closing = await provider.close(attempt.providerId);
  await recordSilence(services, attempt.provider, closing);
  if (closing.outcome === "paid") {
    await applyStatus(services, attempt, closing.status);
    // Money with another reference is not for this order; nobody can pay on this page any more.
    if (closing.status.reference === attempt.reference) return "paid";
  } else if (closing.outcome !== "closed") {
    await noteFailure(services, attempt, closing.problem);
    return "unsure";
  }
  const now = services.now();
  const nextCheckAt = nextCheck({ openedAt: attempt.openedAt ?? attempt.createdAt, expiresAt: attempt.expiresAt, closedAt: now }, now);
  await services.db
    .update(paymentAttempts)
    .set({ state: "cancelled", closedAt: now, nextCheckAt })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.state, ["open", "opening"])));
  return "closed";
}

/** Notes why a provider could not be asked, and asks again soon. */
async function noteFailure(services: Needs, { id, state }: AttemptRow, problem: KeyedText): Promise<void> {
  const waitMs = state === "opening" || state === "open" ? ASKED_AGAIN_MS : ENDED_ASKED_AGAIN_MS;
  const nextCheckAt = new Date(services.now().getTime() + waitMs);
  await services.db
    .update(paymentAttempts)
    .set({ failure: storeKey(problem), nextCheckAt })
    .where(eq(paymentAttempts.id, id));
  await followPayment(services, services.db, id, waitMs);
}
