import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { orders, orderUnits } from "#shop/orders/tables.server.ts";
import { isMasked, masked, may, readsIds } from "#shop/rights.ts";
import { fingerprinted } from "#shop/stock/books/known-units.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import type { ApprovalForm } from "../decision-forms.ts";

/**
 * Whether this admin has approved an order with just these IDs and this link before, such as in
 * another tab. A page then has nothing to complain of. Also as masks, by who reads IDs so. [S13.5] False for anybody who is no admin. [S4.4]
 */
export async function isApprovedAlike(
  { db, vault }: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  requestCode: string,
  { ids, faulty, downloadLink }: Pick<ApprovalForm, "ids" | "faulty" | "downloadLink">,
): Promise<boolean> {
  if (!may(visitor, "decide-orders") || faulty.length > 0) return false;
  const isOwn = and(
    eq(orders.requestCode, requestCode),
    eq(orders.status, "approved"),
    eq(orders.approvedBy, visitor.userId),
    sql`${orders.downloadLink} is not distinct from ${downloadLink}`,
  );
  const delivered = await db
    .select({ fingerprint: units.fingerprint, value: units.value })
    .from(orders)
    .innerJoin(orderUnits, and(eq(orderUnits.orderId, orders.id), isNotNull(orderUnits.deliveredAt)))
    .innerJoin(units, eq(units.id, orderUnits.unitId))
    .where(isOwn);
  // Who reads IDs masked sends the masks, or no IDs at all, and means what was reserved.
  if (!readsIds(visitor) && ids.every(isMasked)) {
    const masks = delivered.map(({ fingerprint: print, value }) =>
      value ? masked(vault.decrypt(placeOf("units.value", print), value)) : "",
    );
    return masks.length > 0 && (ids.length === 0 || [...ids].sort().join() === masks.sort().join());
  }
  const known = new Set(delivered.map(({ fingerprint }) => fingerprint.toString("hex")));
  return (
    known.size > 0 &&
    known.size === ids.length &&
    ids.every((id) => fingerprinted(vault, id).prints.some((print) => known.has(print.toString("hex"))))
  );
}
