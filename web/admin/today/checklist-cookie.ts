import { ownCookie, readOwnCookie } from "#shop/accounts/sessions/cookies.ts";
import { DAY_MS } from "#shop/constants.ts";

const COOKIE = "checklist";
const COOKIE_MS = 365 * DAY_MS;

/** The cookie by which a browser no longer shows the checklist. [S12.2] */
export function dismissedChecklist(isSecure: boolean): string {
  return ownCookie(COOKIE, "dismissed", COOKIE_MS, isSecure);
}

/** Whether the checklist was dismissed in the browser that asks. */
export function isChecklistDismissed({ headers }: Pick<Request, "headers">): boolean {
  return readOwnCookie(headers, COOKIE) === "dismissed";
}
