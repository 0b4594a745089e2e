import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

/** How long the IDs of an order by a provider wait for its payment. [S10.3] */
export const HOLD_MS = 20 * MINUTE_MS;
/** How many attempts to pay one order may have, its first one included. [S10.3] */
export const ATTEMPTS_OF_ORDER_MAX = 10;
/** Trying again prolongs the hold, up to this long after the order. */
export const HOLD_AGAIN_MAX_MS = 40 * MINUTE_MS;
/**
 * While a provider does not answer, the hold is prolonged up to this long after the order. [S10.7]
 */
export const HOLD_SILENT_MAX_MS = 60 * MINUTE_MS;
/** By how much a hold is prolonged at a time while its provider does not answer. */
export const HOLD_SILENT_STEP_MS = 5 * MINUTE_MS;
/**
 * When the providers' own pages end. Razorpay wants at least 15 minutes, Stripe at least 30; the
 * shop closes a page of Stripe itself at the end of the hold.
 */
export const PAGE_ENDS_MS = { razorpay: 16 * MINUTE_MS, stripe: 31 * MINUTE_MS };
/** When an open attempt is looked at, counted from its opening. [S10.11] */
export const CHECKED_AFTER_MS = [2, 5, 10, 16].map((minutes) => minutes * MINUTE_MS);
/** How often an attempt is looked at whose page should have ended, and for how long. [S10.11] */
export const CHECKED_AGAIN_MS = 60 * MINUTE_MS;
export const CHECKED_UNTIL_MS = 3 * DAY_MS;
/**
 * When an attempt that was closed unpaid is looked at, counted from its end: nobody can pay on its
 * page any more, and only money that was under way can still come. [S10.11]
 */
export const CLOSED_CHECKED_AFTER_MS = [HOUR_MS, DAY_MS, 2 * DAY_MS, 3 * DAY_MS];
/** When a page that did not open is tried again, from the beginning of its attempt. [S10.3] */
export const OPENED_AGAIN_AFTER_MS = [1_000, 3_000, 7_000];
/** When a provider that did not answer is asked again. */
export const ASKED_AGAIN_MS = 15_000;
/** The same for an attempt that has ended. */
export const ENDED_ASKED_AGAIN_MS = 10 * MINUTE_MS;
