import type { IncomingMessage } from "node:http";
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
  /** The answers that the asker has already, as `If-None-Match` names them. */
  known: string | null;
};

/** What the headers that count here say. */
type Told = Record<"host" | "cookie" | "accepted" | "known" | "forwarded", string | null>;

/** Longer addresses and hosts are none that the shop gave out. */
const PATH_MAX_LENGTH = 120;
const HOSTS_KNOWN_MAX = 100;

/** The pages and calls that are the same for everybody. A product's id has no character that would have to be written otherwise. */
const paths =
  /^\/(?:products(?:\?page=[1-9]\d{0,2})?|product\/[\w-]+|api\/docs|api\/get-stock\/[\w-]+|products_database\/products\.json)?$/;

/** Pages that show nothing of their visitor but who is signed in. */
const shopWindow = /^\/(?:products(?:\?page=[1-9]\d{0,2})?|api\/docs)?$/;

/** Finds a cookie of ours that may say who is signed in: all but the key of a guest's browser. */
const signsIn = /(^|;)\s*(__Secure-|__Host-)?trackside\.(?!browser\s*=)/;

/** A host as browsers write it; what is odd about another one is for the host's own checks. */
const plainHost = /^[\w.:[\]-]{1,100}$/;

/** A request with one of these is about more than the page, or from somebody. */
const personal = ["authorization", ACCESS_KEY_HEADER.toLowerCase(), "origin", "range", "content-length", "transfer-encoding", "expect"];

const meanings = new Map<string, keyof Told | "personal">([
  ...personal.map((name) => [name, "personal"] as const),
  ["host", "host"],
  ["cookie", "cookie"],
  ["accept-encoding", "accepted"],
  ["if-none-match", "known"],
  ["x-forwarded-for", "forwarded"],
]);

/**
 * Tells what a request asks, when it is something that everybody gets the same answer to, and nothing says who asks: no cookie of ours but the theme's; or a
 * page of the shop window, which only says who is signed in. A request that is anything else takes the long way, past all checks; so does the first with a
 * header by which the shop notices a proxy.
 */
export function openForEverybody({
  appUrl,
  trustProxy,
}: Pick<Config, "appUrl" | "trustProxy">): (request: Pick<IncomingMessage, "method" | "url" | "rawHeaders">) => Asked | null {
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

  return ({ method, url: path = "", rawHeaders }) => {
    if ((method !== "GET" && method !== "HEAD") || path.length > PATH_MAX_LENGTH || !paths.test(path)) return null;
    const told = toldIn(rawHeaders);
    if (told === null) return null;
    const { host, known } = told;
    const isWindow = shopWindow.test(path);
    const cookie = told.cookie !== null && (isWindow ? signsIn : ourCookie).test(told.cookie) ? told.cookie : null;
    if (cookie !== null && !isWindow) return null;
    if (!hasSeenProxy && told.forwarded !== null) {
      hasSeenProxy = true;
      return null;
    }
    const origin = host && originOf(host);
    if (!host || !origin) return null;
    return { path, host, origin, theme: themeIn(told.cookie), coding: codingIn(told.accepted ?? ""), cookie, known };
  };
}

/**
 * Reads the headers as they came, in one pass: the object that Node makes of them takes as long as all else that is done here. Null where one says that this is
 * no plain question, or stands there twice.
 */
function toldIn(rawHeaders: string[]): Told | null {
  const told: Told = { host: null, cookie: null, accepted: null, known: null, forwarded: null };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const meaning = meanings.get(rawHeaders[at]?.toLowerCase() ?? "");
    if (meaning === undefined) continue;
    if (meaning === "personal" || (told[meaning] !== null && meaning !== "forwarded")) return null;
    told[meaning] = rawHeaders[at + 1] ?? "";
  }
  return told;
}

/** The same question again, of nobody in particular. The page comes whole, as to a bot, and is not compressed. */
export function requestFor({ path, host, theme }: Asked): Request {
  const headers = new Headers({ host, "user-agent": "trackside page bot" });
  if (theme) headers.set("cookie", `theme=${theme}`);
  return new Request(`http://${host}${path}`, { headers });
}

function themeIn(cookie: string | null): Theme | null {
  return cookie === null ? null : themeOf({ headers: new Headers({ cookie }) });
}
