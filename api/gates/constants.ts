/** How deep JSON may be nested. The shop's own JSON has at most three levels. */
export const JSON_DEPTH_MAX = 16;
/**
 * How many values JSON may have: for the IDs of one form, and for an order, which guests may send.
 */
export const JSON_VALUES_MAX = 250_000;
export const ORDER_VALUES_MAX = 100;
