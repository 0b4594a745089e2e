import { and, asc, eq, inArray } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { findProviderOf } from "#shop/payments/methods/find-provider-of.server.ts";
import { recordSilence } from "#shop/payments/methods/record-silence.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import type { ListedRefund, PaymentProvider } from "#shop/payments/providers/provider.ts";
import { paymentAttempts, payments, refunds } from "#shop/payments/tables.server.ts";
import { textOf } from "#shop/refusal.ts";
import { storeKey } from "#shop/stored-text.ts";
import { followRefunds, refundAskedAgainMs } from "./refund-jobs.server.ts";
import { isListedAs, takeRefund, writeStanding } from "./take-refund.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "httpClient">;
type Refunded = Pick<typeof payments.$inferSelect, "id" | "source" | "reference" | "currency">;

/**
 * Brings the refunds of a payment in line with its provider: reads all that the provider has, sends
 * those that are due and not among them, and takes what the provider says of each. So an answer
 * that never came is recovered by our key, however late, and nothing is paid back twice. If the
 * provider has a refund that the shop did not know, or did one that had failed, those that are due
 * are not sent: an admin looks first. [S10.10]
 */
export async function followRefundsOf(services: Needs, paymentId: string): Promise<void> {
  const { id, source, reference, currency } = payments;
  const [payment] = await services.db
    .select({ id, source, reference, currency, createdAt: paymentAttempts.createdAt, paidAt: payments.paidAt })
    .from(payments)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(eq(id, paymentId));
  if (!payment || !isProviderName(payment.source)) return;
  const provider = await findProviderOf(services, { provider: payment.source, createdAt: payment.createdAt ?? payment.paidAt });
  if (!provider) return recordProblem(services, paymentId, textOf("paymentMethodIncomplete"));

  const listed = await provider.fetchRefunds(payment);
  await recordSilence(services, payment.source, listed);
  if (listed.outcome !== "refunds") return recordProblem(services, paymentId, listed.problem);

  await takeAll(services, paymentId, listed.refunds);
  const due = await services.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, "due")))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  for (const refund of due) await send(services, provider, payment, refund);
}

/** Takes each refund that a provider lists, first those that the shop waits for: what is due after them was not sent. */
async function takeAll(services: Needs, paymentId: string, listed: ListedRefund[]): Promise<void> {
  const isOpen = and(eq(refunds.paymentId, paymentId), inArray(refunds.state, ["due", "sent"]));
  const { providerId, idempotencyKey } = refunds;
  const open = await services.db.select({ providerId, idempotencyKey }).from(refunds).where(isOpen);
  const isAwaited = (one: ListedRefund) => open.some((row) => isListedAs(row, one));
  for (const one of [...listed.filter(isAwaited), ...listed.filter((one) => !isAwaited(one))]) await takeRefund(services, paymentId, one);
}

/** Sends a refund, with its key, if it is due still. What is refused for good has failed. */
async function send(services: Needs, provider: PaymentProvider, payment: Refunded, refund: typeof refunds.$inferSelect): Promise<void> {
  const isDue = and(eq(refunds.id, refund.id), eq(refunds.state, "due"));
  if ((await services.db.$count(refunds, isDue)) === 0) return;
  const answer = await provider.refund(payment, refund.paise, refund.idempotencyKey);
  if (isProviderName(payment.source)) await recordSilence(services, payment.source, answer);
  if ("refundId" in answer) return writeStanding(services, refund, { progress: answer.outcome, refundId: answer.refundId });
  const isOver = answer.outcome === "refused" && (answer.why === "request" || answer.why === "missing");
  if (isOver) return writeStanding(services, refund, { progress: "failed", refundId: null, problem: answer.problem });
  await recordProblem(services, payment.id, answer.problem);
}

/** Notes why a provider could not be asked about the refunds of a payment, and asks again later. */
async function recordProblem(services: Needs, paymentId: string, problem: KeyedText): Promise<void> {
  const now = services.now();
  const isOpen = and(eq(refunds.paymentId, paymentId), inArray(refunds.state, ["due", "sent"]));
  const open = await services.db.select({ id: refunds.id, createdAt: refunds.createdAt }).from(refunds).where(isOpen);
  for (const { id, createdAt } of open) {
    const waitMs = refundAskedAgainMs(createdAt, now);
    await services.db
      .update(refunds)
      .set({ problem: storeKey(problem), nextAttemptAt: new Date(now.getTime() + waitMs) })
      .where(and(eq(refunds.id, id), inArray(refunds.state, ["due", "sent"])));
    await followRefunds(services, services.db, paymentId, waitMs);
  }
}
