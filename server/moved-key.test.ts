import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiEnv } from "#api/api-env.ts";
import { sha256 } from "#platform/vault.server.ts";
import { openAuth } from "#shop/accounts/auth.server.ts";
import { browserCookie, resetCookie, resetTokenIn } from "#shop/accounts/cookies.ts";
import { whoIs } from "#shop/accounts/who-is.server.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop.ts";
import { createHost } from "./host.ts";

const KEY = "k".repeat(32);
const OLD = `trackside.browser=${KEY}`;
const NEW = `__Host-${OLD}`;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function setBy(appUrl: string, cookie: string, method = "GET"): Promise<string[]> {
  const auth = openAuth(shop.services, { appUrl, secret: TEST_SECRET });
  const page = () => new Response("<p></p>", { headers: { "content-type": "text/html; charset=utf-8" } });
  const doors = { api: new Hono<ApiEnv>(), assets: { find: () => null }, pages: async () => page() };
  const host = createHost({ services: shop.services, config: { appUrl, trustProxy: 0 }, auth, setUpLink: null }, doors);
  const answer = await host.request(`${appUrl}/`, { method, headers: { cookie, origin: appUrl } });
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) expect(answer.headers.get("cache-control")).toBe("private, no-store");
  return cookies;
}

test("[S6.6] on https a browser gets the key that it had under the name that no other host can set, once", async () => {
  const kept = `${NEW}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`;
  expect(await setBy("https://shop.example", OLD)).toEqual([kept]);
  expect(await setBy("https://shop.example", `${OLD}; ${NEW}`)).toEqual([]);
  expect(await setBy("https://shop.example", "trackside.browser=short")).toEqual([]);
  expect(await setBy("https://shop.example", OLD, "POST")).toEqual([]);
  expect(await setBy("http://localhost:3000", OLD)).toEqual([]);
});

test("[S6.6] both names open the orders of the browser; where they differ, the one that no other host can set does", async () => {
  const auth = openAuth(shop.services, { appUrl: "https://shop.example", secret: TEST_SECRET });
  const browserOf = async (cookie: string) => (await whoIs(shop.services, auth, new Headers({ cookie }))).keys.browser;
  expect(await browserOf(OLD)).toBe(sha256(KEY).toString("hex"));
  expect(await browserOf(NEW)).toBe(sha256(KEY).toString("hex"));
  expect(await browserOf(`trackside.browser=${"x".repeat(32)}; ${NEW}`)).toBe(sha256(KEY).toString("hex"));
});

test("on https the shop's own cookies have the prefix, and on http they have none, because browsers would not take them", () => {
  expect(browserCookie(KEY, true)).toMatch(/^__Host-.*; Path=\/; .*; Secure$/);
  expect(resetCookie("token", true)).toMatch(/^__Host-trackside.reset=token; Path=\/; .*; Secure$/);
  expect([browserCookie(KEY, false), resetCookie("token", false)].join()).not.toMatch(/__Host-|Secure/);
  for (const name of ["__Host-trackside.reset", "trackside.reset"])
    expect(resetTokenIn(new Headers({ cookie: `${name}=token` }))).toBe("token");
});
