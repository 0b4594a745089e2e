import { eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import { type Statement, statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { refused } from "#shop/refusal.ts";
import { productStock, units } from "#shop/stock/tables.server.ts";
import { type OrderRow, orders, orderUnits } from "./tables.server.ts";

/** One ID that is to be handed over, and what the books say of it. */
export type FoundUnit = {
  value: string;
  fingerprint: Buffer;
  /** null: the shop does not know this ID, or not any more, since it left with a deleted product. */
  unit: {
    id: number;
    productId: string;
    setAside: string | null;
    orderId: string | null;
  } | null;
};

/** Step: what the books say of these IDs, in their order. The order is locked by then, and for IDs that it does not hold the stock. [S4.5] */
export async function findUnits({ vault }: Pick<Services, "vault">, tx: Tx, values: string[]): Promise<FoundUnit[]> {
  const lines = values.map((value) => ({ value, fingerprint: vault.fingerprint(value), prints: vault.fingerprints(value) }));
  const rows = await unitsByFingerprint(tx).execute({ prints: lines.flatMap(({ prints }) => prints) });
  const known = new Map(rows.filter((row) => row.setAside !== "removed").map((row) => [row.fingerprint.toString("hex"), row]));
  return lines.map(({ prints, ...line }) => ({
    ...line,
    unit: prints.map((print) => known.get(print.toString("hex"))).find((unit) => unit !== undefined) ?? null,
  }));
}

/**
 * Only what a decision needs: names for a refusal are read when there is one. The list comes by way of a subquery, so the plan is made once. The order is looked up for
 * each ID, by the key: only a table that was small when it was last analyzed is read as a whole.
 */
const unitsByFingerprint = preparedOnce((tx: Tx) =>
  tx
    .select({
      id: units.id,
      productId: units.productId,
      setAside: units.setAside,
      fingerprint: units.fingerprint,
      orderId: sql<string | null>`(select held.order_id from ${orderUnits} held where held.unit_id = ${units}.id)`,
    })
    .from(units)
    .where(sql`${units.fingerprint} = any(array(select unnest(${sql.placeholder("prints")}::bytea[])))`)
    .prepare("find-units"),
);

/** Why one of these IDs cannot be handed over in this order: another order or product has it, or it was set aside; null when nothing speaks against it. [S4.5] */
export async function objectionToUnits(tx: Tx, order: Pick<OrderRow, "id" | "productId">, found: FoundUnit[]) {
  for (const { unit } of found) {
    if (!unit) continue;
    if (unit.orderId !== null && unit.orderId !== order.id) return refused("idWithOtherOrder", await codeOf(tx, unit.orderId));
    if (unit.productId !== order.productId) return refused("idOfOtherProduct", await nameOf(tx, unit.productId));
    if (unit.setAside !== null) return refused("idSetAside");
  }
  return null;
}

async function codeOf(tx: Tx, orderId: string): Promise<string> {
  const [order] = await tx.select({ code: orders.requestCode }).from(orders).where(eq(orders.id, orderId));
  return order?.code ?? "";
}

async function nameOf(tx: Tx, productId: string): Promise<string> {
  const [product] = await tx.select({ name: products.name }).from(products).where(eq(products.id, productId));
  return product?.name ?? "";
}

/** Step: takes those of the units that are free out of the stock and lowers the counter by as many, in one statement. */
export async function takeFree(tx: Tx, productId: string, unitIds: number[]): Promise<void> {
  await tx.execute(taking(productId, unitIds));
}

/** The same as a statement, to be sent along with others in one round trip. */
export function takeOfFree(productId: string, unitIds: number[]): Statement {
  return statement("take-free", taking(productId, unitIds));
}

function taking(productId: string, unitIds: number[]): SQL {
  return sql`with taken as (
      delete from free_units where product_id = ${productId} and unit_id = any(${sql.param(unitIds)}::bigint[]) returning 1
    ) update ${productStock} set available = available - (select count(*) from taken) where product_id = ${productId}`;
}
