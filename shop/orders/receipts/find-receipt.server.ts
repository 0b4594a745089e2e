import { eq, getTableColumns } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { orders, receipts } from "../tables.server.ts";
import type { Receipt } from "./receipt.ts";

/**
 * Finds the receipt of an approved order, for those who may read its IDs. Anybody else is answered
 * as for an unknown code. Refuses `receiptNotFound` for an order without one: it is not approved,
 * or was approved before the shop had receipts, or in the old shop. [S10.15] [S2.15]
 */
export async function findReceipt(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<Receipt, "orderNotFound" | "receiptNotFound">> {
  const order = await findOrder(services, visitor, requestCode);
  if (!order?.isWhole) return refused("orderNotFound");

  const [receipt] = await services.db
    .select({ ...getTableColumns(receipts), payablePaise: orders.payablePaise })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .where(eq(receipts.orderId, order.id));
  if (!receipt) return refused("receiptNotFound");
  const { productName, productNames, quantity, pricePaise, totalPaise, paymentMethod, paidAt } = order;
  const { code: number, issuedAt, sellerName, sellerAddress, gstin, hsnCode, gstRate } = receipt;
  return ok({
    requestCode: order.requestCode,
    productName,
    productNames,
    quantity,
    pricePaise,
    totalPaise,
    paymentMethod,
    paidAt,
    payablePaise: receipt.payablePaise ?? totalPaise,
    number,
    issuedAt,
    sellerName,
    sellerAddress,
    gstin,
    hsnCode,
    gstRate,
  });
}
