/** How many of each kind are counted at most, so that counting costs the same in every shop. */
export const WAITING_COUNTED_MAX = 10_000;
