import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";

/** How many forwarders there may be. [S16.1] */
export const FORWARDERS_MAX = 5;
/** The random bytes of a forwarder's secret. [S16.1] */
export const FORWARDER_SECRET_BYTES = 32;
/** How secrets begin, so that nobody takes one for an API key. */
export const FORWARDER_SECRET_PREFIX = "alerts_";
/** The most senders of a forwarder. */
export const SENDERS_MAX = 10;
/** The most bytes of an alert. [S16.2] */
export const ALERT_MAX_BYTES = 8 * 1024;
/** Until how long after the bank sent it an alert delivers by itself. [S16.6] */
export const ALERT_IN_TIME_MS = 15 * MINUTE_MS;
/** By how much the clock of a phone may be ahead. */
export const CLOCK_AHEAD_MS = 2 * MINUTE_MS;
/** Alerts of one amount within this time are one payment, if not both have a UTR. [S16.4] */
export const SAME_ALERT_MS = 2 * MINUTE_MS;
/** How long an alert that cannot be read is stored, and how many of them. [S16.3] */
export const UNREAD_STORED_MS = 30 * DAY_MS;
export const UNREAD_MAX = 200;
/** A silent forwarder is noticed by two UTRs within this time. [S16.9] */
export const UTRS_WITHOUT_ALERT_MS = 6 * 60 * MINUTE_MS;
/** Buyers rely on a phone that was heard within this time. [S16.7] */
export const HEARD_LATELY_MS = 3 * DAY_MS;
