/** How long a text of a provider may be that the shop repeats to its owner. */
export const PROVIDER_TEXT_MAX_LENGTH = 200;
