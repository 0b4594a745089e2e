import { readSearch } from "./read-search.ts";

/** The parameters of the inventory's address: what is searched, and which page is shown. [S2.33] */
export type InventoryPlace = { search: string; page: number };

/** Reads the inventory's address; what is not known is as if it were not there. */
export function readInventoryPlace(params: URLSearchParams): InventoryPlace {
  const page = params.get("page") ?? "";
  return {
    search: readSearch(params),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a page of the inventory. */
export function inventoryPath({ search, page }: InventoryPlace): string {
  const params = new URLSearchParams({ tab: "products" });
  if (search) params.set("search", search);
  if (page > 1) params.set("page", String(page));
  return `/admin/dashboard?${params}`;
}
