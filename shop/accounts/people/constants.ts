/** How many people may work in a shop, owners and helpers. [S13.7] */
export const PEOPLE_MAX = 20;
/** How many are listed, where more were made owners. */
export const PEOPLE_LISTED_MAX = 200;
