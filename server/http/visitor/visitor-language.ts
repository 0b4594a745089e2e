import { parseAccept } from "hono/utils/accept";
import { LRUCache } from "lru-cache";
import { type Language, languageOf } from "#messages/languages.ts";
import { openCookie, readOwnCookie } from "#shop/accounts/sessions/cookies.ts";

/** How long the visitor's choice of a language is stored. */
const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60;
const LANGUAGE_COOKIE = "lang";

/** The language for a browser that asks for none of the shop's. */
export const FIRST_LANGUAGE = "en";

/** The language that an address asks for by `?lang=`, or null. */
function languageInAddress(address: string): Language | null {
  return languageOf(/[?&]lang=([^&#]*)/.exec(address)?.[1]);
}

/**
 * The language that a visitor wants: the one of the address, else of the switch (its cookie), else
 * of the account, else of the browser. Null if none of them is a language of the shop. [S11.1]
 */
export function languageFor(
  address: string,
  headers: Headers,
  { account = null, accepted = headers.get("accept-language") }: { account?: string | null | undefined; accepted?: string | null } = {},
): Language | null {
  return (
    languageInAddress(address) ??
    languageOf(readOwnCookie(headers, LANGUAGE_COOKIE)) ??
    languageOf(account) ??
    (accepted === null ? null : acceptedIn(accepted))
  );
}

/**
 * The language that an address asks for, if the visitor's cookie does not store it already; else
 * null.
 */
export function newlyChosen(address: string, headers: Headers): Language | null {
  const language = languageInAddress(address);
  return language === languageOf(readOwnCookie(headers, LANGUAGE_COOKIE)) ? null : language;
}

/** The `Set-Cookie` that stores the visitor's choice. Its name is not one that prevents caching. */
export function languageCookie(language: Language, isSecure: boolean): string {
  return openCookie(LANGUAGE_COOKIE, language, LANGUAGE_COOKIE_SECONDS, isSecure);
}

/** The cookie as a browser sends it back. */
export function sentCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}`;
}

/** The first language of an `Accept-Language` header that the shop has, by its quality. */
function acceptedIn(header: string): Language | null {
  const known = readBefore.get(header);
  if (known) return known.language;
  const wanted = parseAccept(header).filter(({ q }) => q > 0);
  const language = wanted.map(({ type }) => languageOf(type)).find((one) => one !== null) ?? null;
  readBefore.set(header, { language });
  return language;
}

/** Browsers send few different headers, each with every request. */
const readBefore = new LRUCache<string, { language: Language | null }>({ max: 200 });
