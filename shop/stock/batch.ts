/** How an import of IDs came into the shop: with a check before, by the page Add IDs, with a product's form, or by the JSON API. */
export const batchWays = { import: "Import", page: "Add IDs", product: "Product form", api: "API" } as const;
export type BatchWay = keyof typeof batchWays;

/** Where an import is: checked and not added, being added, added, being undone, undone. What broke off stays `adding` or `undoing` and can go on. */
export const batchStates = ["draft", "adding", "added", "undoing", "undone"] as const;
export type BatchState = (typeof batchStates)[number];

/** An import that is about to be written: `id` is drawn before, so that many steps write one. `isWhole`: no further step follows. */
export type NewBatch = { id: string; way: BatchWay; adminId: string; isWhole: boolean };

/** How many IDs of an import are for sale or held: all that were neither delivered nor set aside. */
export function leftOf({ ids, delivered, setAside }: { ids: number; delivered: number; setAside: number }): number {
  return ids - delivered - setAside;
}
