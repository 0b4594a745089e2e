import { HOUR_MS } from "#shop/constants.ts";

/** The random bytes of an invitation's link. [S13.7] */
export const INVITATION_BYTES = 16;
/** How long an invitation works. [S13.7] */
export const INVITATION_VALID_MS = 48 * HOUR_MS;
/** How many invitations may be open. [S13.7] */
export const INVITATIONS_MAX = 20;
