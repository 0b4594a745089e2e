import type { Erased } from "#shop/erased.ts";

/** The state of a product's ID: for sale, reserved for an order, delivered, or withdrawn. [S3.2] */
export const idStates = ["available", "reserved", "delivered", "withdrawn"] as const;
export type IdState = (typeof idStates)[number];

/** An ID as an admin sees it. [S2.35] */
export type ProductId = {
  unitId: number;
  value: string | Erased;
  state: IdState;
  /** The order that reserved or received it. */
  requestCode: string | null;
};

/**
 * A page of a product's IDs, the cursor of the next page, and how many of the IDs found are free
 * and thus could be deleted. [S2.35]
 */
export type PageOfIds = { rows: ProductId[]; next: string | null; available: number; search: IdSearch | null };

/**
 * The progress of a search: whether the text is exactly an ID of the product, how many IDs were
 * searched out of how many (the total is exact on the first page only), and the cursor to continue
 * from; null at the end.
 */
export type IdSearch = { isExact: boolean; searched: number; total: number; goesOn: string | null };

/** Reads a state from a query string; null (all states) for anything else. */
export function readIdState(text: string | null): IdState | null {
  return idStates.find((state) => state === text) ?? null;
}
