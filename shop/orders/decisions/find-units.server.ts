import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { refused } from "#shop/refusal.ts";
import { fingerprinted, spelledOtherwise } from "#shop/stock/books/known-units.server.ts";
import { productStock, units } from "#shop/stock/tables.server.ts";
import type { Placed } from "../order.ts";
import { orders, orderUnits } from "../tables.server.ts";

/**
 * An ID to hand over, with what the database knows of it. `alike` is its stored spelling if that
 * differs.
 */
export type FoundUnit = {
  given: string;
  value: string;
  fingerprint: Buffer;
  alike: string | null;
  /** null if the shop does not know this ID, or removed it together with a deleted product. */
  unit: {
    id: number;
    productId: string;
    withdrawn: string | null;
    orderId: string | null;
  } | null;
};

/**
 * Looks up these IDs, in their order. The caller has locked the order, and the stock for IDs that
 * the order does not reserve. [S4.5]
 */
export async function findUnits({ vault }: Pick<Services, "vault">, tx: Tx, values: string[]): Promise<FoundUnit[]> {
  const lines = values.map((value) => fingerprinted(vault, value));
  const prints = lines.flatMap(({ prints }) => prints);
  const rows = await unitsByFingerprint(tx, prints);
  const known = new Map(rows.filter((row) => row.withdrawn !== "removed").map((row) => [row.fingerprint.toString("hex"), row]));
  return lines.map(({ given, prints, value, fingerprint }) => {
    const found = prints.map((print) => known.get(print.toString("hex"))).find((unit) => unit !== undefined);
    if (!found) return { given, value, fingerprint, alike: null, unit: null };
    const { encrypted, fingerprint: print, ...unit } = found;
    return { given, value, fingerprint, alike: spelledOtherwise(vault, value, { encrypted, fingerprint: print }), unit };
  });
}

/**
 * Reads only what a decision needs; names for a refusal are read when there is one. The list is
 * read in a subquery, so one plan serves every length. A subquery looks up each unit's order by
 * key; PostgreSQL reads that whole table only if it was small when last analyzed.
 */
function unitsByFingerprint(tx: Tx, prints: Buffer[]) {
  return tx
    .select({
      id: units.id,
      productId: units.productId,
      withdrawn: units.withdrawn,
      fingerprint: units.fingerprint,
      encrypted: units.value,
      orderId: sql<string | null>`(select held.order_id from ${orderUnits} held where held.unit_id = ${units}.id)`,
    })
    .from(units)
    .where(sql`${units.fingerprint} = any(array(select unnest(${sql.param(prints)}::bytea[])))`)
    .prepare("find-units")
    .execute();
}

/** The ID pattern of an order's product; empty if it has none. */
export async function patternOf(tx: Tx, requestCode: string): Promise<string> {
  const [product] = await tx
    .select({ idPattern: products.idPattern })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .where(eq(orders.requestCode, requestCode))
    .prepare("pattern-of-order")
    .execute();
  return product?.idPattern ?? "";
}

/**
 * Checks whether these IDs can be handed over in this order. Refuses an ID of another order
 * (`idWithOtherOrder`) or another product (`idOfOtherProduct`), a withdrawn one (`idWithdrawn`),
 * and one that is stored with another spelling (`idAlike`). Returns null if all of them can. [S4.5]
 */
export async function objectionToUnits(tx: Tx, order: Pick<Placed, "id" | "productId">, found: FoundUnit[]) {
  for (const { unit, value, alike } of found) {
    if (!unit) continue;
    if (unit.orderId !== null && unit.orderId !== order.id) return refused("idWithOtherOrder", { code: await codeOf(tx, unit.orderId) });
    if (unit.productId !== order.productId) return refused("idOfOtherProduct", { product: await nameOf(tx, unit.productId) });
    if (unit.withdrawn !== null) return refused("idWithdrawn");
    if (alike !== null) return refused("idAlike", { id: value, twin: alike });
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

/**
 * Removes the units that are free from the stock and lowers the counter by their number, in one
 * statement.
 */
export async function takeFree(tx: Tx, productId: string, unitIds: number[]): Promise<void> {
  await tx.execute(sql`with taken as (
      delete from free_units where product_id = ${productId} and unit_id = any(${sql.param(unitIds)}::bigint[]) returning 1
    ) update ${productStock} set available = available - (select count(*) from taken) where product_id = ${productId}`);
}
