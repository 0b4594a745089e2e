import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Config } from "#platform/config.server.ts";
import { ACCESS_KEY_HEADER } from "#shop/accounts/cookies.ts";
import { type Coding, codingIn } from "#web/coding.ts";
import { type Theme, themeOf } from "#web/parts/theme.ts";
import { originFor, ourCookie } from "./origin.ts";

/** What is asked that everybody gets the same answer to: it depends on nothing but this, and on who is signed in where a cookie may say so. */
export type Asked = {
  path: string;
  host: string;
  origin: string;
  theme: Theme | null;
  coding: Coding | null;
  /** All cookies, where one of them is ours and may say who asks. */
  cookie: string | null;
};

/** Longer addresses and hosts are none that the shop gave out. */
const PATH_MAX_LENGTH = 120;
const HOSTS_KNOWN_MAX = 100;

/** The pages and calls that are the same for everybody. A product's id has no character that would have to be written otherwise. */
const paths = /^\/(?:products(?:\?page=[1-9]\d{0,2})?|product\/[\w-]+|api\/get-stock\/[\w-]+|products_database\/products\.json)?$/;

/** Pages that show nothing of their visitor but who that is. */
const shopWindow = /^\/(?:products(?:\?page=[1-9]\d{0,2})?)?$/;

/** A request with one of these is about more than the page, or from somebody. */
const personal = ["authorization", ACCESS_KEY_HEADER.toLowerCase(), "origin", "range", "content-length", "transfer-encoding", "expect"];

/**
 * Tells what a request asks, when it is something that everybody gets the same answer to, and nothing says who asks: no cookie of ours but the theme's; or a
 * page of the shop window, which only says who is signed in. A request that is anything else takes the long way, past all checks; so does the first with a
 * header by which the shop notices a proxy.
 */
export function openForEverybody({
  appUrl,
  trustProxy,
}: Pick<Config, "appUrl" | "trustProxy">): (request: IncomingMessage) => Asked | null {
  const origins = new Map<string, string | null>();
  let hasSeenProxy = trustProxy > 0;

  function originOf(host: string): string | null {
    const known = origins.get(host);
    if (known !== undefined) return known;
    if (origins.size >= HOSTS_KNOWN_MAX) origins.clear();
    const url = `http://${host}/`;
    const origin = URL.canParse(url) ? originFor(new Request(url), appUrl) : null;
    origins.set(host, origin);
    return origin;
  }

  return ({ method, url: path = "", headers }) => {
    if ((method !== "GET" && method !== "HEAD") || path.length > PATH_MAX_LENGTH || !paths.test(path)) return null;
    if (personal.some((name) => headers[name] !== undefined)) return null;
    const cookie = headers.cookie !== undefined && ourCookie.test(headers.cookie) ? headers.cookie : null;
    if (cookie !== null && !shopWindow.test(path)) return null;
    if (!hasSeenProxy && headers["x-forwarded-for"] !== undefined) {
      hasSeenProxy = true;
      return null;
    }
    const host = hostIn(headers);
    const origin = host && originOf(host);
    if (!host || !origin) return null;
    return { path, host, origin, theme: themeIn(headers), coding: codingIn(headers["accept-encoding"] ?? ""), cookie };
  };
}

/** The same question again, of nobody in particular. The page comes whole, as to a bot, and is not compressed. */
export function requestFor({ path, host, theme }: Asked): Request {
  const headers = new Headers({ host, "user-agent": "trackside page bot" });
  if (theme) headers.set("cookie", `theme=${theme}`);
  return new Request(`http://${host}${path}`, { headers });
}

/** A host as browsers write it; what is odd about another one is for the host's own checks. */
function hostIn({ host }: IncomingHttpHeaders): string | null {
  return host !== undefined && /^[\w.:[\]-]{1,100}$/.test(host) ? host : null;
}

function themeIn({ cookie }: IncomingHttpHeaders): Theme | null {
  return cookie === undefined ? null : themeOf({ headers: new Headers({ cookie }) });
}
