import { readCookie } from "#shop/accounts/sessions/cookies.ts";

const COOKIE = "checklist";
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The cookie by which a browser no longer shows the checklist. [S12.2] */
export const dismissedChecklist = `${COOKIE}=dismissed; Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}`;

/** Whether the checklist was dismissed in the browser that asks. */
export function isChecklistDismissed({ headers }: Pick<Request, "headers">): boolean {
  return readCookie(headers, COOKIE) === "dismissed";
}
