import { and, count, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { requireRight } from "#shop/rights.ts";
import { listMostlyHeld } from "../alerts/mostly-held.server.ts";
import { DELETED_PRODUCT_STORED_MS, DELETED_PRODUCTS_SHOWN, LOW_STOCK, PRODUCT_CHOICES_SHOWN } from "../constants.ts";
import { productStock } from "../tables.server.ts";
import { freeCostsOfIds } from "./free-cost.server.ts";
import type { DeletedProduct, FreeCost, InventoryPage, InventoryProduct, ProductChoice, ProductInStore } from "./inventory.ts";
import type { InventorySort, StockFilter } from "./inventory-filter.ts";
import { matching } from "./matching-products.server.ts";
import { findProductPage, isAmongFirst, isOneOfIds, newestFirst, oldestFirst } from "./product-pages.server.ts";
import { onSale } from "./products-on-sale.server.ts";

type Needs = Pick<Services, "db">;

/** The columns of `ProductInStore`, for a select from `products` joined with `productStock`. */
export const inStore = {
  ...onSale,
  isHidden: sql<boolean>`${products.hiddenAt} is not null`.as("is_hidden"),
  idPattern: products.idPattern,
  idExample: products.idExample,
};

/** How many confirmed addresses wait for a product. [S12.9] */
const waiting = sql<number>`(select count(*)::integer from waitlist w
  where w.product_id = ${products.id} and w.confirmed_at is not null and w.notified_at is null)`;

const freeCost = sql<FreeCost | null>`costs.of_free`;

/** What the inventory shows: all products, the newest first, unless the address says otherwise. */
type Shown = { search: string; stock?: StockFilter | null; sort?: InventorySort; page: number };

/** A name in which numbers count as numbers: each with zeros in front, so that 2 is before 10. */
const namedInOrder = sql`regexp_replace(regexp_replace(lower(${products.name}), '(\\d+)', '000000000000\\1', 'g'), '\\d*(\\d{12})', '\\1', 'g')`;

const orders: Record<InventorySort, SQL> = {
  newest: newestFirst,
  name: sql`${namedInOrder}, lower(${products.name}), ${products.id}`,
  stock: sql`(select s.available from product_stock s where s.product_id = ${products.id}), ${newestFirst}`,
};

/** The products on sale of which some IDs were sold, and few or none are left. */
function stockIs(stock: StockFilter | null): SQL | undefined {
  if (stock === null) return undefined;
  const left = stock === "out" ? sql`s.available = 0` : sql`s.available between 1 and ${LOW_STOCK}`;
  return sql`${products.hiddenAt} is null and exists (
    select from product_stock s where s.product_id = ${products.id} and s.imported > 0 and ${left})`;
}

/**
 * Returns a page of all products that match every word of the search in name or description, hidden
 * ones included, newest first or as asked, with the recently deleted ones. The route restricts it
 * to admins. [S2.33] [S5.10]
 */
export function readInventory(
  { db, now }: Pick<Services, "db" | "now">,
  actor: Actor,
  { search, stock = null, sort = "newest", page }: Shown,
): Promise<InventoryPage> {
  requireRight(actor, "manage-stock");
  const matched = and(matching(search), stockIs(stock));
  const list = {
    where: and(isNull(products.deletedAt), matched),
    order: orders[sort],
    page,
    size: PAGE_SIZE,
    name: matched || sort !== "newest" ? null : "inventory",
  };
  return db.together(async (db) => {
    const [{ ids, ...paging }, samples, mostlyHeld, deleted] = await Promise.all([
      findProductPage(db, list),
      countSamples({ db }),
      listMostlyHeld({ db }),
      listDeleted({ db, now }),
    ]);
    const found = new Map((await readProducts({ db }, ids)).map((product) => [product.id, product]));
    return { products: ids.flatMap((id) => found.get(id) ?? []), ...paging, samples, mostlyHeld, deleted };
  });
}

function readProducts({ db }: { db: Reading }, ids: string[]): Promise<InventoryProduct[]> {
  const { id, name, language, pricePaise, image, isSample, available, isHidden } = inStore;
  const listed = db.prepared("products-of-inventory", (db) =>
    db
      .select({ id, name, language, pricePaise, image, isSample, available, isHidden, waiting, freeCost })
      .from(products)
      .innerJoin(productStock, eq(productStock.productId, products.id))
      .leftJoin(freeCostsOfIds, sql`costs.product_id = ${products.id}`)
      .where(and(isNull(products.deletedAt), isOneOfIds))
      .orderBy(newestFirst),
  );
  return listed.execute({ ids });
}

async function countSamples({ db }: { db: Reading }): Promise<number> {
  const counted = db.prepared("samples", (db) =>
    db.select({ samples: count() }).from(products).where(sql`is_sample and deleted_at is null`),
  );
  const [row] = await counted.execute();
  return row?.samples ?? 0;
}

async function listDeleted({ db, now }: Pick<Services, "now"> & { db: Reading }): Promise<DeletedProduct[]> {
  const { id, name, language, image, removedIds, deletedAt } = products;
  const listed = db.prepared("deleted-products", (db) =>
    db
      .select({ id, name, language, image, ids: removedIds, deletedAt })
      .from(products)
      .where(gt(deletedAt, sql.placeholder("since")))
      .orderBy(desc(deletedAt), desc(id))
      .limit(DELETED_PRODUCTS_SHOWN),
  );
  const rows = await listed.execute({ since: new Date(now().getTime() - DELETED_PRODUCT_STORED_MS) });
  return rows.map(({ ids, deletedAt, ...product }) => ({
    ...product,
    ids: ids ?? 0,
    until: new Date((deletedAt?.getTime() ?? 0) + DELETED_PRODUCT_STORED_MS),
  }));
}

/**
 * Returns one product, hidden or not; null if it does not exist or was deleted. For admins only.
 * [S2.34]
 */
export async function findProductInStore({ db }: Needs, actor: Actor, id: string): Promise<ProductInStore | null> {
  requireRight(actor, "manage-stock");
  if (!isProductId(id)) return null;
  const [product] = await db
    .select(inStore)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}

/**
 * Returns the products to choose from, hidden ones included, oldest first, that match every word of
 * the search in name or description: as many as a form offers plus one if there are more. `chosen`
 * is always included. For admins only. [S2.25]
 */
export function listProductChoices(
  { db }: Needs,
  actor: Actor,
  { search = "", chosen = null }: { search?: string; chosen?: string | null } = {},
): Promise<ProductChoice[]> {
  requireRight(actor, "manage-stock");
  const list = {
    where: and(isNull(products.deletedAt), matching(search)),
    order: oldestFirst,
    size: PRODUCT_CHOICES_SHOWN + 1,
  };
  const isOffered = chosen === null ? isAmongFirst(list) : or(isAmongFirst(list), eq(products.id, chosen));
  return db
    .select({
      id: products.id,
      name: products.name,
      language: products.language,
      pricePaise: products.pricePaise,
      available: productStock.available,
      isHidden: inStore.isHidden,
    })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(isNull(products.deletedAt), isOffered))
    .orderBy(oldestFirst);
}
