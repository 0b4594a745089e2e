import { and, asc, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { SITEMAP_PRODUCTS_MAX } from "./constants.ts";
import { products } from "./tables.server.ts";

/** A product for the site map, with the time of its last change. */
export type ProductToFind = { id: string; updatedAt: Date };

/**
 * Returns the products on sale, oldest first, up to the size of a site map; in a public shop
 * without samples. One query.
 */
export function listProductsToFind({ db, isPublic }: Pick<Services, "db" | "isPublic">): Promise<ProductToFind[]> {
  return db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(and(isNull(products.deletedAt), isNull(products.hiddenAt), isPublic ? eq(products.isSample, false) : undefined))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(SITEMAP_PRODUCTS_MAX);
}
