/**
 * The last 4 characters of a code are shown if it has at least this length; of a shorter code they
 * would reveal most.
 */
export const GIFT_CARD_LAST_SHOWN_FROM = 8;
/** The largest picture accepted as a payment proof. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;
/** The largest width of a stored proof, so that a long screenshot stays readable. */
export const PROOF_STORED_MAX_WIDTH = 2_000;
/** The most pixels of a stored proof: 1200 x 20,000. */
export const PROOF_STORED_MAX_PIXELS = 24_000_000;
