import { listProductsToFind } from "#shop/catalogue/sitemap-products.server.ts";
import { pagesFor } from "#shop/pages/page.ts";
import { requestContext } from "#web/context.ts";
import type { Route } from "./+types/sitemap.ts";
import { siteMap } from "./sitemap-text.ts";

/** `/sitemap.xml`: the shop's pages and products on sale with their last change, streamed. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin, services } = context.get(requestContext);
  const [products, published] = await Promise.all([listProductsToFind(services), services.pages.read()]);
  const pieces = siteMap(origin, products, pagesFor(published, []));
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    pull(sending) {
      const { value, done } = pieces.next();
      if (done) sending.close();
      else sending.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=600" } });
}
