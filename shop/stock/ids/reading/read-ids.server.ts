import { setImmediate as others } from "node:timers/promises";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { unlessErased } from "#shop/erased.ts";
import { orders, orderUnits, replacements } from "#shop/orders/tables.server.ts";
import { searchedText } from "#shop/search-pattern.ts";
import { idFingerprints } from "#shop/stock/books/id-fingerprint.server.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_READ_AT_ONCE } from "#shop/stock/constants.ts";
import { inStore } from "#shop/stock/products/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { productStock, units } from "#shop/stock/tables.server.ts";
import type { IdState, ProductId } from "../product-id.ts";

type Needs = Pick<Services, "db" | "vault">;

/** A state of the list: one of an ID, or all that are not available. */
type ListedState = IdState | "unavailable";

/** Which IDs of a product: those in one state, those whose text contains the search, or both. */
export type IdFilter = { state?: IdState | null; search?: string | null };

/**
 * Selects the unit IDs of a product in a state from the smallest source: free ones from
 * `free_units`, reserved ones from pending orders, faulty, held back and recalled ones by their own index.
 * Removed IDs are left out.
 */
function numbersOf(productId: string, state: ListedState | null): { from: SQL; id: SQL } {
  const ofUnits = (also: SQL) => ({ from: sql`units n where n.product_id = ${productId} and ${also}`, id: sql`n.id` });
  switch (state) {
    case "available":
      return { from: sql`free_units n where n.product_id = ${productId}`, id: sql`n.unit_id` };
    case "reserved":
      return {
        from: sql`orders o join order_units n on n.order_id = o.id
          where o.product_id = ${productId} and o.status = 'pending' and n.delivered_at is null`,
        id: sql`n.unit_id`,
      };
    case "delivered":
      return ofUnits(sql`exists (select from order_units h where h.unit_id = n.id and h.delivered_at is not null)`);
    case "withdrawn":
      return ofUnits(sql`n.withdrawn in ('faulty', 'held back', 'recalled')`);
    case "unavailable":
      return ofUnits(sql`n.withdrawn is distinct from 'removed'
        and not exists (select from free_units f where f.product_id = n.product_id and f.unit_id = n.id)`);
    case null:
      return ofUnits(sql`n.withdrawn is distinct from 'removed'`);
  }
}

/**
 * A slice of a product's IDs: those that match, how many were read, and the cursor of the next
 * slice.
 */
export type Slice = { product: ProductInStore; ids: ProductId[]; read: number; goesOn: string | null };

/**
 * Reads a product and its IDs slice by slice; yields nothing if the product does not exist. A
 * search has to decrypt the values, so other requests get their turn in between.
 */
export async function* readIds(
  { db, vault }: Needs,
  productId: string,
  { state = null, search = null }: Omit<IdFilter, "state"> & { state?: ListedState | null },
  after: number,
): AsyncGenerator<Slice, undefined> {
  const words = searchedText(search ?? "").trim();
  const atOnce = words ? PRODUCT_IDS_READ_AT_ONCE : PRODUCT_IDS_PAGE_SIZE + 1;
  for (let cursor: number | null = after; cursor !== null; ) {
    const slice = await readSlice(db, productId, { state, after: cursor }, atOnce);
    if (!slice) return;

    const { rows, ...product } = slice;
    cursor = rows.length === atOnce ? (rows.at(-1)?.unitId ?? null) : null;
    const ids = rows
      .map((row) => asProductId(vault, row))
      .filter(({ value }) => words === "" || searchedText(unlessErased(value) ?? "").includes(words));
    yield { product, ids, read: rows.length, goesOn: cursor === null ? null : String(cursor) };
    await others();
  }
}

/**
 * Finds the ID of a product with exactly this value by its fingerprint; null if there is none in
 * that state.
 */
