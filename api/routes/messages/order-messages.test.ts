import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds } from "#tests/support/shop/claims.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

test("[S14.17] a buyer reads and writes messages by the API: JSON or multipart, once for each key, and answers a question with a picture", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const [as, path] = [aGuest({ accessKey }), `/api/orders/${requestCode}/messages`];
  for (let n = 0; n < 2; n += 1) {
    const answer = await call(path, { json: { text: "Where is it?", key: "k" }, as });
    expect([answer.status, await answer.json()]).toEqual([200, { number: 1 }]);
  }
  await writeAsShop(shop.services, await anAdmin(shop), requestCode, { text: null, asks: "picture" });
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  const late = await call(path, { json: { text: "Here", answers: 1, picture: `data:image/png;base64,${bytes.toString("base64")}` }, as });
  expect([late.status, (await refusalIn(late)).code]).toEqual([409, "questionChanged"]);
  const form = new FormData();
  form.append("answers", "2");
  form.append("picture", new File([new Uint8Array(bytes)], "seat.png"));
  expect((await call(path, { method: "POST", body: form, as })).status).toBe(200);

  const read = await (await call(path, { as })).json();
  expect(read).toMatchObject({
    messages: [
      { number: 1, side: "buyer", text: "Where is it?", hasPicture: false, asks: null },
      { number: 2, side: "shop", text: null, asks: "picture" },
      { number: 3, side: "buyer", text: null, hasPicture: true, asks: "picture" },
    ],
    waitsFor: "shop",
    question: null,
  });
  const picture = await call(`${path}/3/picture`, { as });
  expect([picture.status, picture.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format).toBe("jpeg");
  for (const address of [path, `${path}/3/picture`, "/api/orders/REQ-UNKNOWN/messages"])
    expect((await refusalIn(await call(address, { as: aGuest() }))).code).toBe("orderNotForYou");
  expect((await call(path, { json: {}, as })).status).toBe(422);
});

test("[S15.8] a claim is in an order's JSON and in the messages, with no words as null", async () => {
  const order = await aDeliveredOrder(shop, await anAdmin(shop), ["works", "dead"]);
  await claimIds(shop, order, ["dead"]);
  const read = async (path: string) => (await call(`/api/orders/${order.requestCode}${path}`, { as: order.buyer })).json();
  const at = expect.stringMatching(/Z$/);
  expect((await read("")).claims).toEqual([{ number: 1, position: 2, state: "open", reason: "used", openedAt: at, decidedAt: null }]);
  expect((await read("/messages")).messages).toEqual([
    { number: 1, side: "buyer", text: null, hasPicture: false, asks: null, at, claim: { reason: "used", positions: [2] } },
  ]);
});

test("[S14.17] an order's JSON has the open question and how many messages its buyer has not seen, until the conversation is read", async () => {
  const [admin, buyer] = [await anAdmin(shop), await aCustomer(shop)];
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  const { requestCode: other } = await aPendingOrder(shop, { visitor: buyer });
  const read = async (code: string, as: Visitor = buyer) => (await call(`/api/orders/${code}`, { as })).json();
  expect(await read(requestCode)).toMatchObject({ question: null, unreadMessages: 0 });
  await writeAsShop(shop.services, admin, requestCode, { text: "zq7 Hello" });
  await writeAsShop(shop.services, admin, requestCode, { text: "zq7 Which one?", asks: "words" });
  const question = { number: 2, asks: "words", text: "zq7 Which one?", at: expect.stringMatching(/Z$/) };
  expect(await read(requestCode)).toMatchObject({ question, unreadMessages: 2 });
  await readConversation(shop.services, admin, requestCode);
  const list = await (await call("/api/account/orders", { as: buyer })).json();
  const inList = (code: string) => list.orders.find((order: { requestCode: string }) => order.requestCode === code);
  expect(inList(requestCode)).toMatchObject({ question, unreadMessages: 2 });
  expect(inList(other)).toMatchObject({ question: null, unreadMessages: 0 });
  const strangers = await read(requestCode, aGuest());
  expect(strangers).not.toHaveProperty("question");
  expect(strangers).not.toHaveProperty("unreadMessages");

  await call(`/api/orders/${requestCode}/messages`, { as: buyer });
  expect(await read(requestCode)).toMatchObject({ question, unreadMessages: 0 });
  await call(`/api/orders/${requestCode}/messages`, { json: { text: "This", answers: 2 }, as: buyer });
  await writeAsShop(shop.services, admin, requestCode, { text: "Thanks" });
  expect(await read(requestCode)).toMatchObject({ question: null, unreadMessages: 1 });
});

test("[S14.17] who only added an order to an account reads neither its question nor its messages", async () => {
  const viewer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop);
  await shop.services.db.$client.query(
    "insert into order_views (id, order_id, user_id, added_at) select 'v', id, $2, now() from orders where request_code = $1",
    [requestCode, viewer.userId],
  );
  await writeAsShop(shop.services, await anAdmin(shop), requestCode, { text: "Which one?", asks: "words" });
  expect(await (await call(`/api/orders/${requestCode}`, { as: viewer })).json()).toMatchObject({ question: null, unreadMessages: null });
});
