/** How long a text of a provider may be that the shop repeats to its owner. */
export const PROVIDER_TEXT_MAX_LENGTH = 200;
/** How many refunds of one payment are read. With more of them the shop asks for no other. */
export const REFUNDS_MAX = 100;
