import { and, asc, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { SITEMAP_PRODUCTS_MAX } from "#shop/constants.ts";
import { products } from "./tables.server.ts";

/** A product that search engines may list, and when it was last changed. */
export type ProductToFind = { id: string; updatedAt: Date };

/** The products on sale, oldest first, as many as a site map holds; no samples where nobody can buy them. One query. */
export function listProductsToFind({ db, isPublic }: Pick<Services, "db" | "isPublic">): Promise<ProductToFind[]> {
  return db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(and(isNull(products.deletedAt), isNull(products.hiddenAt), isPublic ? eq(products.isSample, false) : undefined))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(SITEMAP_PRODUCTS_MAX);
}
