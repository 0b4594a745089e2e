import { asc, eq, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { payments, refunds } from "#shop/payments/tables.server.ts";
import type { OrderRow } from "../tables.server.ts";
import { refundOf, refundWithNote } from "./list-payments.server.ts";
import { type ListedPayment, withRefunds } from "./listed-payment.ts";

/**
 * The payments of an order with their refunds, the earliest first. Two queries at once. The caller
 * has checked that an admin asks. [S10.8] [S10.10]
 */
export async function paymentsOfOrder(
  { db, vault }: Pick<Services, "vault"> & { db: Reading },
  { id, requestCode, status }: Pick<OrderRow, "id" | "requestCode" | "status">,
): Promise<ListedPayment[]> {
  const came = db.prepared("payments-of-order", (db) =>
    db
      .select()
      .from(payments)
      .where(eq(payments.orderId, sql.placeholder("id")))
      .orderBy(asc(payments.receivedAt), asc(payments.id)),
  );
  const back = db.prepared("refunds-of-order", (db) =>
    db
      .select(refundWithNote)
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(payments.orderId, sql.placeholder("id")))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
  );
  const [rows, refunded] = await Promise.all([came.execute({ id }), back.execute({ id })]);
  return rows.map(({ payer, orderId: _order, attemptId: _attempt, ...payment }) => {
    const its = refunded.filter(({ paymentId }) => paymentId === payment.id);
    return withRefunds(
      { ...payment, requestCode, orderStatus: status, payer: payer && vault.decrypt(placeOf("payments.payer", payment.id), payer) },
      its.map(refundOf),
    );
  });
}
