import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { ProductOnSale } from "#shop/catalogue/product.ts";
import { searchWords } from "#shop/catalogue/product-search.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { searchedText } from "#shop/search-pattern.ts";
import { AMONG_OLDEST, LANDING_PRODUCTS_MAX, SIMILAR_PRODUCTS_MAX, SIMILAR_WORD_MIN_LENGTH } from "../constants.ts";
import { productStock } from "../tables.server.ts";
import { oldestFirst } from "./product-pages.server.ts";
import { isOnSale, onSale } from "./products-on-sale.server.ts";

type Needs = Pick<Services, "db">;

/**
 * The products of the landing page: those in stock first, each oldest first. Only the oldest
 * products of the shop are looked at, so that a long list costs no more. One query. [S12.7]
 */
export function listLandingProducts({ db }: Needs): Promise<ProductOnSale[]> {
  const first = db.prepared("products-of-landing", (db) =>
    db
      .select(onSale)
      .from(products)
      .innerJoin(productStock, eq(productStock.productId, products.id))
      .where(isAmongOldest)
      .orderBy(sql`${productStock.available} = 0`, oldestFirst)
      .limit(LANDING_PRODUCTS_MAX),
  );
  return first.execute();
}

/**
 * Other products that can be bought now and resemble this one: they share words of its name, or
 * cost between half and twice as much. Most words first, then the nearest price. One query.
 */
export function listSimilarProducts({ db }: Needs, { id, name, pricePaise }: SimilarTo): Promise<ProductOnSale[]> {
  const similar = db.prepared("products-similar", (db) =>
    db
      .select(onSale)
      .from(products)
      .innerJoin(productStock, eq(productStock.productId, products.id))
      .where(
        and(
          isAmongOldest,
          ne(products.id, sql.placeholder("id")),
          sql`${productStock.available} > 0`,
          sql`(${sharedWords} > 0 or ${isNear})`,
        ),
      )
      .orderBy(sql`${sharedWords} desc`, sql`abs(${products.pricePaise} - ${price})`, asc(products.createdAt), asc(products.id))
      .limit(SIMILAR_PRODUCTS_MAX),
  );
  const words = searchWords(searchedText(name)).filter((word) => word.length >= SIMILAR_WORD_MIN_LENGTH);
  return similar.execute({ id, words, pricePaise });
}

type SimilarTo = Pick<ProductOnSale, "id" | "name" | "pricePaise">;

const isAmongOldest: SQL = sql`${products.id} in (select ${products.id} from ${products} where ${isOnSale} order by ${oldestFirst} limit ${sql.raw(String(AMONG_OLDEST))})`;
const price = sql`${sql.placeholder("pricePaise")}::bigint`;
const isNear = sql`${products.pricePaise} between ${price} / 2 and ${price} * 2`;
const sharedWords = sql`(select count(*) from unnest(${sql.placeholder("words")}::text[]) as word where strpos(${products}.searched, word) > 0)`;
