import { productIdsText } from "#shop/stock/ids/reading/product-ids.server.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/product-ids-text.ts";
import { readIdsAddress } from "./product-ids-address.ts";

/**
 * A product's IDs as a streamed text file, one per line: GET /admin/products/:productId/ids.txt.
 * [S2.35] [S6.5]
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const address = readIdsAddress(new URL(request.url).searchParams);
  const text = await orFail(context, "failedToLoadProductIds", () => productIdsText(services, visitor, params.productId, address));
  if (!text.ok) throw refusedFile(context, text);

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
