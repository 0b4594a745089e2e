import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { ACCESS_KEY_HEADER } from "#shop/accounts/sessions/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { aCustomer, aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import type { HostEnv } from "../host-env.ts";
import { countedWrongKeys, keyAttemptedIn } from "./wrong-keys.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** The code of the order that the request's key was found to match, as the next handler sees it. */
async function foundToFit(services: Services, visitor: Visitor, code: string, key: string): Promise<string | null> {
  const app = new Hono<HostEnv>();
  app.use(async (c, next) => {
    c.set("path", c.req.path);
    c.set("visitor", { ...visitor, keys: { ...visitor.keys, accessKey: key } });
    await next();
  }, countedWrongKeys(services));
  app.get("*", (c) => c.json(c.get("visitor").keys.fits ?? null));
  const answer = await app.request(`/api/orders/${code}`, { headers: { [ACCESS_KEY_HEADER]: key } });
  return await answer.json();
}

test("[S6.7] a key is known to fit where the database said so, and to nobody for whom it did not", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const key = accessKey ?? "";
  expect(await foundToFit(shop.services, aGuest(), requestCode, key)).toBe(requestCode);
  for (const [visitor, code, wrong] of [
    [aGuest(), requestCode, "A".repeat(24)],
    [await aCustomer(shop), requestCode, "A".repeat(24)],
    [aGuest(), "REQ-NOTHING", key],
  ] as const)
    expect(await foundToFit(shop.services, visitor, code, wrong), code).toBeNull();
});

test("[S6.7] a key that nobody could look at, while the database was away, is not known to fit", async () => {
  const db = openDatabase(`postgres://localhost:${await freePort()}/nobody`);
  expect(await foundToFit({ ...shop.services, db }, aGuest(), "REQ-NOTHING", "A".repeat(24))).toBeNull();
  await closeDatabase(db);
});

const attempted = (address: string, header?: string, cookie?: string) => {
  const { pathname, searchParams } = new URL(address, "http://shop");
  const headers = new Headers({ ...(header && { [ACCESS_KEY_HEADER]: header }), ...(cookie && { cookie }) });
  return keyAttemptedIn(decodeURIComponent(pathname), searchParams, headers);
};

test("[S6.6] the cookie of an opened private link shows its key, for its own order alone", () => {
  for (const cookie of ["trackside.link.REQ-1=abc", "__Host-trackside.link.REQ-1=abc"]) {
    expect(attempted("/order-status/REQ-1", undefined, cookie)).toEqual({ code: "REQ-1", key: "abc" });
    expect(attempted("/order-status/REQ-1.data", undefined, cookie)).toEqual({ code: "REQ-1", key: "abc" });
    expect(attempted("/order-status/REQ-12", undefined, cookie)).toBeNull();
  }
});

test.each([".", ")", "),", "%22", "%E2%80%8B", "*", "_", "%3E", "%20.", ")."])(
  "a private link with %s behind its key shows the key",
  (end) => {
    const key = "U3q9Omo-Ul1JFoMjiwurgDyb";
    expect(attempted(`/order-status/REQ-1/key/${key}${end}`)).toEqual({ code: "REQ-1", key });
  },
);

test.each([
  "/order-status/REQ-1/key/abc",
  "/Order-Status/REQ-1/KEY/abc/",
  "/order-status/REQ-1/key/abc.data",
  "/order%2Dstatus//REQ-1//key//abc",
])("%s shows the key of a private link", (address) => {
  expect(attempted(address)).toEqual({ code: "REQ-1", key: "abc" });
  expect(attempted(address, "header"), "the link's own counts").toEqual({ code: "REQ-1", key: "abc" });
});

test.each([
  "/api/orders/REQ-1",
  "/api/orders/REQ-1/cancellation",
  "/order-status/REQ-1",
  "/order-status/REQ-1.data",
  "/order-status/REQ-1/",
  "/order-status/REQ-1/ids.txt",
  "/order-status?code=REQ-1",
  "/product/p1?order=REQ-1",
])("%s shows the key of its header, if there is one", (address) => {
  expect(attempted(address)).toBeNull();
  expect(attempted(address, "abc")).toEqual({ code: "REQ-1", key: "abc" });
});

test.each(["/", "/products", "/api/orders", "/order-status"])("%s names no order", (address) => {
  expect(attempted(address, "abc")).toBeNull();
});
