import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";

/** What an address of the admin looks for; empty when it looks for nothing. */
export function readSearch(params: URLSearchParams): string {
  return (params.get("search") ?? "").trim().slice(0, SEARCH_MAX_LENGTH);
}
