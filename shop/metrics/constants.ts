/** How many of each kind are counted at most, so that counting costs the same in every shop. */
export const MEASURED_MAX = 10_000;
