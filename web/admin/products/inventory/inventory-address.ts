import { readSearch } from "#web/admin/frame/read-search.ts";

/** The parameters of the inventory: search and page. [S2.33] */
export type InventoryAddress = { search: string; page: number };

/** Reads the parameters; invalid ones are ignored. */
export function readInventoryAddress(params: URLSearchParams): InventoryAddress {
  const page = params.get("page") ?? "";
  return {
    search: readSearch(params),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a page of the inventory. */
export function inventoryPath({ search, page }: InventoryAddress): string {
  const params = new URLSearchParams({ tab: "products" });
  if (search) params.set("search", search);
  if (page > 1) params.set("page", String(page));
  return `/admin/dashboard?${params}`;
}
