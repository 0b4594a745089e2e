import { DAY_MS } from "#shop/constants.ts";

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
/** How long the body of a provider's event is stored. [S10.4] */
export const EVENT_BODIES_STORED_MS = 30 * DAY_MS;
/** How long a statement waits to be confirmed before it is deleted. [S10.13] */
export const UNCONFIRMED_STATEMENTS_STORED_MS = DAY_MS;
/** The largest bank statement, which holds some 250,000 lines. [S10.13] */
export const STATEMENT_MAX_BYTES = 32 * 1024 * 1024;
/**
 * How long a UTR may be with the spaces and invisible characters that come along when it is copied.
 */
export const UTR_TYPED_MAX_LENGTH = 1_000;

/** The least that Razorpay and Stripe take. */
export const PROVIDER_LEAST_PAISE = 100;
/** From this amount on, many UPI apps and banks refuse a payment. */
export const UPI_MANY_STOP_AT_PAISE = 100_000_00;
/** UPI apps refuse a larger payment by a QR code from the phone's own pictures. */
export const UPI_GALLERY_MAX_PAISE = 2_000_00;
