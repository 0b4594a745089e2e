import { DAY_MS } from "../constants.ts";

/**
 * How long a link that confirms an address works, and how long an unconfirmed address is stored.
 */
export const CONFIRM_LINK_VALID_DAYS = 3;
export const CONFIRM_LINK_VALID_MS = CONFIRM_LINK_VALID_DAYS * DAY_MS;
/** How long a confirmed address waits at most. */
export const WAITING_STORED_MS = 365 * DAY_MS;
/** How long an address is stored after its email, so that the link in it to unsubscribe works. */
export const NOTIFIED_STORED_MS = 30 * DAY_MS;
/** How many people one transaction notifies. */
export const NOTIFIED_AT_ONCE = 500;
