import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { disputes, payments, refunds } from "#shop/payments/tables.server.ts";
import type { OrderRow } from "../tables.server.ts";
import { disputesOf, refundOf, refundWithNote } from "./list-payments.server.ts";
import { type ListedPayment, withRefunds } from "./listed-payment.ts";

/**
 * The payments of an order with their refunds and disputes, the earliest first. Three queries at once. The caller
 * has checked that a person with `handle-money` asks. [S10.8] [S10.10] [S10.18]
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
  const disputed = db.prepared("disputes-of-order", (db) =>
    db
      .select(getTableColumns(disputes))
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(eq(payments.orderId, sql.placeholder("id")))
      .orderBy(asc(disputes.openedAt), asc(disputes.id)),
  );
  const [rows, refunded, opened] = await Promise.all([came.execute({ id }), back.execute({ id }), disputed.execute({ id })]);
  return rows.map(({ payer, orderId: _order, attemptId: _attempt, ...payment }) => {
    const its = refunded.filter(({ paymentId }) => paymentId === payment.id);
    return withRefunds(
      {
        ...payment,
        requestCode,
        orderStatus: status,
        disputes: disputesOf(payment.id, opened),
        payer: payer && vault.decrypt(placeOf("payments.payer", payment.id), payer),
      },
      its.map(refundOf),
    );
  });
}
