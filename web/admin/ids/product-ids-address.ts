import { type IdState, readIdState } from "#shop/stock/product-id.ts";
import { readSearch } from "./read-search.ts";

/** The parameters of the viewer's address: which IDs are shown, whether an ID is looked for in others too, and where the page begins. [S2.35] */
export type IdsPlace = { state: IdState | null; search: string; isPart: boolean; after: string | null };

/** Reads the viewer's address; what is not known is as if it were not there. */
export function readIdsPlace(params: URLSearchParams): IdsPlace {
  return {
    state: readIdState(params.get("state")),
    search: readSearch(params),
    isPart: params.get("part") === "on",
    after: params.get("after"),
  };
}

/** The query of an address that shows the same IDs. */
export function idsQuery({ state, search, isPart, after }: IdsPlace): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (search) params.set("search", search);
  if (isPart) params.set("part", "on");
  if (after) params.set("after", after);
  return params.size > 0 ? `?${params}` : "";
}

/** Where a product's IDs come as a text, one per line. [S2.35] */
export function idsTextPath(productId: string, { state, search }: Pick<IdsPlace, "state" | "search">): string {
  return `/admin/products/${encodeURIComponent(productId)}/ids.txt${idsQuery({ state, search, isPart: false, after: null })}`;
}
