import { listProductsToFind } from "#shop/catalogue/products-to-find.server.ts";
import { originContext, servicesContext } from "#web/context.ts";
import type { Route } from "./+types/sitemap.ts";
import { siteMap } from "./sitemap-text.ts";

/** `/sitemap.xml`: the shop's pages and its products on sale, each with when it was last changed, sent as it is written. */
export async function loader({ context }: Route.LoaderArgs) {
  const pieces = siteMap(context.get(originContext), await listProductsToFind(context.get(servicesContext)));
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
