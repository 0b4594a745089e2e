/**
 * The highest id of a stored row. Later ids stay far below 2^53, the limit of exact integers in
 * JavaScript.
 */
export const ROW_NUMBER_MAX = 1_000_000_000_000;
/** The longest text, and the highest amount in paise, of an imported order. */
export const OLD_TEXT_MAX_LENGTH = 1_000_000;
export const OLD_AMOUNT_MAX_PAISE = 1_000_000_000_000;
