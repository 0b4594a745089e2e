import { IDS_AT_ONCE } from "./constants.ts";

/** Splits a list into slices small enough that a transaction for each does not hold up others. */
export function* slicesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += IDS_AT_ONCE) yield all.slice(start, start + IDS_AT_ONCE);
}
