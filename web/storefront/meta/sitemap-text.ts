import type { ProductToFind } from "#shop/catalogue/sitemap-products.server.ts";
import { escapeMarkup } from "#shop/escape-markup.ts";
import type { PublishedPage } from "#shop/pages/page.ts";

const pages = ["/", "/products", "/how-it-works", "/order-status", "/contact", "/login", "/signup"];
const AT_A_TIME = 1_000;

/** Writes a site map in pieces: the shop's own pages, those of the owner, and the products. */
export function* siteMap(
  origin: string,
  products: readonly ProductToFind[],
  published: readonly Pick<PublishedPage, "slug" | "publishedAt">[] = [],
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  const written = published.map(({ slug, publishedAt }) => entry(`${origin}/${slug}`, publishedAt));
  yield [...pages.map((path) => entry(origin + path)), ...written].join("");
  for (let from = 0; from < products.length; from += AT_A_TIME) {
    const some = products.slice(from, from + AT_A_TIME);
    yield some.map(({ id, updatedAt }) => entry(`${origin}/product/${encodeURIComponent(id)}`, updatedAt)).join("");
  }
  yield "</urlset>\n";
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
  return `<url><loc>${escapeMarkup(address)}</loc>${changed}</url>\n`;
}
