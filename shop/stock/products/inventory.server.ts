import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { DELETED_PRODUCT_KEPT_MS, DELETED_PRODUCTS_SHOWN, PAGE_SIZE, PRODUCT_CHOICES_SHOWN } from "#shop/constants.ts";
import type { DeletedProduct, InventoryPage, ProductChoice, ProductInStore } from "./inventory.ts";
import { matching } from "./matching-products.server.ts";
import { mostlyHeldList } from "./mostly-held.server.ts";
import type { MostlyHeld } from "./mostly-held.ts";
import { countedIn, isOnPage, newestFirst, oldestFirst, placeAmong } from "./product-pages.server.ts";
import { onSale } from "./products-on-sale.server.ts";
import { productStock } from "./tables.server.ts";

type Needs = Pick<Services, "db">;

/** The columns of `ProductInStore`, for a select from `products` joined with `productStock`. */
export const inStore = {
  ...onSale,
  isHidden: sql<boolean>`${products.hiddenAt} is not null`.as("is_hidden"),
  idPattern: products.idPattern,
  idExample: products.idExample,
};

/**
 * A page of the products, the hidden ones too, newest first, in whose name or description every word of the search stands; with what was deleted
 * lately. One query. For admins alone: the route guards it. [S2.33] [S5.10]
 */
export async function readInventory(
  { db, now }: Pick<Services, "db" | "now">,
  { search, page }: { search: string; page: number },
): Promise<InventoryPage> {
  const { id, name, pricePaise, image, isSample, available, isHidden } = inStore;
  const matched = matching(search);
  const list = {
    where: and(isNull(products.deletedAt), matched),
    order: newestFirst,
    page,
    size: PAGE_SIZE,
    isSearch: matched !== undefined,
  };
  const listed = db
    .select({ id, name, pricePaise, image, isSample, available, isHidden, createdAt: products.createdAt })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(isOnPage(list))
    .as("listed");
  const row = sql`json_build_object('id', ${listed.id}, 'name', ${listed.name}, 'pricePaise', ${listed.pricePaise}, 'image', ${listed.image},
    'isSample', ${listed.isSample}, 'available', ${listed.available}, 'isHidden', ${listed.isHidden})`;
  const keptSince = new Date(now().getTime() - DELETED_PRODUCT_KEPT_MS);
  const deleted = db
    .select({ id: products.id, name: products.name, image: products.image, ids: products.removedIds, deletedAt: products.deletedAt })
    .from(products)
    .where(gt(products.deletedAt, keptSince))
    .orderBy(desc(products.deletedAt), desc(products.id))
    .limit(DELETED_PRODUCTS_SHOWN)
    .as("deleted");
  const gone = sql`json_build_object('id', ${deleted.id}, 'name', ${deleted.name}, 'image', ${deleted.image}, 'ids', ${deleted.ids},
    'deletedAt', ${deleted.deletedAt})`;

  const { rows } = await db.execute<{
    products: InventoryPage["products"];
    total: number;
    deleted: (Pick<DeletedProduct, "id" | "name" | "image"> & { ids: number | null; deletedAt: string })[];
    samples: number;
    mostlyHeld: MostlyHeld[];
  }>(sql`select
    (select coalesce(json_agg(${row} order by ${listed.createdAt} desc, ${listed.id} desc), '[]') from ${listed}) as products,
    ${countedIn(list)} as total,
    (select coalesce(json_agg(${gone} order by ${deleted.deletedAt} desc, ${deleted.id} desc), '[]') from ${deleted}) as deleted,
    (select count(*)::integer from ${products} where is_sample and deleted_at is null) as samples,
    ${mostlyHeldList} as "mostlyHeld"`);
  const found = rows[0] ?? { products: [], total: 0, deleted: [], samples: 0, mostlyHeld: [] };
  return {
    products: found.products,
    total: found.total,
    ...placeAmong(found.total, page, PAGE_SIZE),
    samples: found.samples,
    mostlyHeld: found.mostlyHeld,
    deleted: found.deleted.map(({ ids, deletedAt, ...product }) => ({
      ...product,
      ids: ids ?? 0,
      until: new Date(new Date(deletedAt).getTime() + DELETED_PRODUCT_KEPT_MS),
    })),
  };
}

/** One product as an admin sees it, hidden or not; null when there is none, or it was deleted. For admins alone. [S2.34] */
export async function findProductInStore({ db }: Needs, id: string): Promise<ProductInStore | null> {
  if (!isProductId(id)) return null;
  const [product] = await db
    .select(inStore)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}

/**
 * The products to choose one from, the hidden ones too, oldest first, in whose name or description every word of the search stands: as many as a form offers, and
 * one more where there are others. `chosen` is among them in any case. For admins alone. [S2.25]
 */
export function listProductChoices(
  { db }: Needs,
  { search = "", chosen = null }: { search?: string; chosen?: string | null } = {},
): Promise<ProductChoice[]> {
  const list = {
    where: and(isNull(products.deletedAt), matching(search)),
    order: oldestFirst,
    page: 1,
    size: PRODUCT_CHOICES_SHOWN + 1,
    isSearch: true,
  };
  const isOffered = chosen === null ? isOnPage(list) : or(isOnPage(list), eq(products.id, chosen));
  return db
    .select({ id: products.id, name: products.name, available: productStock.available, isHidden: inStore.isHidden })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(isNull(products.deletedAt), isOffered))
    .orderBy(oldestFirst);
}
