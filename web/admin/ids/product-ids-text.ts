import { productIdsText } from "#shop/orders/product-ids.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/product-ids-text.ts";
import { readIdsPlace } from "./product-ids-place.ts";

/** A product's IDs as a text file, one per line, sent while they are read: GET /admin/products/:productId/ids.txt. [S2.35] [S6.5] */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const place = readIdsPlace(new URL(request.url).searchParams);
  const text = await orFail(context, "failedToLoadProductIds", () =>
    productIdsText(context.get(servicesContext), context.get(visitorContext), params.productId, place),
  );
  if (!text.ok) throw refusedFile(text);

  const { productName, lines } = text.value;
  return streamedFile({ name: `${plainName(productName)}-ids.txt`, type: "text/plain; charset=utf-8", pieces: lines });
}

function plainName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "product"
  );
}
