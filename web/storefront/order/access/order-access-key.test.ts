import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { openLog } from "#platform/log.server.ts";
import type { Services } from "#platform/provides.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { UNLOCKED_BROWSERS_MAX } from "#shop/orders/constants.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { loader as loadPage } from "../order-status.tsx";
import { loader } from "./order-access-key.ts";

let shop: TestShop;
let settings: ShopSettings;
beforeAll(async () => {
  shop = await openTestShop();
  settings = await readSettings(shop.services);
});
afterAll(() => shop.close());

function open(
  requestCode: string,
  key: string,
  { services = shop.services as Services, method = "GET", headers = {} as Record<string, string>, asGiven = key } = {},
): Promise<Response> {
  const context = contextOf(aGuest(), services);
  const request = new Request(`https://shop.example/order-status/${requestCode}/key/${key}`, { method, headers });
  return loader({ request, params: { requestCode, key: asGiven }, context } as unknown as Parameters<typeof loader>[0]);
}

function contextOf(visitor: Visitor, services: Services = shop.services): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, settings, visitor, origin: "https://shop.example", incident: "ABC23456" }));
  return context;
}

const answerBesideCookie = ({ status, headers }: Response) => [status, [...headers].filter(([name]) => name !== "set-cookie")];

test("[S6.6] a private link with punctuation, other dashes or invisible characters in its key, as chats pass it on, leads to its order", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const key = accessKey ?? "";
  const given = [
    `${key}.`,
    `${key}),`,
    `${key}*`,
    `${key}_`,
    `<${key}>`,
    `${key.slice(0, 9)}\u200b${key.slice(9)}`,
    key.replaceAll("-", "\u2011"),
  ];
  for (const one of given) {
    const [cookie] = (await open(`${requestCode.toLowerCase()}`, encodeURIComponent(one), { asGiven: one })).headers.getSetCookie();
    expect(cookie, one).toContain(`.${requestCode}=${key};`);
  }
  for (const wrong of [`${key}A`, key.slice(1), `A${key}`, key.toUpperCase()])
    expect((await open(requestCode, wrong)).headers.getSetCookie(), wrong).toEqual([]);
});

test("[S6.6] the private link leads to the clean address by a 303 that nobody stores, passes on or lists, with the browser's cookie", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const answer = await open(requestCode, accessKey ?? "");
  expect(answer.status).toBe(303);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: `/order-status/${requestCode}`,
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  expect(answer.headers.getSetCookie()).toEqual([
    `__Host-trackside.link.${requestCode}=${accessKey}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
    expect.stringMatching(/^__Host-trackside.browser=([A-Za-z0-9_-]{32}); Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/),
  ]);
});

/** Requests the order's page as a browser that received these cookies. */
async function goOn(requestCode: string, cookies: Headers, { method = "GET", headers = {} as Record<string, string> } = {}) {
  const cookie = cookies
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const requestHeaders = new Headers({ ...headers, cookie });
  const visitor = await whoIs(shop.services, auth(), requestHeaders);
  const request = new Request(`https://shop.example/order-status/${requestCode}`, { method, headers: requestHeaders });
  return loadPage({ request, params: { requestCode }, context: contextOf(visitor) } as unknown as Parameters<typeof loadPage>[0]);
}

const auth = () => openAuth(shop.services, { appUrl: "https://shop.example", secret: TEST_SECRET });
const placesOf = async (requestCode: string): Promise<number> =>
  (await shop.services.db.$client.query("select cardinality(unlocked_by) as n from orders where request_code = $1", [requestCode])).rows[0]
    .n;
const orderOf = async (page: ReturnType<typeof goOn>) => (await page).data.order;

test("[S6.6] the link takes a place for a browser that goes on with its cookie, once, and shows it the order at once", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const { headers } = await open(requestCode, accessKey ?? "");
  expect(await placesOf(requestCode)).toBe(1);
  const page = await goOn(requestCode, headers);
  expect(page.data.order).toMatchObject({ mayCancel: true });
  expect(new Headers(page.init?.headers).getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-trackside\.link\.REQ-.*=; Path=\/; Max-Age=0;/),
  ]);
  expect(await placesOf(requestCode)).toBe(2);

  const again = await Promise.all([1, 2, 3].map(() => goOn(requestCode, headers)));
  expect(again.map(({ data: { order } }) => order.mayCancel)).toEqual([true, true, true]);
  expect(await placesOf(requestCode)).toBe(2);
  const own = new Headers([["set-cookie", headers.getSetCookie()[1] ?? ""]]);
  expect(await orderOf(goOn(requestCode, own))).toMatchObject({ mayCancel: true });
});

