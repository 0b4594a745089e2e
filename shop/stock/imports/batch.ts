import type { Paise } from "#shop/money.ts";
import type { BatchReport, ShownLine } from "./line-sorts.ts";

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

/** An import as the list of them shows it. */
export type ListedBatch = {
  id: string;
  productId: string;
  productName: string;
  way: BatchWay;
  source: string;
  costPaise: Paise | null;
  state: BatchState;
  createdAt: Date;
  undoneAt: Date | null;
  adminName: string | null;
  ids: number;
  delivered: number;
  setAside: number;
};

/** An import that was checked and waits for a decision, as the list of them shows it. */
export type ListedDraft = {
  id: string;
  productName: string;
  source: string;
  createdAt: Date;
  adminName: string | null;
  report: BatchReport;
};

/** An import on its own page: what its check found and what was chosen, how many of its IDs are in orders or faulty, and whether lines still wait. */
export type CheckedBatch = ListedBatch & {
  idPattern: string;
  idExample: string;
  report: BatchReport | null;
  chosen: string[];
  gone: number;
  /** How many are for sale: after an undoing those whose order was cancelled since. */
  free: number;
  shown: ShownLine[];
  waits: boolean;
};
