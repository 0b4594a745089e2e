import { browserCookie, browserKeyIn } from "#shop/accounts/cookies.ts";
import { isKeyShaped } from "#shop/accounts/visitor.ts";
import type { HostStep } from "./host-env.ts";

/**
 * On https, gives a browser its key once more under the name that no other host can set, with the page that it asks for. The cookie of an earlier version stays
 * beside it, and counts while this one is not there, so that nobody loses an order: not by an update, nor by going back. [S6.6]
 */
export const movedKey: HostStep = async (c, next) => {
  await next();
  const { key, isOfThisHost } = browserKeyIn(c.req.raw.headers);
  if (key === null || isOfThisHost || !isKeyShaped(key) || c.req.method !== "GET") return;
  const isPage = c.res.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (isPage && c.get("origin").startsWith("https:")) c.header("Set-Cookie", browserCookie(key, true), { append: true });
};
