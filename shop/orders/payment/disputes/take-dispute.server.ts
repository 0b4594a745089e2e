import { randomUUID } from "node:crypto";
import { and, eq, lte, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { findProviderOf } from "#shop/payments/methods/find-provider-of.server.ts";
import type { FoundDispute } from "#shop/payments/providers/provider.ts";
import { disputes, paymentAttempts, payments } from "#shop/payments/tables.server.ts";
import { announcePayment } from "../settling/notify-of-payment.server.ts";
import { type AskedDispute, followDispute } from "./dispute-jobs.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "jobs" | "httpClient">;

/**
 * Asks the provider how a dispute stands, and writes that down with its payment. Nothing is taken
 * from an event, so their order does not matter; an answer that was asked for earlier than what is
 * known changes nothing. One of a payment that the shop does not have is passed over, because the
 * account may be used elsewhere. A provider that does not answer is asked again. [S10.18]
 */
export async function takeDispute(services: Needs, asked: AskedDispute, attempt = 0): Promise<void> {
  const checkedAt = services.now();
  const [known] = await services.db
    .select({ paidAt: payments.paidAt, createdAt: paymentAttempts.createdAt })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(and(eq(disputes.provider, asked.provider), eq(disputes.providerId, asked.disputeId)));
  // Without a payment the keys of the oldest attempt are tried first, and then all later ones.
  const createdAt = known?.createdAt ?? known?.paidAt ?? new Date(0);
  const provider = await findProviderOf(services, { provider: asked.provider, createdAt });
  const answer = await provider?.fetchDispute(asked.disputeId);
  if (answer?.outcome === "dispute") return writeDispute(services, asked, answer.dispute, checkedAt);
  const isOver = answer?.outcome === "refused" && (answer.why === "missing" || answer.why === "request");
  if (!isOver) await followDispute(services, services.db, asked, attempt + 1);
}

async function writeDispute(services: Needs, { provider, disputeId }: AskedDispute, found: FoundDispute, checkedAt: Date): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const [payment] = await tx
      .select({ id: payments.id, requestCode: orders.requestCode })
      .from(payments)
      .leftJoin(orders, eq(orders.id, payments.orderId))
      .where(and(eq(payments.source, provider), eq(payments.reference, found.paymentReference)));
    if (!payment) return;
    const { paymentReference: _of, ...stands } = found;
    const isOver = found.state !== "to answer" && found.state !== "under review";
    const now = services.now();
    const written = await tx
      .insert(disputes)
      .values({
        ...stands,
        id: randomUUID(),
        paymentId: payment.id,
        provider,
        providerId: disputeId,
        closedAt: isOver ? now : null,
        checkedAt,
      })
      .onConflictDoUpdate({
        target: [disputes.provider, disputes.providerId],
        set: { ...stands, closedAt: isOver ? sql`coalesce(${disputes.closedAt}, ${now.toISOString()}::timestamptz)` : null, checkedAt },
        setWhere: lte(disputes.checkedAt, checkedAt),
      })
      .returning({ id: disputes.id });
    if (written.length > 0) await announcePayment(tx, payment.requestCode);
  });
}
