import { asc, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { refunds } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { creditNotes, receipts } from "../tables.server.ts";
import type { CreditNote } from "./receipt.ts";

/**
 * Finds a credit note of an order, by its place among them from 1, for those who may read the
 * order's IDs. Anybody else is answered as for an unknown code. Refuses `creditNoteNotFound`.
 * [S10.15] [S2.15]
 */
export async function findCreditNote(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  requestCode: string,
  place: string,
): Promise<Result<CreditNote, "orderNotFound" | "creditNoteNotFound">> {
  const order = await findOrder(services, visitor, requestCode);
  if (!order?.isWhole) return refused("orderNotFound");
  if (!/^[1-9]\d{0,3}$/.test(place)) return refused("creditNoteNotFound");

  const [found] = await services.db
    .select({ note: creditNotes, receipt: receipts, state: refunds.state, creditedBefore })
    .from(creditNotes)
    .innerJoin(receipts, eq(receipts.orderId, creditNotes.orderId))
    .innerJoin(refunds, eq(refunds.id, creditNotes.refundId))
    .where(eq(creditNotes.orderId, order.id))
    .orderBy(asc(creditNotes.year), asc(creditNotes.number))
    .limit(1)
    .offset(Number(place) - 1);
  if (!found) return refused("creditNoteNotFound");
  const { note, receipt, state } = found;
  const { sellerName, sellerAddress, gstin, hsnCode, gstRate } = receipt;
  return ok({
    requestCode: order.requestCode,
    productName: order.productName,
    productNames: order.productNames,
    number: note.code,
    issuedAt: note.issuedAt,
    paise: note.paise,
    creditedBefore: found.creditedBefore,
    sellerName,
    sellerAddress,
    gstin,
    hsnCode,
    gstRate,
    receipt: { number: receipt.code, issuedAt: receipt.issuedAt },
    isVoid: state !== "done",
  });
}

/** What the earlier notes of an order took back; one whose refund failed took nothing. */
const creditedBefore = sql<number>`(select coalesce(sum(n.paise), 0) from credit_notes n join refunds r on r.id = n.refund_id
  where n.order_id = ${creditNotes.orderId} and (n.year, n.number) < (${creditNotes.year}, ${creditNotes.number}) and r.state = 'done')`.mapWith(
  Number,
);
