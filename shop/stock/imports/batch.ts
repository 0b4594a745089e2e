import type { Paise } from "#shop/money.ts";
import type { BatchReport, ShownLine } from "./line-kinds.ts";

/**
 * How a batch was added: by a checked import, the page Add IDs, the product form or the JSON API.
 */
export const batchWays = { import: "Import", page: "Add IDs", product: "Product form", api: "API" } as const;
export type BatchWay = keyof typeof batchWays;

/**
 * The state of a batch: checked but not added, being added, added, being undone, undone. If
 * interrupted, it stays `adding` or `undoing` and can be continued.
 */
export const batchStates = ["draft", "adding", "added", "undoing", "undone"] as const;
export type BatchState = (typeof batchStates)[number];

/**
 * A batch about to be written. Its `id` is created in advance because several steps may write it;
 * `isWhole` means there is one step only.
 */
export type NewBatch = { id: string; way: BatchWay; adminId: string; isWhole: boolean };

/** How many IDs of a batch are for sale or reserved, that is, neither delivered nor withdrawn. */
export function leftOf({ ids, delivered, withdrawn }: { ids: number; delivered: number; withdrawn: number }): number {
  return ids - delivered - withdrawn;
}

/** A batch in the list of imports. */
export type ListedBatch = {
  id: string;
  productId: string;
  productName: string;
  /** The language of the product's name. [S11.2] */
  nameLanguage: string;
  way: BatchWay;
  supplierId: string | null;
  supplierName: string | null;
  note: string;
  costPaise: Paise | null;
  state: BatchState;
  /** Whether its recall is in force. [S15.11] */
  isRecalled: boolean;
  createdAt: Date;
  undoneAt: Date | null;
  adminName: string | null;
  ids: number;
  delivered: number;
  withdrawn: number;
};

/** A checked import that waits for a decision, in the list of drafts. */
export type ListedDraft = {
  id: string;
  productName: string;
  nameLanguage: string;
  supplierName: string | null;
  note: string;
  createdAt: Date;
  adminName: string | null;
  report: BatchReport;
};

/**
 * A batch on its own page: the result of the check, the kinds chosen, how many of its IDs are in
 * orders or faulty, and whether lines are still waiting.
 */
export type CheckedBatch = ListedBatch & {
  idPattern: string;
  idExample: string;
  report: BatchReport | null;
  chosen: string[];
  gone: number;
  /** Delivered IDs that were dead: swapped or refunded. Swapped ones left their order. [S15.10] */
  dead: number;
  swapped: number;
  /** IDs for sale. After an undo: those whose order was cancelled since. */
  free: number;
  shown: ShownLine[];
  /** Whether this person reads the IDs whole once *Show IDs* is pressed. [S13.6] */
  mustShowIds: boolean;
  waits: boolean;
};
