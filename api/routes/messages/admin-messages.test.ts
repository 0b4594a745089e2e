import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "#shop/constants.ts";
import { needNoAnswer, writeAsBuyer } from "#shop/orders/messages/write-message.server.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
let picture: Buffer;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
});
afterAll(() => shop.close());

const dataUrl = () => `data:image/png;base64,${picture.toString("base64")}`;

async function anOrder(options: Partial<Parameters<typeof aPendingOrder>[1]> = {}) {
  const placed = await aPendingOrder(shop, { visitor: aGuest(), ...options });
  return { ...placed, buyer: aGuest({ accessKey: placed.accessKey }) };
}

test("[S14.17] who answers buyers lists conversations by whom they wait for, and reads one with its picture", async () => {
  const as = await anAdmin(shop);
  const { requestCode, productName, buyer } = await anOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Where is it?", picture: { filename: "seat.png", bytes: picture } });
  const list = async (query: string) => (await call(`/api/admin/messages${query}`, { as })).json();
  const of = async (query: string) =>
    (await list(query)).messages.filter((row: { requestCode?: string }) => row.requestCode === requestCode);

  const at = expect.stringMatching(/Z$/);
  const last = { side: "buyer", text: "Where is it?", hasPicture: true, asks: null, isClaim: false };
  const row = { kind: "order", requestCode, productName, status: "pending", waitsForAnswer: true, at, last };
  expect(await of("")).toEqual([row]);
  expect(await of("?waits=shop")).toEqual([row]);
  expect(await of("?waits=buyer")).toEqual([]);
  expect(await of("?waits=all")).toEqual([row]);
  expect((await call("/api/admin/messages?waits=me", { as })).status).toBe(400);

  const path = `/api/admin/orders/${requestCode}/messages`;
  const read = await (await call(path, { as })).json();
  expect([read.waitsFor, read.messages.length, read.messages[0].text]).toEqual(["shop", 1, "Where is it?"]);
  const shown = await call(`${path}/1/picture`, { as });
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect((await call(`${path}/2/picture`, { as })).status).toBe(404);
  for (const visitor of [aGuest(), await aCustomer(shop)]) expect([401, 403]).toContain((await call(path, { as: visitor })).status);
});

test("[S14.8] the list has pages", async () => {
  const as = await anAdmin(shop);
  for (let n = 0; n < PAGE_SIZE + 1; n += 1) {
    const { requestCode, buyer } = await anOrder();
    await writeAsBuyer(shop.services, buyer, requestCode, { text: `Message ${n}` });
  }
  const first = await (await call("/api/admin/messages?waits=all", { as })).json();
  expect(first.messages).toHaveLength(PAGE_SIZE);
  const second = await (await call(`/api/admin/messages?waits=all&after=${encodeURIComponent(first.next)}`, { as })).json();
  const names = [...first.messages, ...second.messages].map(({ requestCode, id }) => requestCode ?? id);
  expect(new Set(names).size).toBe(names.length);
  expect(second.messages.length).toBeGreaterThan(0);
});

test("[S14.3] [S14.17] the shop answers and asks once for each key, in the body or the header", async () => {
  const as = await anAdmin(shop);
  const { requestCode, buyer } = await anOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Is it ready?" });
  const path = `/api/admin/orders/${requestCode}/messages`;
  for (const given of [{ json: { text: "Nearly", key: "k" } }, { json: { text: "Nearly" }, headers: { "idempotency-key": "k" } }]) {
    const answer = await call(path, { as, ...given });
    expect([answer.status, await answer.json()]).toEqual([200, { number: 2 }]);
  }
  const asked = await call(path, { as, json: { text: "Which seat?", asks: "words", seen: 2 } });
  expect([asked.status, await asked.json()]).toEqual([200, { number: 3 }]);
  expect(await (await call(path, { as })).json()).toMatchObject({
    waitsFor: "buyer",
    question: { number: 3, asks: "words", text: "Which seat?" },
  });
  const refusals = [
    [{ asks: "proof" }, 409, "notToBeAsked"],
    [{}, 422, "fieldRequired"],
    [{ asks: "money", text: "x" }, 422, "invalidInput"],
  ] as const;
  for (const [json, status, code] of refusals) {
    const no = await call(path, { as, json });
    expect([no.status, (await refusalIn(no)).code]).toEqual([status, code]);
  }
  expect((await (await call(path, { as })).json()).messages).toHaveLength(3);
});

