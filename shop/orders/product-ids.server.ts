import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCT_IDS_PAGE_SIZE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { IdState, ProductId } from "#shop/stock/product-id.ts";
import { freeUnits, units } from "#shop/stock/tables.server.ts";
import type { PageOf } from "./order-view.ts";
import { orders, orderUnits } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault">;

/** Which IDs of a product: those in one state, and those whose text holds the words. */
export type IdFilter = { state?: IdState | null; search?: string | null };

/** A page of a product's IDs in the order in which they came, each with its state and the order that has it. For admins. [S2.35] [S3.2] [S6.5] */
export async function listProductIds(
  services: Needs,
  visitor: Visitor,
  productId: string,
  { after = null, ...filter }: IdFilter & { after?: string | null } = {},
): Promise<Result<PageOf<ProductId> & { productName: string }>> {
  const product = await findFor(services, visitor, productId);
  if (!product.ok) return product;

  const rows: ProductId[] = [];
  for await (const slice of readIds(services, productId, filter, placeOf(after))) {
    rows.push(...slice);
    if (rows.length > PRODUCT_IDS_PAGE_SIZE) break;
  }
  const shown = rows.slice(0, PRODUCT_IDS_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return granted({ productName: product.value.name, rows: shown, next: last ? String(last.unitId) : null });
}

/** All of a product's IDs that the filter lets through as text, one per line, read while they are sent. For admins. [S2.35] [S6.5] */
export async function productIdsText(
  services: Needs,
  visitor: Visitor,
  productId: string,
  filter: IdFilter = {},
): Promise<Result<{ productName: string; lines: AsyncGenerator<string> }>> {
  const product = await findFor(services, visitor, productId);
  return product.ok ? granted({ productName: product.value.name, lines: linesOf(services, productId, filter) }) : product;
}

async function findFor({ db }: Needs, visitor: Visitor, productId: string): Promise<Result<{ name: string }>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!isProductId(productId)) return refused("productNotFound");
  const [product] = await db
    .select({ name: products.name })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt)));
  return product ? granted(product) : refused("productNotFound");
}

async function* linesOf(services: Needs, productId: string, filter: IdFilter): AsyncGenerator<string> {
  for await (const slice of readIds(services, productId, filter, 0)) {
    if (slice.length > 0) yield slice.map(({ value }) => `${value}\n`).join("");
  }
}

const isIn: Record<IdState, SQL | undefined> = {
  available: isNotNull(freeUnits.unitId),
  reserved: and(isNotNull(orderUnits.unitId), isNull(orderUnits.deliveredAt)),
  delivered: isNotNull(orderUnits.deliveredAt),
  "set-aside": isNotNull(units.setAside),
};

/** Slice by slice: the values are sealed, so the search has to open them, and others get their turn in between. */
async function* readIds(
  { db, vault }: Needs,
  productId: string,
  { state = null, search = null }: IdFilter,
  after: number,
): AsyncGenerator<ProductId[]> {
  const words = search?.trim().toLowerCase() ?? "";
  for (let place: number | null = after; place !== null; ) {
    const rows = await db
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
      .leftJoin(orders, eq(orders.id, orderUnits.orderId))
      .where(and(eq(units.productId, productId), gt(units.id, place), state ? isIn[state] : undefined))
      .orderBy(asc(units.id))
      .limit(PRODUCT_IDS_PAGE_SIZE + 1);
    yield rows
      .map((row) => ({ ...row, value: vault.open(row.value) }))
      .filter(({ value }) => value.toLowerCase().includes(words))
      .map(asProductId);
    place = rows.length > PRODUCT_IDS_PAGE_SIZE ? (rows.at(-1)?.unitId ?? null) : null;
    await others();
  }
}

type Row = { unitId: number; value: string; setAside: string | null; deliveredAt: Date | null; requestCode: string | null };

function asProductId({ unitId, value, setAside, deliveredAt, requestCode }: Row): ProductId {
  const isHeld = requestCode !== null;
  return { unitId, value, requestCode, state: setAside ? "set-aside" : deliveredAt ? "delivered" : isHeld ? "reserved" : "available" };
}

function placeOf(after: string | null): number {
  return after !== null && /^\d{1,15}$/.test(after) ? Number(after) : 0;
}
