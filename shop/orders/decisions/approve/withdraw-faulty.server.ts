import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Placed } from "#shop/orders/order.ts";
import { orderUnits } from "#shop/orders/tables.server.ts";
import { refused } from "#shop/refusal.ts";
import { units } from "#shop/stock/tables.server.ts";
import type { FoundUnit } from "../find-units.server.ts";

/**
 * Refuses a faulty ID that the order does not reserve or that it hands over (`faultyIdNotHeld`).
 * Returns null if all of them may be withdrawn. [S4.6]
 */
export async function objectionToFaulty(tx: Tx, order: Placed, faulty: string[], found: FoundUnit[]) {
  if (faulty.length === 0) return null;
  const delivered = new Set(found.map(({ unit }) => unit?.id));
  const ids = [...new Set(faulty.map(Number))];
  const held = await tx
    .select({ unitId: orderUnits.unitId })
    .from(orderUnits)
    .where(and(eq(orderUnits.orderId, order.id), inArray(orderUnits.unitId, ids)));
  return held.length === ids.length && !ids.some((id) => delivered.has(id)) ? null : refused("faultyIdNotHeld");
}

/** Withdraws these reserved IDs from the order and from sale. [S4.6] */
export async function withdrawFaulty(tx: Tx, order: Placed, faulty: string[], at: Date): Promise<void> {
  if (faulty.length === 0) return;
  const ids = faulty.map(Number);
  await tx.delete(orderUnits).where(and(eq(orderUnits.orderId, order.id), inArray(orderUnits.unitId, ids)));
  await tx.update(units).set({ withdrawn: "faulty", withdrawnAt: at }).where(inArray(units.id, ids));
}
