import { asc, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { disputes, paymentAttempts, payments, refunds } from "#shop/payments/tables.server.ts";

/**
 * What a customer's own data says of an order's money: how it was to be paid, what came,
 * what went back.
 */
type OwnPayments = { attempts: object[]; payments: object[] };

/**
 * The money of these orders, by order; who paid is left out, because that may be somebody else.
 * [S10.2]
 */
export async function readOwnPayments({ db }: Pick<Services, "db">, orderIds: string[]): Promise<(orderId: string) => OwnPayments> {
  const [tried, came] = await Promise.all([
    db
      .select()
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.orderId, orderIds))
      .orderBy(asc(paymentAttempts.createdAt), asc(paymentAttempts.id)),
    db.select().from(payments).where(inArray(payments.orderId, orderIds)).orderBy(asc(payments.receivedAt), asc(payments.id)),
  ]);
  const ids = came.map(({ id }) => id);
  const back =
    ids.length === 0 ? [] : await db.select().from(refunds).where(inArray(refunds.paymentId, ids)).orderBy(asc(refunds.createdAt));
  const disputed =
    ids.length === 0 ? [] : await db.select().from(disputes).where(inArray(disputes.paymentId, ids)).orderBy(asc(disputes.openedAt));
  return (orderId) => ({
    attempts: tried
      .filter((attempt) => attempt.orderId === orderId)
      .map(({ provider, reference, paise, state, createdAt }) => ({
        provider,
        reference,
        amount: rupeesFromPaise(paise),
        state,
        createdAt,
      })),
    payments: came
      .filter((payment) => payment.orderId === orderId)
      .map(({ id, source, reference, paise, currency, paidAt, state }) => ({
        source,
        reference,
        amount: rupeesFromPaise(paise),
        currency,
        paidAt,
        state,
        refunds: back
          .filter(({ paymentId }) => paymentId === id)
          .map((refund) => ({
            amount: rupeesFromPaise(refund.paise),
            state: refund.state,
            createdAt: refund.createdAt,
            doneAt: refund.doneAt,
          })),
        disputes: disputed
          .filter(({ paymentId }) => paymentId === id)
          .map((dispute) => ({
            amount: rupeesFromPaise(dispute.paise),
            currency: dispute.currency,
            reason: dispute.reason,
            state: dispute.state,
            openedAt: dispute.openedAt,
            closedAt: dispute.closedAt,
          })),
      })),
  });
}
