import type { IncomingMessage } from "node:http";
import type { Language } from "#messages/languages.ts";
import type { Config } from "#platform/config.server.ts";
import { ACCESS_KEY_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { type Theme, themeOf } from "#web/parts/site/theme.ts";
import { type Coding, codingIn } from "#web/rendering/compression.ts";
import { cachedStylesheet, type Stylesheet, stylesCookie } from "#web/rendering/page-styles.ts";
import { originFor } from "../origin.ts";
import { languageFor, newlyChosen, sentCookie } from "../visitor/visitor-language.ts";

/** A request whose answer is the same for everybody and depends only on these fields. */
export type AnonymousRequest = {
  path: string;
  host: string;
  origin: string;
  theme: Theme | null;
  styles: Stylesheet | null;
  /** Null for the shop's own. */
  language: Language | null;
  /** The language that the answer is to store in the visitor's cookie. */
  chosen: Language | null;
  coding: Coding | null;
};

/** Longer paths and hosts never come from the shop itself. */
const PATH_MAX_LENGTH = 120;
const HOSTS_KNOWN_MAX = 100;

/** The pages and calls whose answer is the same for everybody who is not logged in. */
const paths =
  /^\/(?:(?:(?:products|product\/[\w-]+|terms|privacy|refunds|delivery|about|api\/docs)?(?:\?lang=[a-z]{2})?)|products\?page=[1-9]\d{0,2}(?:&lang=[a-z]{2})?|api\/get-stock\/[\w-]+|products_database\/products\.json)$/;

/** Matches our cookies that may identify an account: all but the keys that a browser keeps. */
const signsIn = /(^|;)\s*(__Secure-|__Host-)?trackside\.(?!(?:browser|device)\s*=)/;

const NO_HEADERS = new Headers();

/** A host as browsers write it; the host's own checks deal with any other. */
const plainHost = /^[\w.:[\]-]{1,100}$/;

/** A request with one of these headers is personal, or asks for more than the page. */
const personal = ["authorization", ACCESS_KEY_HEADER.toLowerCase(), "origin", "range", "content-length", "transfer-encoding", "expect"];

/**
 * Reads a request as an anonymous one. Null for any other, which then passes all checks of the
 * host; also for the first request with a header by which the shop detects a proxy.
 */
export function openAnonymousRequests({
  appUrl,
  trustProxy,
}: Pick<Config, "appUrl" | "trustProxy">): (
  request: Pick<IncomingMessage, "method" | "url" | "headersDistinct">,
) => AnonymousRequest | null {
  const origins = new Map<string, string | null>();
  let hasSeenProxy = trustProxy > 0;

  function originOf(host: string): string | null {
    const known = origins.get(host);
    if (known !== undefined) return known;
    if (!plainHost.test(host)) return null;
    if (origins.size >= HOSTS_KNOWN_MAX) origins.clear();
    const url = `http://${host}/`;
    const origin = URL.canParse(url) ? originFor(new Request(url), appUrl) : null;
    origins.set(host, origin);
    return origin;
  }

  return ({ method, url: path = "", headersDistinct: headers }) => {
    if ((method !== "GET" && method !== "HEAD") || path.length > PATH_MAX_LENGTH || !paths.test(path)) return null;
    if (personal.some((name) => headers[name])) return null;
    const [cookie = null, ...moreCookies] = headers.cookie ?? [];
    const [host = "", ...moreHosts] = headers.host ?? [];
    if (moreCookies.length > 0 || moreHosts.length > 0 || (cookie !== null && signsIn.test(cookie))) return null;
    if (!hasSeenProxy && headers["x-forwarded-for"]) {
      hasSeenProxy = true;
      return null;
    }
    const origin = originOf(host);
    if (!origin) return null;
    const coding = codingIn(headers["accept-encoding"]?.join(",") ?? "");
    const sent = cookie === null ? NO_HEADERS : new Headers({ cookie });
    return {
      path,
      host,
      origin,
      theme: themeOf({ headers: sent }),
      styles: cachedStylesheet(sent),
      language: languageFor(path, sent, { accepted: headers["accept-language"]?.join(",") ?? null }),
      chosen: newlyChosen(path, sent),
      coding,
    };
  };
}

/**
 * The same request without a visitor. The page is rendered whole, as for a bot, and not compressed.
 */
export function requestFor({ path, host, theme, styles, language }: AnonymousRequest): Request {
  const cookies = [theme && `theme=${theme}`, styles && stylesCookie(styles), language && sentCookie(language)].filter(Boolean);
  const headers = new Headers({ host, "user-agent": "trackside page bot" });
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  return new Request(`http://${host}${path}`, { headers });
}
