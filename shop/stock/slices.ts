import { IDS_AT_ONCE } from "#shop/constants.ts";

/** So many at a time: a transaction with more would keep everybody else waiting. */
export function* slicesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += IDS_AT_ONCE) yield all.slice(start, start + IDS_AT_ONCE);
}
