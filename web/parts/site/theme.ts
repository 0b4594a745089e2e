import { openCookie, readOwnCookie } from "#shop/accounts/sessions/cookies.ts";

/** How long the visitor's choice of light or dark is stored. */
const THEME_COOKIE_SECONDS = 365 * 24 * 60 * 60;

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

const THEME_COOKIE = "theme";

/** The theme from the cookie; null follows the system. Read on the server to avoid flicker. */
export function themeOf(request: Pick<Request, "headers">): Theme | null {
  const chosen = readOwnCookie(request.headers, THEME_COOKIE);
  return themes.find((theme) => theme === chosen) ?? null;
}

/** Applies a theme at once and stores it in the cookie. */
export function chooseTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = themeCookie(theme, location.protocol === "https:");
}

/** The cookie that stores the theme; null deletes it. */
export function themeCookie(theme: Theme | null, isSecure: boolean): string {
  return openCookie(THEME_COOKIE, theme ?? "", THEME_COOKIE_SECONDS, isSecure);
}
