import { type IdState, readIdState } from "#shop/stock/ids/product-id.ts";
import { readSearch } from "../lists/read-search.ts";

/**
 * The parameters of the ID viewer: state, search, whether the search also matches parts of IDs, and
 * the cursor. [S2.35]
 */
export type IdsAddress = { state: IdState | null; search: string; isPart: boolean; after: string | null };

/** Reads the parameters; unknown values are ignored. */
export function readIdsAddress(params: URLSearchParams): IdsAddress {
  return {
    state: readIdState(params.get("state")),
    search: readSearch(params),
    isPart: params.get("part") === "on",
    after: params.get("after"),
  };
}

/** The query string for these parameters. */
export function idsQuery({ state, search, isPart, after }: IdsAddress): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (search) params.set("search", search);
  if (isPart) params.set("part", "on");
  if (after) params.set("after", after);
  return params.size > 0 ? `?${params}` : "";
}

/** The address of a product's IDs as a text file, one per line. [S2.35] */
export function idsTextPath(productId: string, { state, search }: Pick<IdsAddress, "state" | "search">): string {
  return `/admin/products/${encodeURIComponent(productId)}/ids.txt${idsQuery({ state, search, isPart: false, after: null })}`;
}