export async function findExactly({ db, vault }: Needs, productId: string, state: IdState | null, value: string) {
  const slice = await readSlice(db, productId, { state, fingerprints: idFingerprints(vault, value) }, 1);
  if (!slice || slice.rows.length === 0) return null;
  const { rows, ...product } = slice;
  return { product, ids: rows.map((row) => asProductId(vault, row)) };
}

/**
 * Counts a product's IDs in a state, or in all, using the counters of `product_stock`; removed IDs
 * do not count.
 */
export async function countIds({ db }: { db: Pick<Reading, "select"> }, productId: string, state: IdState | null): Promise<number> {
  const withdrawn = sql`(select count(*) from units where product_id = ${productId} and withdrawn in ('faulty', 'held back', 'recalled'))`;
  const counts = { available: sql`free`, reserved: sql`held`, delivered: sql`delivered`, withdrawn: withdrawn };
  const all = sql`free + held + delivered + ${withdrawn}`;
  const [counted] = await db
    .select({ ids: sql<number>`(${state ? counts[state] : all})::integer` })
    .from(productStock)
    .where(eq(productStock.productId, productId));
  return counted?.ids ?? 0;
}

type Which = { state: ListedState | null } & ({ after: number } | { fingerprints: Buffer[] });

/** Finds the unit IDs first, so that the joins run only for the rows that are shown. */
async function readSlice(db: Services["db"], productId: string, which: Which, atOnce: number) {
  const { from, id } = numbersOf(productId, which.state);
  const ofState =
    "after" in which
      ? sql`${id} > ${which.after}`
      : sql`${id} = any(array(select id from units where fingerprint = any(${sql.param(which.fingerprints)}::bytea[])))`;
  const numbers = sql`(select ${id} as id from ${from} and ${ofState} order by ${id} limit ${atOnce})`;
  const listed = db
    .select({
      unitId: units.id,
      value: units.value,
      print: units.fingerprint,
      erasedAt: units.erasedAt,
      withdrawn: units.withdrawn,
      deliveredAt: orderUnits.deliveredAt,
      requestCode: orders.requestCode,
    })
    .from(units)
    .leftJoin(orderUnits, eq(orderUnits.unitId, units.id))
    .leftJoin(replacements, eq(replacements.faultyUnitId, units.id))
    .leftJoin(orders, eq(orders.id, sql`coalesce(${orderUnits.orderId}, ${replacements.orderId})`))
    .where(sql`${units.id} in ${numbers}`)
    .as("listed");
  const row = sql`json_build_object('unitId', ${listed.unitId}, 'value', encode(${listed.value}, 'hex'), 'print', encode(${listed.print}, 'hex'), 'erasedAt', ${listed.erasedAt}, 'withdrawn', ${listed.withdrawn},
    'isDelivered', ${listed.deliveredAt} is not null, 'requestCode', ${listed.requestCode})`;
  const [slice] = await db
    .select({ ...inStore, rows: sql<Row[]>`(select coalesce(json_agg(${row} order by ${listed.unitId}), '[]') from ${listed})` })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, productId), isNull(products.deletedAt)));
  return slice ?? null;
}

/** A row of the JSON result; the value is encrypted; it and the fingerprint are in hexadecimal. */
type Row = { unitId: number; print: string; withdrawn: string | null; isDelivered: boolean; requestCode: string | null } & (
  | { value: string; erasedAt: null }
  | { value: null; erasedAt: string }
);

function asProductId(vault: Services["vault"], row: Row): ProductId {
  const { unitId, withdrawn, isDelivered, requestCode } = row;
  const isHeld = requestCode !== null;
  const state = withdrawn ? "withdrawn" : isDelivered ? "delivered" : isHeld ? "reserved" : "available";
  return {
    unitId,
    value:
      row.value === null
        ? { erasedAt: new Date(row.erasedAt) }
        : vault.decrypt(placeOf("units.value", row.print), Buffer.from(row.value, "hex")),
    requestCode,
    state,
  };
}
