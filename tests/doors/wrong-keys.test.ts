import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ACCESS_KEY_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { WRONG_KEYS_OF_ORDER_MAX } from "#shop/settings/constants.ts";
import { english } from "#tests/support/english.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { type BusyShop, ORIGIN, openBusyShop, type Place, type VisitorName } from "./busy-shop.ts";

const WRONG = "A".repeat(24);

let shop: BusyShop;
let place: Place;
beforeAll(async () => {
  shop = await openBusyShop();
  place = await shop.furnish();
});
afterEach(() => setLimits(shop.shop, "look_ups_max = default"));
afterAll(() => shop.close());

/** Each call has an address of its own. */
const withHeader = (path: string, key: string, who: VisitorName = "guest") =>
  shop.visit(who, path, { headers: { [ACCESS_KEY_HEADER]: key } });
const byLink = (code: string, key: string, who: VisitorName = "guest") => shop.visit(who, `/order-status/${code}/key/${key}`);

async function guess(code: string, times: number): Promise<number[]> {
  const attempts = Array.from({ length: times }, (_, n) => (n % 2 === 0 ? byLink(code, WRONG) : withHeader(`/api/orders/${code}`, WRONG)));
  return (await Promise.all(attempts)).map(({ status }) => status);
}

test("[S6.6] wrong keys for one order are counted from wherever they come, for an unknown code, too; then it is 429 at every door", async () => {
  for (const code of [place.guestCode, "REQ-NOTHING"]) {
    expect(await guess(code, WRONG_KEYS_OF_ORDER_MAX)).not.toContain(429);
    const answers = [
      await byLink(code, WRONG),
      await withHeader(`/api/orders/${code}`, WRONG),
      await withHeader(`/order-status/${code}`, WRONG),
      await withHeader(`/order-status/${code}.data`, WRONG),
      await withHeader(`/order-status?code=${code}`, WRONG),
      await withHeader(`/product/${place.productId}?order=${code}`, WRONG),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 429));
    for (const { headers } of answers) expect(headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(await answers[1]?.json()).toEqual({ error: english("tooManyRequests"), code: "tooManyRequests" });
  }
  expect((await byLink(place.requestCode, WRONG)).status, "another order").toBe(303);
});

test("[S6.6] a right key, the buyer's browser, the buyer and admins are neither counted nor refused, and who has only the code is not either", async () => {
  const [held] = (await shop.shop.services.db.$client.query('select request_code as "code" from orders order by created_at limit 1')).rows;
  for (let n = 0; n < WRONG_KEYS_OF_ORDER_MAX; n += 1) {
    await byLink(place.approvedCode, WRONG, n % 2 === 0 ? "buyer" : "admin");
    await withHeader(`/api/orders/${held.code}`, WRONG, "holder");
  }
  for (const code of [place.approvedCode, held.code]) {
    expect((await byLink(code, WRONG)).status, "the first that counts").toBe(303);
    await guess(code, WRONG_KEYS_OF_ORDER_MAX);
    expect((await byLink(code, WRONG)).status).toBe(429);
  }
  for (const who of ["buyer", "admin"] as const) expect((await byLink(place.approvedCode, WRONG, who)).status).toBe(303);
  const own = await withHeader(`/api/orders/${held.code}`, WRONG, "holder");
  expect([own.status, await own.json()]).toEqual([200, expect.objectContaining({ mayCancel: true })]);
  expect((await shop.visit("guest", `/api/orders/${held.code}`)).status).toBe(200);

  await guess(place.guestCode, WRONG_KEYS_OF_ORDER_MAX + 1);
  const opened = await byLink(place.guestCode, place.key);
  expect([opened.status, opened.headers.has("set-cookie")]).toEqual([303, true]);
  const cancelled = await shop.visit("guest", `/api/orders/${place.guestCode}/cancellation`, {
    method: "POST",
    origin: ORIGIN,
    headers: { [ACCESS_KEY_HEADER]: place.key },
  });
  expect(cancelled.status).toBe(200);
});

test("an owner who does not limit look-ups does not limit wrong keys", async () => {
  await setLimits(shop.shop, "look_ups_max = 0");
  expect(await guess("REQ-UNLIMITED", WRONG_KEYS_OF_ORDER_MAX + 2)).not.toContain(429);
});