test("[S6.6] of one who goes on twice at once with the link's cookie alone, the order is shown both times", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const [link = ""] = (await open(requestCode, accessKey ?? "")).headers.getSetCookie();
  const both = await Promise.all([1, 2].map(() => goOn(requestCode, new Headers([["set-cookie", link]]))));
  expect(both.map(({ data: { order } }) => order.mayCancel)).toEqual([true, true]);
});

test("[S6.6] previews, mail scanners, HEAD and prefetches take no place, however often they come, and evict no device of the buyer", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const phone = (await open(requestCode, accessKey ?? "")).headers;
  await goOn(requestCode, phone);
  const places = await placesOf(requestCode);
  for (let n = 0; n < UNLOCKED_BROWSERS_MAX + 2; n += 1) {
    const { headers } = await open(requestCode, accessKey ?? "");
    await goOn(requestCode, new Headers());
    await goOn(requestCode, headers, { method: "HEAD" });
    for (const [name, value] of ahead) {
      await goOn(requestCode, headers, { headers: { [name]: value } });
      expect((await open(requestCode, accessKey ?? "", { headers: { [name]: value } })).headers.get("set-cookie")).toBeNull();
    }
  }
  expect(await placesOf(requestCode)).toBe(places);
  expect(await orderOf(goOn(requestCode, phone))).toMatchObject({ mayCancel: true });
});

const ahead = [
  ["Sec-Purpose", "prefetch"],
  ["Sec-Purpose", "prefetch;prerender"],
  ["Purpose", "prefetch"],
  ["X-Purpose", "preview"],
  ["X-Moz", "prefetch"],
] as const;

test("[S6.7] a cookie with a wrong key, of another order, or of a link that was revoked meanwhile opens nothing and is dropped", async () => {
  const [order, other] = [await aPendingOrder(shop), await aPendingOrder(shop)];
  const { headers } = await open(order.requestCode, order.accessKey ?? "");
  const forged = new Headers([["set-cookie", `__Host-trackside.link.${other.requestCode}=${order.accessKey}`]]);
  const buyer = aGuest({ browser: sha256(order.newBrowserKey ?? "").toString("hex") });
  expect(await orderOf(goOn(other.requestCode, headers))).toMatchObject({ mayCancel: false });
  expect(await orderOf(goOn(other.requestCode, forged))).toMatchObject({ mayCancel: false });

  expect(await revokeLink(shop.services, buyer, order.requestCode)).toMatchObject({ ok: true });
  const late = await goOn(order.requestCode, headers);
  expect(late.data.order).toMatchObject({ mayCancel: false });
  expect(new Headers(late.init?.headers).getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
  expect([await placesOf(order.requestCode), await placesOf(other.requestCode)]).toEqual([1, 1]);
});

test("[S6.6] two links opened at once do not overwrite each other", async () => {
  const two = [await aPendingOrder(shop), await aPendingOrder(shop)];
  const opened = await Promise.all(two.map(({ requestCode, accessKey }) => open(requestCode, accessKey ?? "")));
  const jar = new Headers();
  for (const { headers } of opened) for (const cookie of headers.getSetCookie()) jar.append("set-cookie", cookie);
  for (const { requestCode } of two) expect(await orderOf(goOn(requestCode, jar))).toMatchObject({ mayCancel: true });
});

test("[S6.7] a wrong key, and an unknown code, are led on in the same way, without a cookie", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const right = answerBesideCookie(await open(requestCode, accessKey ?? ""));
  for (const key of ["wrong", "A".repeat(24), `${accessKey}x`]) {
    const answer = await open(requestCode, key);
    expect(answerBesideCookie(answer)).toEqual(right);
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
  const services = { ...shop.services, log, db: { select: broken, prepared: broken, transaction: broken } as unknown as Services["db"] };
  await expect(open(requestCode, accessKey ?? "", { services })).rejects.toMatchObject({
    data: { sentence: "Failed to load order details" },
  });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain(accessKey);
});
