import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#shop/constants.ts";

import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimStatesOf } from "#tests/support/shop/claims.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

/** In hours, as a new shop has it. [S15.1] */
const CLAIM_HOURS = 72;

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

test("[S15.2] a buyer claims IDs by the API, by their places or their texts, and the same twice is one", async () => {
  const order = await aDeliveredOrder(shop, await anAdmin(shop), ["c-one", "c-two", "c-three"]);
  const [as, path] = [order.buyer, `/api/orders/${order.requestCode}/claims`];
  for (let n = 0; n < 2; n += 1) {
    const answer = await call(path, { as, json: { positions: [3, 1], reason: "used", text: "Taken" } });
    expect([answer.status, await answer.json()]).toEqual([200, { numbers: [1, 2] }]);
  }
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ids: "c-two", reason: "other" })) form.append(name, value);
  form.append("picture", new File([new Uint8Array(bytes)], "seen.png"));
  expect(await (await call(path, { as, method: "POST", body: form })).json()).toEqual({ numbers: [3] });
  const { claims } = await (await call(`/api/orders/${order.requestCode}`, { as })).json();
  expect(claims.map(({ position, reason }: { position: number; reason: string }) => [position, reason])).toEqual([
    [1, "used"],
    [2, "other"],
    [3, "used"],
  ]);
  const { messages } = await (await call(`/api/orders/${order.requestCode}/messages`, { as })).json();
  expect(messages).toMatchObject([
    { text: "Taken", hasPicture: false, claim: { reason: "used", positions: [1, 3] } },
    { text: null, hasPicture: true, claim: { reason: "other", positions: [2] } },
  ]);
});

test("[S15.2] [S15.3] a claim that may not be is refused, and opens nothing", async () => {
  const order = await aDeliveredOrder(shop, await anAdmin(shop), ["d-one"]);
  const path = `/api/orders/${order.requestCode}/claims`;
  const refusals = [
    [order.buyer, { reason: "used" }, 422, "noIdChosen"],
    [order.buyer, { positions: [1] }, 422, "claimReasonRequired"],
    [order.buyer, { positions: [2], reason: "used" }, 409, "idNotDelivered"],
    [order.buyer, { positions: ["first"], reason: "used" }, 422, "invalidInput"],
    [aGuest(), { positions: [1], reason: "used" }, 403, "orderNotForYou"],
    [await aCustomer(shop), { positions: [1], reason: "used" }, 403, "orderNotForYou"],
  ] as const;
  for (const [as, json, status, code] of refusals) {
    const no = await refusalIn(await call(path, { as, json }));
    expect([code, no.status, no.code]).toEqual([code, status, code]);
  }
  shop.setNow(new Date(shop.services.now().getTime() + CLAIM_HOURS * HOUR_MS + 1));
  expect((await refusalIn(await call(path, { as: order.buyer, json: { positions: [1], reason: "used" } }))).code).toBe("claimTooLate");
  expect(await claimStatesOf(shop, order)).toEqual([]);
});

test("[S15.1] [S15.4] a person claims at any time, and only the buyer takes a claim back, once", async () => {
  const admin = await anAdmin(shop);
  const order = await aDeliveredOrder(shop, admin, ["e-one"]);
  shop.setNow(new Date(shop.services.now().getTime() + 2 * CLAIM_HOURS * HOUR_MS));
  const path = `/api/orders/${order.requestCode}/claims`;
  expect(await (await call(path, { as: admin, json: { ids: ["e-one"], reason: "different" } })).json()).toEqual({ numbers: [1] });
  for (const as of [admin, aGuest()]) expect((await call(`${path}/1/withdrawal`, { as, method: "POST" })).status).toBe(403);
  const withdrawn = await call(`${path}/1/withdrawal`, { as: order.buyer, method: "POST" });
  expect([withdrawn.status, await withdrawn.json()]).toEqual([200, { number: 1, state: "withdrawn" }]);
  for (const [number, code] of [
    [1, "claimDecided"],
    [2, "claimNotFound"],
  ] as const)
    expect((await refusalIn(await call(`${path}/${number}/withdrawal`, { as: order.buyer, method: "POST" }))).code).toBe(code);
  expect(await claimStatesOf(shop, order)).toEqual(["withdrawn"]);
});
