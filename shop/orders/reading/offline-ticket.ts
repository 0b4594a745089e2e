/**
 * A delivered order as a browser stores it to be read offline, in the language of the page.
 * [S12.11]
 */
export type OfflineTicket = {
  requestCode: string;
  product: string;
  /**
   * The languages of the name and of the instructions: the owner may not have written the page's.
   */
  productLanguage: string;
  instructionsLanguage: string;
  /** As ISO 8601, like the other times: it is stored by browsers. */
  orderedAt: string;
  /** The total as people read it. */
  amount: string;
  ids: { value: string; replacedAt: string | null }[];
  /** The instructions as plain lines; empty if there are none. */
  instructions: string[];
  language: string;
};
