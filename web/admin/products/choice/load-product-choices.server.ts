import type { RouterContextProvider } from "react-router";
import { listProductChoices } from "#shop/stock/inventory.server.ts";
import { servicesContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import { readSearch } from "./read-search.ts";

/** The products to choose from: those that a search finds, and the one that the address names. [S2.25] */
export async function loadProductChoices(context: Readonly<Pick<RouterContextProvider, "get">>, { searchParams }: URL) {
  const [search, chosen] = [readSearch(searchParams), searchParams.get("product")];
  const products = await orFail(context, "networkNotOk", () => listProductChoices(context.get(servicesContext), { search, chosen }));
  return { products, search };
}
