/** Where an ID of a product is: on sale, held for an order, handed over, or kept out of the stock. [S3.2] */
export const idStates = ["available", "reserved", "delivered", "set-aside"] as const;
export type IdState = (typeof idStates)[number];

/** An ID as the owner of the shop sees it. [S2.35] */
export type ProductId = {
  unitId: number;
  /** null once it was erased. */
  value: string | null;
  state: IdState;
  /** The order that holds it or got it. */
  requestCode: string | null;
};

/** A page of a product's IDs, where the next begins, and how many of those found are available: those could be deleted. [S2.35] */
export type PageOfIds = { rows: ProductId[]; next: string | null; available: number; search: IdSearch | null };

/**
 * How far a search is: whether it found the ID that it is exactly, how many of how many IDs it looked at (the total is known to its first page
 * alone), and where it goes on; null when it is at its end.
 */
export type IdSearch = { isExact: boolean; searched: number; total: number; goesOn: string | null };

/** Whether a text is one of the states, or `all`; anything else is `all`. */
export function readIdState(text: string | null): IdState | null {
  return idStates.find((state) => state === text) ?? null;
}
