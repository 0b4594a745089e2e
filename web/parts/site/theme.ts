import { readCookie } from "#shop/accounts/cookies.ts";
import { THEME_COOKIE_SECONDS } from "#shop/constants.ts";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

const THEME_COOKIE = "theme";

/** What the reader chose, from the cookie; null follows the reader's system. The first HTML is drawn with it, so nothing flickers. */
export function themeOf(request: Pick<Request, "headers">): Theme | null {
  const chosen = readCookie(request.headers, THEME_COOKIE);
  return themes.find((theme) => theme === chosen) ?? null;
}

/** Draws the page in the chosen theme at once, and keeps the choice for later pages. */
export function chooseTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = themeCookie(theme);
}

/** The cookie that keeps a choice; null follows the system again. */
export function themeCookie(theme: Theme | null): string {
  return `${THEME_COOKIE}=${theme ?? ""}; Path=/; SameSite=Lax; Max-Age=${theme ? THEME_COOKIE_SECONDS : 0}`;
}
