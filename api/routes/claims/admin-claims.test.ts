import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds, claimStatesOf } from "#tests/support/shop/claims.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

test("[S15.5] [S15.9] claims are listed and swapped by the API; without a free ID one waits for stock", async () => {
  const as = await anAdmin(shop);
  const order = await aDeliveredOrder(shop, as, ["f-one-11111", "f-two-22222"], { free: ["f-new-33333"] });
  await claimIds(shop, order, ["f-one-11111", "f-two-22222"], "Both are taken");
  const list = async (state: string, visitor = as) => {
    const { claims } = await (await call(`/api/admin/claims${state}`, { as: visitor })).json();
    return claims.filter(({ requestCode }: { requestCode: string }) => requestCode === order.requestCode);
  };
  const [one, two] = [`${order.requestCode}-C1`, `${order.requestCode}-C2`];
  expect(await list("")).toMatchObject([
    {
      id: one,
      position: 1,
      deliveredId: "f-one-11111",
      reason: "used",
      state: "open",
      text: "Both are taken",
      openedBy: "buyer",
      available: 1,
    },
    { id: two, position: 2, deliveredId: "f-two-22222", buyer: { orders: 1, claims: 2, refused: 0 } },
  ]);
  const helper = await aHelper(shop, ["answer-buyers"]);
  expect((await list("?state=open", helper)).map(({ deliveredId }: { deliveredId: string }) => deliveredId)).toEqual([
    "••••1111",
    "••••2222",
  ]);

  const swapped = await call(`/api/admin/claims/${one}/swap`, { as, method: "POST" });
  expect([swapped.status, await swapped.json()]).toEqual([200, { id: one, state: "swapped" }]);
  expect((await refusalIn(await call(`/api/admin/claims/${two}/swap`, { as, json: {} }))).code).toBe("noFreeIdLeft");
  expect((await list("?state=waiting")).map(({ id }: { id: string }) => id)).toEqual([two]);
  expect(await (await call(`/api/admin/claims/${two}/swap`, { as, json: { id: "f-typed-44444", idsConfirmed: true } })).json()).toEqual({
    id: two,
    state: "swapped",
  });
  const { deliveredIds } = await (await call(`/api/orders/${order.requestCode}`, { as: order.buyer })).json();
  expect(deliveredIds).toEqual(["f-new-33333", "f-typed-44444"]);
  expect((await refusalIn(await call(`/api/admin/claims/${two}/swap`, { as, json: {} }))).code).toBe("claimDecided");
  expect((await list("?state=decided")).map(({ state }: { state: string }) => state)).toEqual(["swapped", "swapped"]);
});

test("[S15.4] a claim is refused by the API with a reason that the buyer reads, by who answers buyers", async () => {
  const order = await aDeliveredOrder(shop, await anAdmin(shop), ["g-one"]);
  await claimIds(shop, order, ["g-one"]);
  const path = `/api/admin/claims/${order.requestCode}-C1`;
  const [decider, answerer] = [await aHelper(shop, ["decide-orders"]), await aHelper(shop, ["answer-buyers"])];
  expect((await call(`${path}/refusal`, { as: decider, json: { reason: "It works" } })).status).toBe(403);
  expect((await call(`${path}/swap`, { as: answerer, json: {} })).status).toBe(403);
  expect((await refusalIn(await call(`${path}/refusal`, { as: answerer, json: { reason: " " } }))).code).toBe("reasonRequired");
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  const done = await call(`${path}/refusal`, { as: answerer, json: { reason: "It works" } });
  expect([done.status, (await done.json()).state]).toEqual([200, "refused"]);
  const { messages } = await (await call(`/api/orders/${order.requestCode}/messages`, { as: order.buyer })).json();
  expect(messages.at(-1)).toMatchObject({ side: "shop", text: "It works" });
  expect((await call("/api/admin/claims/none/refusal", { as: answerer, json: { reason: "No" } })).status).toBe(404);
});

test("[S15.6] a claimed ID's price is refunded by the API, by who handles money, and only of a paid order", async () => {
  const order = await aDeliveredOrder(shop, await anAdmin(shop), ["h-one"]);
  await claimIds(shop, order, ["h-one"]);
  const path = `/api/admin/claims/${order.requestCode}-C1/refund`;
  const [money, answerer] = [await aHelper(shop, ["handle-money"]), await aHelper(shop, ["answer-buyers"])];
  const byHand = { how: "by_hand", reference: "NEFT 1" };
  expect((await call(path, { as: answerer, json: byHand })).status).toBe(403);
  expect((await refusalIn(await call(path, { as: money, json: byHand }))).code).toBe("orderNotPaid");
  await shop.services.db.$client.query("update orders set paid_at = processed_at where id = $1", [order.id]);
  expect((await refusalIn(await call(path, { as: money, json: {} }))).code).toBe("refundReferenceNeeded");
  expect((await refusalIn(await call(path, { as: money, json: { ...byHand, amount: 1 } }))).code).toBe("refundedMeanwhile");
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  const done = await call(path, { as: money, json: byHand });
  expect([done.status, (await done.json()).state]).toEqual([200, "refunded"]);
  expect(await claimStatesOf(shop, order)).toEqual(["refunded"]);
  expect((await refusalIn(await call(path, { as: money, json: byHand }))).code).toBe("claimDecided");
});
