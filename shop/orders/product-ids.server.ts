import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCT_IDS_PAGE_SIZE, PRODUCT_IDS_READ_AT_ONCE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { inStore } from "#shop/stock/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/inventory.ts";
import type { IdState, PageOfIds, ProductId } from "#shop/stock/product-id.ts";
import { freeUnits, productStock, units } from "#shop/stock/tables.server.ts";
import { orders, orderUnits, replacements } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault">;

/** Which IDs of a product: those in one state, and those whose text holds the words. */
export type IdFilter = { state?: IdState | null; search?: string | null };

/**
 * A product and a page of its IDs in the order in which they came, each with its state and the order that has it; those that were deleted are not
 * there any more. A search goes through all of them, since it says how many it found. For admins. [S2.35] [S3.2] [S6.5]
 */
export async function listProductIds(
  services: Needs,
  visitor: Visitor,
  productId: string,
  { after = null, ...filter }: IdFilter & { after?: string | null } = {},
): Promise<Result<{ product: ProductInStore; page: PageOfIds }>> {
  const isSearch = Boolean(filter.search?.trim());
  const place = placeOf(after);
  const slices = slicesFor(services, visitor, productId, filter, isSearch ? 0 : place);
  if (!slices.ok) return slices;

  let product: ProductInStore | null = null;
  let available = 0;
  const rows: ProductId[] = [];
  for await (const slice of slices.value) {
    product = slice.product;
    available += slice.ids.filter(({ state }) => state === "available").length;
    rows.push(...slice.ids.filter(({ unitId }) => unitId > place).slice(0, PRODUCT_IDS_PAGE_SIZE + 1 - rows.length));
    if (!isSearch && rows.length > PRODUCT_IDS_PAGE_SIZE) break;
  }
  if (product === null) return refused("productNotFound");
  const shown = rows.slice(0, PRODUCT_IDS_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const next = last ? String(last.unitId) : null;
  return granted({ product, page: { rows: shown, next, available: isSearch ? available : product.available } });
}

/** All of a product's IDs that the filter lets through as text, one per line, read while they are sent. For admins. [S2.35] [S6.5] */
export async function productIdsText(
  services: Needs,
  visitor: Visitor,
  productId: string,
  filter: IdFilter = {},
): Promise<Result<{ productName: string; lines: AsyncGenerator<string> }>> {
  const slices = slicesFor(services, visitor, productId, filter, 0, true);
  if (!slices.ok) return slices;

  const first = await slices.value.next();
  if (first.done) return refused("productNotFound");
  return granted({ productName: first.value.product.name, lines: linesOf(first.value, slices.value) });
}

function slicesFor(
  services: Needs,
  visitor: Visitor,
  productId: string,
  filter: IdFilter,
  after: number,
  isAll = false,
): Result<AsyncGenerator<Slice, undefined>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!isProductId(productId)) return refused("productNotFound");
  return granted(readIds(services, productId, filter, after, isAll));
}

async function* linesOf(first: Slice, others: AsyncIterable<Slice>): AsyncGenerator<string> {
  if (first.ids.length > 0) yield textOf(first);
  for await (const slice of others) if (slice.ids.length > 0) yield textOf(slice);
}

function textOf({ ids }: Slice): string {
  return ids.map(({ value }) => `${value}\n`).join("");
}

/** What was deleted is not in the shop, though its row stays in the books. */
const isNotDeleted = sql`${units.setAside} is distinct from 'removed'`;

const isIn: Record<IdState, SQL | undefined> = {
  available: isNotNull(freeUnits.unitId),
  reserved: and(isNotNull(orderUnits.unitId), isNull(orderUnits.deliveredAt)),
  delivered: isNotNull(orderUnits.deliveredAt),
  "set-aside": eq(units.setAside, "faulty"),
};

type Slice = { product: ProductInStore; ids: ProductId[] };

/**
 * The product and its IDs together, slice by slice; nothing when there is no such product. The values are sealed, so a search has to open
 * them, and others get their turn in between.
 */
async function* readIds(
  { db, vault }: Needs,
  productId: string,
  { state = null, search = null }: IdFilter,
  after: number,
  isAll: boolean,
): AsyncGenerator<Slice, undefined> {
  const words = search?.trim().toLowerCase() ?? "";
  const atOnce = words || isAll ? PRODUCT_IDS_READ_AT_ONCE : PRODUCT_IDS_PAGE_SIZE + 1;
  for (let place: number | null = after; place !== null; ) {
    const slice = await readSlice(db, productId, state, place, atOnce);
    if (!slice) return;

    const { rows, ...product } = slice;
    yield {
      product,
      ids: rows
        .map((row) => ({ ...row, value: vault.open(Buffer.from(row.value, "hex")) }))
        .filter(({ value }) => value.toLowerCase().includes(words))
        .map(asProductId),
    };
    place = rows.length === atOnce ? (rows.at(-1)?.unitId ?? null) : null;
    await others();
  }
}

async function readSlice(db: Services["db"], productId: string, state: IdState | null, after: number, atOnce: number) {
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
    .where(and(eq(units.productId, productId), gt(units.id, after), isNotDeleted, state ? isIn[state] : undefined))
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

function asProductId({ unitId, value, setAside, isDelivered, requestCode }: Row): ProductId {
  const isHeld = requestCode !== null;
  return { unitId, value, requestCode, state: setAside ? "set-aside" : isDelivered ? "delivered" : isHeld ? "reserved" : "available" };
}

function placeOf(after: string | null): number {
  return after !== null && /^\d{1,15}$/.test(after) ? Number(after) : 0;
}
