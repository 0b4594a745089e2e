/** Which products the inventory shows: those on sale that run low, or that are sold out. */
const stockFilters = ["low", "out"] as const;
export type StockFilter = (typeof stockFilters)[number];

/** The orders of the inventory; the newest come first by default. */
export const inventorySorts = ["newest", "name", "stock"] as const;
export type InventorySort = (typeof inventorySorts)[number];

/** Reads a filter from an address; null, all products, for anything else. */
export function stockFilterOf(text: string | null): StockFilter | null {
  return stockFilters.find((filter) => filter === text) ?? null;
}

/** Reads an order from an address. */
export function inventorySortOf(text: string | null): InventorySort {
  return inventorySorts.find((sort) => sort === text) ?? "newest";
}
