import { type InventorySort, inventorySortOf, type StockFilter, stockFilterOf } from "#shop/stock/products/inventory-filter.ts";
import { readSearch } from "#web/admin/lists/read-search.ts";

/** The parameters of the inventory: search, filter by stock, order and page. [S2.33] */
export type InventoryAddress = { search: string; stock: StockFilter | null; sort: InventorySort; page: number };

/** The page of the inventory, without parameters. */
export const INVENTORY = "/admin/products";

/** Reads the parameters; invalid ones are ignored. */
export function readInventoryAddress(params: URLSearchParams): InventoryAddress {
  const page = params.get("page") ?? "";
  return {
    search: readSearch(params),
    stock: stockFilterOf(params.get("stock")),
    sort: inventorySortOf(params.get("sort")),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a page of the inventory; the newest of all products by default. */
export function inventoryPath({ search = "", stock = null, sort = "newest", page = 1 }: Partial<InventoryAddress>): string {
  const params = new URLSearchParams();
  if (search) params.set("search", search);
  if (stock) params.set("stock", stock);
  if (sort !== "newest") params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${INVENTORY}?${params}` : INVENTORY;
}
