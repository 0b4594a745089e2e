import { listProductsToFind, type ProductToFind } from "#shop/catalogue/products-to-find.server.ts";
import { originContext, servicesContext } from "#web/context.ts";
import type { Route } from "./+types/sitemap.ts";

/** `/sitemap.xml`: the shop's pages and its products on sale, each with when it was last changed, sent as it is written. */
export async function loader({ context }: Route.LoaderArgs) {
  const products = await listProductsToFind(context.get(servicesContext));
  const body = ReadableStream.from(siteMap(context.get(originContext), products)).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=600" } });
}

const pages = ["/", "/products", "/how-it-works", "/order-status", "/contact", "/login", "/signup"];
const AT_A_TIME = 1_000;

/** A site map in pieces. */
export function* siteMap(origin: string, products: readonly ProductToFind[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  yield pages.map((path) => entry(origin + path)).join("");
  for (let from = 0; from < products.length; from += AT_A_TIME) {
    const some = products.slice(from, from + AT_A_TIME);
    yield some.map(({ id, updatedAt }) => entry(`${origin}/product/${encodeURIComponent(id)}`, updatedAt)).join("");
  }
  yield "</urlset>\n";
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
  return `<url><loc>${address.replace(/[&<>'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</loc>${changed}</url>\n`;
}
