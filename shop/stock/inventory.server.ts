import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { DELETED_PRODUCT_KEPT_MS, DELETED_PRODUCTS_SHOWN, PAGE_SIZE } from "#shop/constants.ts";
import type { DeletedProduct, InventoryPage, ProductChoice, ProductInStore } from "./inventory.ts";
import { matching } from "./matching-products.server.ts";
import { mostlyHeldList } from "./mostly-held.server.ts";
import type { MostlyHeld } from "./mostly-held.ts";
import { isOnPage, newestFirst, placeAmong } from "./product-pages.server.ts";
import { onSale } from "./products-on-sale.server.ts";
import { productStock } from "./tables.server.ts";

type Needs = Pick<Services, "db">;

/** The columns of `ProductInStore`, for a select from `products` joined with `productStock`. */
export const inStore = { ...onSale, isHidden: sql<boolean>`${products.hiddenAt} is not null`.as("is_hidden") };

/**
 * A page of the products, the hidden ones too, newest first, in whose name or description every word of the search stands; with what was deleted
 * lately. One query. For admins alone: the route guards it. [S2.33] [S5.10]
 */
export async function readInventory(
  { db, now }: Pick<Services, "db" | "now">,
  { search, page }: { search: string; page: number },
): Promise<InventoryPage> {
  const { id, name, pricePaise, image, isSample, available, isHidden } = inStore;
  const listed = db
    .select({ id, name, pricePaise, image, isSample, available, isHidden, ...newestFirst })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(isNull(products.deletedAt), matching(search)))
    .as("listed");
  const row = sql`json_build_object('id', ${listed.id}, 'name', ${listed.name}, 'pricePaise', ${listed.pricePaise}, 'image', ${listed.image},
    'isSample', ${listed.isSample}, 'available', ${listed.available}, 'isHidden', ${listed.isHidden}, 'total', ${listed.total})`;
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
    products: (InventoryPage["products"][number] & { total: number })[];
    deleted: (Pick<DeletedProduct, "id" | "name" | "image"> & { ids: number | null; deletedAt: string })[];
    samples: number;
    mostlyHeld: MostlyHeld[];
  }>(sql`select
    (select coalesce(json_agg(${row} order by ${listed.n}), '[]') from ${listed} where ${isOnPage(page, listed, PAGE_SIZE)}) as products,
    (select coalesce(json_agg(${gone} order by ${deleted.deletedAt} desc, ${deleted.id} desc), '[]') from ${deleted}) as deleted,
    (select count(*)::integer from ${products} where is_sample and deleted_at is null) as samples,
    ${mostlyHeldList} as "mostlyHeld"`);
  const found = rows[0] ?? { products: [], deleted: [], samples: 0, mostlyHeld: [] };
  const total = found.products[0]?.total ?? 0;
  return {
    products: found.products.map(({ total: _, ...product }) => product),
    total,
    ...placeAmong(total, page, PAGE_SIZE),
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

/** All products by name, the hidden ones too, to choose one from. For admins alone. [S2.25] */
export function listProductChoices({ db }: Needs): Promise<ProductChoice[]> {
  return db
    .select({ id: products.id, name: products.name, available: productStock.available, isHidden: inStore.isHidden })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(isNull(products.deletedAt))
    .orderBy(asc(products.createdAt), asc(products.id));
}
