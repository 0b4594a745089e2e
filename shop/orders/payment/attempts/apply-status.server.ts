import { and, eq, isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import type { PageStatus } from "#shop/payments/providers/provider.ts";
import { paymentAttempts, paymentEvents } from "#shop/payments/tables.server.ts";
import { followRefunds } from "../refunds/refund-jobs.server.ts";
import { settle } from "../settling/settle.server.ts";
import { nextCheck } from "./next-check.ts";
import type { AttemptRow } from "./sent-attempt.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/**
 * Takes what a provider's API says of an attempt: settles all of its money, each payment in a
 * transaction of its own, and notes how the page stands. Money whose reference is not the attempt's
 * own proves nothing for its order, and waits for a look. Refunds that new money brings along are
 * followed, and what went back pays for nothing. An expiry touches its attempt alone.
 * [S10.3] [S10.5] [S10.8]
 */
export async function applyStatus(services: Needs, attempt: AttemptRow, status: PageStatus): Promise<void> {
  const isOwn = status.reference === attempt.reference;
  for (const { reference, paise, currency, at: paidAt, payer, paidBy, feePaise, refundedPaise } of status.money) {
    const proves = isOwn ? { orderId: attempt.orderId, attemptId: attempt.id } : { orderId: null, attemptId: null };
    const money = { source: attempt.provider, reference, paise, currency, paidAt, payer, paidBy, feePaise, refundedPaise, ...proves };
    await inTransaction(services.db, async (tx) => {
      const { paymentId } = await settle(services, tx, money);
      if (paymentId !== null && refundedPaise > 0) await followRefunds(services, tx, paymentId);
    });
  }

  const now = services.now();
  const outcome = status.money.length > 0 ? "paid" : status.state;
  await inTransaction(services.db, async (tx) => {
    const [row] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attempt.id)).for("update");
    if (!row) return;
    const isOver = outcome === "expired" || outcome === "cancelled";
    const isOpen = row.state === "open" || row.state === "opening";
    const ended = isOver && isOpen ? { state: outcome, closedAt: now } : {};
    // Checks go on after the end, because money may come late.
    const times = { openedAt: row.openedAt ?? row.createdAt, expiresAt: row.expiresAt, closedAt: row.closedAt, ...ended };
    const nextCheckAt = row.state === "paid" ? null : nextCheck(times, now);
    await tx
      .update(paymentAttempts)
      .set({ ...ended, nextCheckAt, failure: null })
      .where(eq(paymentAttempts.id, row.id));
    await tx
      .update(paymentEvents)
      .set({ outcome })
      .where(and(eq(paymentEvents.attemptId, row.id), isNull(paymentEvents.outcome)));
  });
}
