import { RESET_LINK_VALID_MS } from "#shop/constants.ts";
import { BROWSER_COOKIE_MS, LINK_COOKIE_MS, SESSION_COOKIE_MS } from "../constants.ts";
import { INVITATION_VALID_MS } from "../invitations/constants.ts";

/**
 * Identifies the browser that placed or unlocked a guest's order; the shop keeps only its hash.
 * [S6.6]
 */
export const BROWSER_COOKIE = "trackside.browser";
/** Marks a browser in which an account logged in. It opens nothing. [S8.3] */
export const DEVICE_COOKIE = "trackside.device";
/** Carries a reset link's token to the page that asks for the new password. [S2.17] */
const RESET_COOKIE = "trackside.reset";
/** Carries an invitation's token to the page on which the invited person joins. [S13.7] */
const INVITATION_COOKIE = "trackside.invitation";
/**
 * Carries a private link's key to its order's page; the order's code is appended to the name.
 * [S6.6]
 */
const LINK_COOKIE = "trackside.link.";
/** Cookie prefix that browsers accept only over https and only from this very host. */
const OF_THIS_HOST = "__Host-";
/** The header that carries a private link's key. [S6.6] */
export const ACCESS_KEY_HEADER = "X-Access-Key";
/**
 * The visitor's network, as rate limits count it. Only our server sets this header; it drops one
 * that a client sends.
 */
export const CLIENT_ADDRESS_HEADER = "X-Trackside-Address";

/**
 * The session cookie's name. With `isSecure`, browsers accept it only over https and from this very
 * host, so that no other host of the domain sets one. [S4.10]
 */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? OF_THIS_HOST : ""}trackside.session_token`;
}

/** The `Set-Cookie` for the session, hidden from scripts; null deletes the cookie. [S4.10] */
export function sessionCookie(value: string | null, isSecure: boolean): string {
  const maxAge = value === null ? 0 : SESSION_COOKIE_MS / 1_000;
  return `${sessionCookieName(isSecure)}=${value ?? ""}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The `Set-Cookie` that stores the browser key for a year, hidden from scripts. [S6.6] */
export function browserCookie(key: string, isSecure: boolean): string {
  return ownCookie(BROWSER_COOKIE, key, BROWSER_COOKIE_MS, isSecure);
}

/**
 * The `Set-Cookie` headers that delete the browser key, the keys of private links and the mark of a
 * login, under each name that the browser sent them. [S12.11]
 */
export function forgottenBrowser(sent: Headers, isSecure: boolean): Headers {
  const headers = new Headers();
  const names = (sent.get("cookie") ?? "").split(";").map((pair) => (pair.split("=")[0] ?? "").trim());
  for (const name of names) {
    const [, prefix = "", own = ""] = /^(__Host-)?([\w.-]*)$/.exec(name) ?? [];
    if (own === BROWSER_COOKIE || own === DEVICE_COOKIE || own.startsWith(LINK_COOKIE))
      headers.append("Set-Cookie", ownCookie(own, "", 0, prefix !== "" && isSecure));
  }
  return headers;
}

/**
 * Returns the browser key in the cookies, or null. On https a cookie without the prefix is ignored,
 * because another host of the same domain may have set it. [S6.6]
 */
export function browserKeyIn(headers: Headers, isSecure: boolean): string | null {
  return readCookie(headers, (isSecure ? OF_THIS_HOST : "") + BROWSER_COOKIE);
}

/**
 * The `Set-Cookie` for a reset link's token, hidden from scripts; null deletes the cookie. [S2.17]
 */
export function resetCookie(token: string | null, isSecure: boolean): string {
  return ownCookie(RESET_COOKIE, token ?? "", token === null ? 0 : RESET_LINK_VALID_MS, isSecure);
}

/** Returns the token in the reset cookie, or null. [S2.17] */
export function resetTokenIn(headers: Headers): string | null {
  return readOwnCookie(headers, RESET_COOKIE);
}

/**
 * The `Set-Cookie` for an invitation's token, hidden from scripts; null deletes the cookie. [S13.7]
 */
export function invitationCookie(token: string | null, isSecure: boolean): string {
  return ownCookie(INVITATION_COOKIE, token ?? "", token === null ? 0 : INVITATION_VALID_MS, isSecure);
}

/** Returns the token in the invitation's cookie, or null. [S13.7] */
export function invitationTokenIn(headers: Headers): string | null {
  return readOwnCookie(headers, INVITATION_COOKIE);
}

/**
 * The `Set-Cookie` that carries a private link's key to the order's page, hidden from scripts; null
 * deletes the cookie. [S6.6]
 */
export function linkCookie(requestCode: string, accessKey: string | null, isSecure: boolean): string {
  return ownCookie(LINK_COOKIE + requestCode, accessKey ?? "", accessKey === null ? 0 : LINK_COOKIE_MS, isSecure);
}

/** Returns the key that this order's private link left in a cookie, or null. [S6.6] */
export function linkKeyIn(headers: Headers, requestCode: string): string | null {
  return readOwnCookie(headers, LINK_COOKIE + requestCode);
}

/**
 * A cookie for this host alone that scripts may read and set, such as the choice of a language. An
 * empty value deletes it.
 */
export function openCookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = `Path=/; SameSite=Lax; Max-Age=${value === "" ? 0 : maxAgeSeconds}`;
  return isSecure ? `${OF_THIS_HOST}${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`;
}

/**
 * The value of a cookie that `ownCookie` or `openCookie` set, or null; also under the name that it
 * has on http.
 */
export function readOwnCookie(headers: Headers, name: string): string | null {
  return readCookie(headers, OF_THIS_HOST + name) ?? readCookie(headers, name);
}

/** A `Set-Cookie` for this host alone, hidden from scripts. */
export function ownCookie(name: string, value: string, maxAgeMs: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeMs / 1_000}; HttpOnly; SameSite=Lax`;
  return isSecure ? `${OF_THIS_HOST}${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`;
}

/** Returns a cookie's decoded value, or null. */
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
