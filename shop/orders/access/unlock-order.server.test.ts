import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { browserCookie, resetCookie, resetTokenIn } from "#shop/accounts/sessions/cookies.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { revokeLink } from "./revoke-link.server.ts";
import { unlockOrder } from "./unlock-order.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const KEY = "k".repeat(32);
const PLAIN = `trackside.browser=${KEY}`;
const OF_THIS_HOST = `__Host-${PLAIN}`;

function cameWith(cookie: string, appUrl = "https://shop.example") {
  return whoIs(shop.services, openAuth(shop.services, { appUrl, secret: TEST_SECRET }), new Headers({ cookie }));
}

const mayRead = async (cookie: string, requestCode: string) =>
  (await findOrder(shop.services, await cameWith(cookie), requestCode))?.isWhole === true;

test("[S6.6] on https a key that another host of the domain may have set opens no order that is placed or unlocked with it", async () => {
  const placed = await aPendingOrder(shop, { visitor: await cameWith(PLAIN) });
  expect(placed.newBrowserKey).toMatch(/^[\w-]{32}$/);
  expect(await mayRead(PLAIN, placed.requestCode)).toBe(false);
  expect(await mayRead(`__Host-trackside.browser=${placed.newBrowserKey}`, placed.requestCode)).toBe(true);

  const { newBrowserKey } = await unlockOrder(shop.services, await cameWith(PLAIN), placed.requestCode, placed.accessKey ?? "");
  expect(newBrowserKey).toMatch(/^[\w-]{32}$/);
  expect(await mayRead(PLAIN, placed.requestCode)).toBe(false);
});

test("[S6.6] on https only the cookie of this very host opens the orders of a browser, and on http the plain one", async () => {
  const browser = sha256(KEY).toString("hex");
  const placed = await aPendingOrder(shop, { visitor: aGuest({ browser }) });
  expect(await mayRead(OF_THIS_HOST, placed.requestCode)).toBe(true);
  for (const cookie of [PLAIN, `${PLAIN}; __Host-trackside.browser=${"x".repeat(32)}`])
    expect(await mayRead(cookie, placed.requestCode)).toBe(false);
  expect((await cameWith(OF_THIS_HOST)).keys).toEqual({ browser, accessKey: null });
  expect((await cameWith(PLAIN, "http://localhost:3000")).keys.browser).toBe(browser);
});

test("on https the shop's own cookies have the prefix, and on http they have none, because browsers would not take them", () => {
  expect(browserCookie(KEY, true)).toMatch(/^__Host-.*; Path=\/; .*; Secure$/);
  expect(resetCookie("token", true)).toMatch(/^__Host-trackside.reset=token; Path=\/; .*; Secure$/);
  expect([browserCookie(KEY, false), resetCookie("token", false)].join()).not.toMatch(/__Host-|Secure/);
  for (const name of ["__Host-trackside.reset", "trackside.reset"])
    expect(resetTokenIn(new Headers({ cookie: `${name}=token` }))).toBe("token");
});

test("[S6.6] a link that is revoked while a thief opens it lets the thief in no more", async () => {
  const { db } = shop.services;
  const order = await aPendingOrder(shop);
  const buyer = aGuest({ browser: sha256(order.newBrowserKey ?? "").toString("hex") });
  const thief = sha256(KEY).toString("hex");
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  // The buyer's connection holds the row after the thief's check has already accepted the link.
  const holder = await db.$client.connect();
  await holder.query("begin");
  await holder.query("select from orders where request_code = $1 for update", [order.requestCode]);
  const opened = unlockOrder(shop.services, aGuest({ browser: thief }), order.requestCode, order.accessKey ?? "");
  await vi.waitFor(async () => expect((await db.execute(waiting)).rows).not.toEqual([]), { timeout: 20_000 });
  const onHolder = Object.assign(Object.create(db), { $client: { connect: async () => holder } });
  expect(await revokeLink({ ...shop.services, db: onHolder }, buyer, order.requestCode)).toMatchObject({ ok: true });
  expect(await opened).toEqual({ newBrowserKey: null });
  expect(await findOrder(shop.services, aGuest({ browser: thief }), order.requestCode)).toMatchObject({ isWhole: false });
});