test("[S14.8] an answer asks once if a colleague answered since the last message that was read", async () => {
  const [as, colleague] = [await anAdmin(shop), await anAdmin(shop)];
  const { requestCode, buyer } = await anOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Hello?" });
  const path = `/api/admin/orders/${requestCode}/messages`;
  await call(path, { as: colleague, json: { text: "Hello", seen: 1 } });
  const no = await call(path, { as, json: { text: "Hi", seen: 1 } });
  expect([no.status, (await refusalIn(no)).code]).toEqual([409, "colleagueAnswered"]);
  const form = new FormData();
  for (const [name, value] of Object.entries({ text: "Hi", seen: "1", confirmed: "true" })) form.append(name, value);
  form.append("picture", new File([new Uint8Array(picture)], "seat.png"));
  expect(await (await call(path, { as, method: "POST", body: form })).json()).toEqual({ number: 3 });
});

test("[S14.7] what needs no answer waits no longer, and what came after it does", async () => {
  const as = await anAdmin(shop);
  const { requestCode, buyer } = await anOrder();
  for (const text of ["Thanks", "And one more?"]) await writeAsBuyer(shop.services, buyer, requestCode, { text });
  const path = `/api/admin/orders/${requestCode}/no-answer-needed`;
  expect(await (await call(path, { as, json: { seen: 1 } })).json()).toEqual({ waitsFor: "shop" });
  expect(await (await call(path, { as, method: "POST" })).json()).toEqual({ waitsFor: null });
  expect(await needNoAnswer(shop.services, as, requestCode, { seen: null })).toMatchObject({ ok: true });
  expect((await call("/api/admin/orders/REQ-UNKNOWN/no-answer-needed", { as, method: "POST" })).status).toBe(404);
});

test("[S14.3] [S14.4] [S14.17] a buyer answers a question for a new code and proof by the API, and no other words come with it", async () => {
  const as = await anAdmin(shop);
  const card = { paymentMethod: "amazon" as const, giftCardCode: "ABCD12345678", proof: { filename: "card.png", bytes: picture } };
  const { requestCode, buyer } = await anOrder(card);
  await call(`/api/admin/orders/${requestCode}/messages`, { as, json: { asks: "proof" } });
  const path = `/api/orders/${requestCode}/messages`;
  const sent = { giftCardCode: "WXYZ12345678", picture: dataUrl(), answers: 1 };
  const refusals = [
    [{ ...sent, text: "Here" }, 422, "text"],
    [{ ...sent, utr: "412345678901" }, 422, "utr"],
    [{ ...sent, picture: null }, 422, undefined],
    [{ ...sent, answers: 7 }, 409, undefined],
  ] as const;
  for (const [json, status, field] of refusals) {
    const no = await call(path, { as: buyer, json });
    expect([no.status, (await no.json()).field]).toEqual([status, field]);
  }
  const answered = await call(path, { as: buyer, json: sent });
  expect([answered.status, await answered.json()]).toEqual([200, { number: 2 }]);
  const order = await (await call(`/api/orders/${requestCode}`, { as })).json();
  expect([order.giftCardCode, order.paymentVerified]).toEqual(["WXYZ12345678", null]);
  const read = await (await call(path, { as: buyer })).json();
  expect([read.question, read.messages[1].asks]).toEqual([null, "proof"]);
  expect((await call(path, { as: aGuest(), json: sent })).status).toBe(403);
});
