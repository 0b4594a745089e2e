import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#platform/log.server.ts";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { aGuest, aPendingOrder } from "#tests/support/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { incidentContext, originContext, servicesContext, visitorContext } from "#web/context.ts";
import { loader } from "./order-key.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

function open(requestCode: string, key: string, { services = shop.services as Services, method = "GET" } = {}): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(visitorContext, aGuest());
  context.set(originContext, "https://shop.example");
  context.set(incidentContext, "ABC23456");
  const request = new Request(`https://shop.example/order-status/${requestCode}/key/${key}`, { method });
  return loader({ request, params: { requestCode, key }, context } as unknown as Parameters<typeof loader>[0]);
}

const toldBesideCookie = ({ status, headers }: Response) => [status, [...headers].filter(([name]) => name !== "set-cookie")];

test("[S6.6] the private link leads to the clean address by a 303 that nobody keeps, passes on or lists, with the browser's cookie", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const answer = await open(requestCode, accessKey ?? "");
  expect(answer.status).toBe(303);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: `/order-status/${requestCode}`,
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  const [, key = ""] =
    /=([A-Za-z0-9_-]{32}); Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  const browser = aGuest({ browser: sha256(key).toString("hex") });
  expect(await findOrder(shop.services, browser, requestCode)).toMatchObject({ mayCancel: true });
});

test("[S6.7] a wrong key, and an unknown code, are led on in the same way, without a cookie", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const right = toldBesideCookie(await open(requestCode, accessKey ?? ""));
  for (const key of ["wrong", "A".repeat(24), `${accessKey}x`]) {
    const answer = await open(requestCode, key);
    expect(toldBesideCookie(answer)).toEqual(right);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  const unknown = await open("REQ-NEVER", accessKey ?? "");
  expect([unknown.status, unknown.headers.get("location"), unknown.headers.get("set-cookie")]).toEqual([
    303,
    "/order-status/REQ-NEVER",
    null,
  ]);
});

test("[S6.6] who only asks for the headers unlocks nothing", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  expect((await open(requestCode, accessKey ?? "", { method: "HEAD" })).headers.get("set-cookie")).toBeNull();
});

test("[S6.6] a private link that cannot be opened now leaves nothing of its key in the log", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const lines: string[] = [];
  const log = openLog("debug", (line) => lines.push(line));
  const broken = () => {
    throw new Error("gone");
  };
  const services = { ...shop.services, log, db: { select: broken, transaction: broken } as unknown as Services["db"] };
  await expect(open(requestCode, accessKey ?? "", { services })).rejects.toMatchObject({
    data: { sentence: "Failed to load order details" },
  });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain(accessKey);
});
