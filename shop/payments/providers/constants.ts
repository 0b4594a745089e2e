/** How long a text of a provider may be that the shop repeats to its owner. */
export const PROVIDER_TEXT_MAX_LENGTH = 200;
/** How many refunds of one payment are read. With more of them the shop asks for no other. */
export const REFUNDS_MAX = 100;
/**
 * How many pages of an account's refunds are read, each of as many as the providers give at once.
 */
export const REFUND_PAGES_MAX = 20;
export const REFUNDS_A_PAGE = 100;
