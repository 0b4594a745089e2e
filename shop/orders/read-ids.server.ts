import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_READ_AT_ONCE } from "#shop/constants.ts";
import { inStore } from "#shop/stock/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/inventory.ts";
import type { IdState, ProductId } from "#shop/stock/product-id.ts";
import { freeUnits, productStock, units } from "#shop/stock/tables.server.ts";
import { orders, orderUnits, replacements } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault">;

/** Which IDs of a product: those in one state, and those whose text holds the words. */
export type IdFilter = { state?: IdState | null; search?: string | null };

/** What was deleted is not in the shop, though its row stays in the books. */
const isNotDeleted = sql`${units.setAside} is distinct from 'removed'`;

const isIn: Record<IdState, SQL | undefined> = {
  available: isNotNull(freeUnits.unitId),
  reserved: and(isNotNull(orderUnits.unitId), isNull(orderUnits.deliveredAt)),
  delivered: isNotNull(orderUnits.deliveredAt),
  "set-aside": eq(units.setAside, "faulty"),
};

const stateIs = (state: IdState | null) => (state ? isIn[state] : undefined);

/** A part of a product's IDs: those that were looked for, how many were read, and where it goes on. */
export type Slice = { product: ProductInStore; ids: ProductId[]; read: number; goesOn: string | null };

/**
 * The product and its IDs together, slice by slice; nothing when there is no such product. The values are sealed, so a search has to open
 * them, and others get their turn in between.
 */
export async function* readIds(
  { db, vault }: Needs,
  productId: string,
  { state = null, search = null }: IdFilter,
  after: number,
  isAll: boolean,
): AsyncGenerator<Slice, undefined> {
  const words = search?.trim().toLowerCase() ?? "";
  const atOnce = words || isAll ? PRODUCT_IDS_READ_AT_ONCE : PRODUCT_IDS_PAGE_SIZE + 1;
  for (let place: number | null = after; place !== null; ) {
    const slice = await readSlice(db, productId, and(gt(units.id, place), stateIs(state)), atOnce);
    if (!slice) return;

    const { rows, ...product } = slice;
    place = rows.length === atOnce ? (rows.at(-1)?.unitId ?? null) : null;
    const ids = rows.map((row) => asProductId(vault, row)).filter(({ value }) => value.toLowerCase().includes(words));
    yield { product, ids, read: rows.length, goesOn: place === null ? null : String(place) };
    await others();
  }
}

/** Read: the ID of a product that is exactly this, by its fingerprint; null when the product has no such ID in that state. */
export async function findExactly({ db, vault }: Needs, productId: string, state: IdState | null, value: string) {
  const slice = await readSlice(db, productId, and(eq(units.fingerprint, vault.fingerprint(value)), stateIs(state)), 1);
  if (!slice || slice.rows.length === 0) return null;
  const { rows, ...product } = slice;
  return { product, ids: rows.map((row) => asProductId(vault, row)) };
}

/** Read: how many IDs of a product are in that state, or in any; what was deleted does not count. */
export async function countIds({ db }: Pick<Services, "db">, productId: string, state: IdState | null): Promise<number> {
  const [counted] = await db
    .select({ ids: sql<number>`count(*)::integer` })
    .from(units)
    .leftJoin(freeUnits, and(eq(freeUnits.productId, units.productId), eq(freeUnits.unitId, units.id)))
    .leftJoin(orderUnits, eq(orderUnits.unitId, units.id))
    .where(and(eq(units.productId, productId), isNotDeleted, stateIs(state)));
  return counted?.ids ?? 0;
}

async function readSlice(db: Services["db"], productId: string, which: SQL | undefined, atOnce: number) {
  const listed = db
    .select({
      unitId: units.id,
      value: units.value,
      setAside: units.setAside,
      deliveredAt: orderUnits.deliveredAt,
      requestCode: orders.requestCode,
    })
    .from(units)
    .leftJoin(freeUnits, and(eq(freeUnits.productId, units.productId), eq(freeUnits.unitId, units.id)))
    .leftJoin(orderUnits, eq(orderUnits.unitId, units.id))
    .leftJoin(replacements, eq(replacements.faultyUnitId, units.id))
    .leftJoin(orders, eq(orders.id, sql`coalesce(${orderUnits.orderId}, ${replacements.orderId})`))
    .where(and(eq(units.productId, productId), isNotDeleted, which))
    .orderBy(asc(units.id))
    .limit(atOnce)
    .as("listed");
  const row = sql`json_build_object('unitId', ${listed.unitId}, 'value', encode(${listed.value}, 'hex'), 'setAside', ${listed.setAside},
    'isDelivered', ${listed.deliveredAt} is not null, 'requestCode', ${listed.requestCode})`;
  const [slice] = await db
    .select({ ...inStore, rows: sql<Row[]>`(select coalesce(json_agg(${row} order by ${listed.unitId}), '[]') from ${listed})` })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, productId), isNull(products.deletedAt)));
  return slice ?? null;
}

/** An ID as the statement tells it; the value is sealed, in hexadecimal. */
type Row = { unitId: number; value: string; setAside: string | null; isDelivered: boolean; requestCode: string | null };

function asProductId(vault: Services["vault"], { unitId, value, setAside, isDelivered, requestCode }: Row): ProductId {
  const isHeld = requestCode !== null;
  const state = setAside ? "set-aside" : isDelivered ? "delivered" : isHeld ? "reserved" : "available";
  return { unitId, value: vault.open(Buffer.from(value, "hex")), requestCode, state };
}
