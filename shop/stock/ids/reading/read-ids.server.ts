import { setImmediate as others } from "node:timers/promises";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_READ_AT_ONCE } from "#shop/constants.ts";
import { inStore } from "#shop/stock/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/inventory.ts";
import type { IdState, ProductId } from "#shop/stock/product-id.ts";
import { productStock, units } from "#shop/stock/tables.server.ts";
import { orders, orderUnits, replacements } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault">;

/** Which IDs of a product: those in one state, and those whose text holds the words. */
export type IdFilter = { state?: IdState | null; search?: string | null };

/**
 * The numbers of a product's IDs in a state, or in any, each told by what is small: the free ones by the table of those, the held ones by the orders that wait, the
 * faulty ones by an index of their own. What was deleted is not in the shop, though its row stays in the books.
 */
function numbersOf(productId: string, state: IdState | null): { from: SQL; id: SQL } {
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
    case "set-aside":
      return ofUnits(sql`n.set_aside = 'faulty'`);
    case null:
      return ofUnits(sql`n.set_aside is distinct from 'removed'`);
  }
}

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
): AsyncGenerator<Slice, undefined> {
  const words = search?.trim().toLowerCase() ?? "";
  const atOnce = words ? PRODUCT_IDS_READ_AT_ONCE : PRODUCT_IDS_PAGE_SIZE + 1;
  for (let place: number | null = after; place !== null; ) {
    const slice = await readSlice(db, productId, { state, after: place }, atOnce);
    if (!slice) return;

    const { rows, ...product } = slice;
    place = rows.length === atOnce ? (rows.at(-1)?.unitId ?? null) : null;
    const ids = rows.map((row) => asProductId(vault, row)).filter(({ value }) => words === "" || value?.toLowerCase().includes(words));
    yield { product, ids, read: rows.length, goesOn: place === null ? null : String(place) };
    await others();
  }
}

/** Read: the ID of a product that is exactly this, by its fingerprint; null when the product has no such ID in that state. */
export async function findExactly({ db, vault }: Needs, productId: string, state: IdState | null, value: string) {
  const slice = await readSlice(db, productId, { state, fingerprints: vault.fingerprints(value) }, 1);
  if (!slice || slice.rows.length === 0) return null;
  const { rows, ...product } = slice;
  return { product, ids: rows.map((row) => asProductId(vault, row)) };
}

/** Read: how many IDs of a product are in that state, or in any, by its books; what was deleted does not count. */
export async function countIds({ db }: Pick<Services, "db">, productId: string, state: IdState | null): Promise<number> {
  const faulty = sql`(select count(*) from units where product_id = ${productId} and set_aside = 'faulty')`;
  const counts = { available: sql`free`, reserved: sql`held`, delivered: sql`delivered`, "set-aside": faulty };
  const all = sql`free + held + delivered + ${faulty}`;
  const [counted] = await db
    .select({ ids: sql<number>`(${state ? counts[state] : all})::integer` })
    .from(productStock)
    .where(eq(productStock.productId, productId));
  return counted?.ids ?? 0;
}

type Which = { state: IdState | null } & ({ after: number } | { fingerprints: Buffer[] });

/** The numbers are found first, so that what belongs to each is looked up for those alone that are shown. */
async function readSlice(db: Services["db"], productId: string, which: Which, atOnce: number) {
  const { from, id } = numbersOf(productId, which.state);
  const place =
    "after" in which
      ? sql`${id} > ${which.after}`
      : sql`${id} = any(array(select id from units where fingerprint = any(${sql.param(which.fingerprints)}::bytea[])))`;
  const numbers = sql`(select ${id} as id from ${from} and ${place} order by ${id} limit ${atOnce})`;
  const listed = db
    .select({
      unitId: units.id,
      value: units.value,
      setAside: units.setAside,
      deliveredAt: orderUnits.deliveredAt,
      requestCode: orders.requestCode,
    })
    .from(units)
    .leftJoin(orderUnits, eq(orderUnits.unitId, units.id))
    .leftJoin(replacements, eq(replacements.faultyUnitId, units.id))
    .leftJoin(orders, eq(orders.id, sql`coalesce(${orderUnits.orderId}, ${replacements.orderId})`))
    .where(sql`${units.id} in ${numbers}`)
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

/** An ID as the statement tells it; the value is sealed, in hexadecimal; null once it was erased. */
type Row = { unitId: number; value: string | null; setAside: string | null; isDelivered: boolean; requestCode: string | null };

function asProductId(vault: Services["vault"], { unitId, value, setAside, isDelivered, requestCode }: Row): ProductId {
  const isHeld = requestCode !== null;
  const state = setAside ? "set-aside" : isDelivered ? "delivered" : isHeld ? "reserved" : "available";
  return { unitId, value: value === null ? null : vault.open(Buffer.from(value, "hex")), requestCode, state };
}
