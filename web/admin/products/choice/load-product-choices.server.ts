import type { RouterContextProvider } from "react-router";
import { listProductChoices } from "#shop/stock/products/inventory.server.ts";
import { readSearch } from "#web/admin/lists/read-search.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";

/** Loads the products that match the search, and the one in the address. [S2.25] */
export async function loadProductChoices(context: Readonly<Pick<RouterContextProvider, "get" | "set">>, { searchParams }: URL) {
  const { services, visitor } = context.get(requestContext);
  const [search, chosen] = [readSearch(searchParams), searchParams.get("product")];
  const products = await orFail(context, "networkNotOk", () => listProductChoices(services, visitor, { search, chosen }));
  return { products, search };
}
