import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";

/** The `search` of an admin page's address; empty without one. */
export function readSearch(params: URLSearchParams): string {
  return (params.get("search") ?? "").trim().slice(0, SEARCH_MAX_LENGTH);
}
