import { BROWSER_COOKIE_MS, RESET_LINK_VALID_MS, SESSION_COOKIE_MS } from "#shop/constants.ts";

/** The cookie by which a browser is known again that placed or unlocked a guest's order; only its hash is kept. [S6.6] */
export const BROWSER_COOKIE = "trackside.browser";
/** The cookie that carries a reset link's token from the link to the page that asks for the new password. [S2.17] */
const RESET_COOKIE = "trackside.reset";
/** Before a cookie's name: no other host, and no page without https, can have set it. Browsers take it over https alone. */
const OF_THIS_HOST = "__Host-";
/** The header that carries the key of a private link. [S6.6] */
export const ACCESS_KEY_HEADER = "X-Access-Key";
/** The network of the visitor's address, as limits count it, set by our server alone: it drops what came from outside under this name. */
export const CLIENT_ADDRESS_HEADER = "X-Trackside-Address";

/** The cookie that carries the session; browsers take it from https alone where the shop is served so. */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}trackside.session_token`;
}

/** The `Set-Cookie` by which a browser keeps its session: null drops it. No script can read it. [S4.10] */
export function sessionCookie(value: string | null, isSecure: boolean): string {
  const maxAge = value === null ? 0 : SESSION_COOKIE_MS / 1_000;
  return `${sessionCookieName(isSecure)}=${value ?? ""}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The `Set-Cookie` by which a browser keeps its key for a year; no script can read it. [S6.6] */
export function browserCookie(key: string, isSecure: boolean): string {
  return ownCookie(BROWSER_COOKIE, key, BROWSER_COOKIE_MS, isSecure);
}

/**
 * The keys in the browser's cookies: its own, which new orders get, and on https what stands under the name without the prefix. That may be from an earlier version
 * of the shop, or set by another host of the same domain: it opens what it opened, and nothing new. [S6.6]
 */
export function browserKeysIn(headers: Headers, isSecure: boolean): { browser: string | null; unsure: string | null } {
  const [ofThisHost, plain] = [readCookie(headers, OF_THIS_HOST + BROWSER_COOKIE), readCookie(headers, BROWSER_COOKIE)];
  return isSecure ? { browser: ofThisHost, unsure: plain } : { browser: ofThisHost ?? plain, unsure: null };
}

/** The `Set-Cookie` by which a browser keeps a reset link's token while it works, and with null drops it; no script can read it. [S2.17] */
export function resetCookie(token: string | null, isSecure: boolean): string {
  return ownCookie(RESET_COOKIE, token ?? "", token === null ? 0 : RESET_LINK_VALID_MS, isSecure);
}

/** The token in a reset link's cookie, or null. [S2.17] */
export function resetTokenIn(headers: Headers): string | null {
  return readCookie(headers, OF_THIS_HOST + RESET_COOKIE) ?? readCookie(headers, RESET_COOKIE);
}

function ownCookie(name: string, value: string, keptMs: number, isSecure: boolean): string {
  const kept = `Path=/; Max-Age=${keptMs / 1_000}; HttpOnly; SameSite=Lax`;
  return isSecure ? `${OF_THIS_HOST}${name}=${value}; ${kept}; Secure` : `${name}=${value}; ${kept}`;
}

/** The value of a cookie as it was set, or null. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1).trim()) || null;
    } catch {
      return null;
    }
  }
  return null;
}
