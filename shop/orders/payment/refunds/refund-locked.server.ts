import { randomUUID } from "node:crypto";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { priceText } from "#shop/money.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { payments, refunds } from "#shop/payments/tables.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import type { PaymentWithOrder } from "../lock-payment.server.ts";
import type { RefundForm } from "../money-forms.ts";
import { announcePayment } from "../settling/notify-of-payment.server.ts";
import { recordRefunded } from "./record-refunded.server.ts";
import { followRefunds } from "./refund-jobs.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/** A locked payment to refund; `unwritten` is its row if this refund writes it. [S15.6] */
export type ToRefund = PaymentWithOrder & { unwritten?: typeof payments.$inferInsert };

/**
 * Gives a locked payment back, whole or in part, and returns the id of the refund. Refuses more than
 * is left of the payment (`refundTooMuch`), a payment of which nothing is left (`paymentDecided`) or
 * of which another part was refunded since it was shown (`refundedMeanwhile`), one whose order still
 * waits for a decision (`paymentOfPendingOrder`), more than an API key may refund in 24 hours
 * (`apiKeyRefundsUsed`), and a provider for money that did not come by one (`providerRefundsOff`).
 * [S10.10]
 */
export async function refundLocked(
  services: Needs,
  tx: Tx,
  visitor: Admin,
  { payment, order, unwritten }: ToRefund,
  form: RefundForm,
): Promise<Result<string>> {
  const isByProvider = form.how === "provider";
  if (isByProvider && !isProviderName(payment.source)) return about(refused("providerRefundsOff"), "how");
  if (payment.leftPaise === 0) return refused("paymentDecided");
  if (form.left !== null && form.left !== payment.leftPaise) return refused("refundedMeanwhile");
  if (payment.state === "matched" && order?.status === "pending") return refused("paymentOfPendingOrder");
  const paise = form.amount ?? payment.leftPaise;
  if (paise > payment.leftPaise) return about(refused("refundTooMuch", { max: priceText(payment.leftPaise) }), "amount");

  const at = services.now();
  const left = await leftOfLimit(tx, visitor, at);
  if (left !== null && paise > left.paise) return about(refused("apiKeyRefundsUsed", left.said), "amount");
  const [id, paymentId] = [randomUUID(), payment.id];
  const row = { id, paymentId, paise, idempotencyKey: id, adminId: visitor.userId, reason: form.reason ?? "", createdAt: at };
  const stands = isByProvider
    ? ({ how: "provider", state: "due", nextAttemptAt: at } as const)
    : ({ how: "by hand", state: "done", reference: form.reference, doneAt: at } as const);
  if (unwritten) await tx.insert(payments).values(unwritten);
  await tx.insert(refunds).values({ ...row, ...stands });
  const subject = { kind: "payment", id: paymentId, name: payment.reference } as const;
  const facts = { order: order?.requestCode ?? null, amount: priceText(paise) };
  await recordAction(tx, visitor, { action: "payment-refunded", subject, facts }, at);
  if (isByProvider) {
    await followRefunds(services, tx, paymentId);
    await announcePayment(tx, order?.requestCode ?? null);
  } else await recordRefunded(services, tx, { payment, order }, paise);
  return ok(id);
}

/**
 * What an API key with a limit may still refund; null for anybody else. The lock makes its refunds
 * wait for each other, so that two at once cannot exceed the limit.
 */
async function leftOfLimit(tx: Tx, { userId, refundsADayPaise }: Admin, at: Date) {
  if (refundsADayPaise === null || refundsADayPaise === undefined) return null;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${userId}`}, 0))`);
  const isOfDay = and(eq(refunds.adminId, userId), gt(refunds.createdAt, new Date(at.getTime() - DAY_MS)), ne(refunds.state, "failed"));
  const [row] = await tx
    .select({ paise: sql<number>`coalesce(sum(${refunds.paise}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(isOfDay);
  const paise = Math.max(0, refundsADayPaise - (row?.paise ?? 0));
  return { paise, said: { max: priceText(refundsADayPaise), left: priceText(paise) } };
}
