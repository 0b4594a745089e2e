import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { sweepFiles } from "#shop/orders/retention/sweep-files.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  call = openApi(shop.services);
});
afterAll(() => shop.close());

const ask = (requestCode: string, asks: "proof" | "utr") => writeAsShop(shop.services, admin, requestCode, { text: null, asks });
const aPicture = async (background: string) => {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString("base64")}`;
};

/** An order, and a call that sends something about it as its buyer. */
async function anOrder(more: Parameters<typeof aPendingOrder>[1]) {
  const { requestCode, accessKey } = await aPendingOrder(shop, more);
  const as = aGuest({ accessKey });
  return {
    requestCode,
    buyer: as,
    send: async (json: object) => {
      const answer = await call(`/api/orders/${requestCode}/messages`, { json, as });
      const { number, code } = await answer.json();
      return answer.ok ? number : code;
    },
  };
}

async function aGiftCardOrder() {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  const card = { paymentMethod: "amazon", giftCardCode: "ABCD12345678", proof: { filename: "card.png", bytes } } as const;
  return anOrder(card);
}

async function aUpiOrder() {
  const order = await anOrder({});
  await shop.services.db.$client.query("update orders set payment_method = 'upi' where request_code = $1", [order.requestCode]);
  return order;
}

test("[S14.2] [S14.17] a code and picture under the same key are one answer, one after the other and at once; another code is another", async () => {
  const { requestCode, buyer, send } = await aGiftCardOrder();
  await ask(requestCode, "proof");
  const answer = { giftCardCode: "WXYZ12345678", picture: await aPicture("#a50"), answers: 1, key: "k-1" };
  expect(await Promise.all([send(answer), send(answer), send(answer)])).toEqual([2, 2, 2]);
  expect(await send(answer)).toBe(2);
  expect(await send({ ...answer, giftCardCode: "WXYZ87654321" }), "other words under the same key").toBe("noNewProofNeeded");
  const { rows } = await shop.services.db.$client.query(
    "select count(*)::int as n from payment_fingerprints where order_id = (select id from orders where request_code = $1)",
    [requestCode],
  );
  expect(rows, "the code and picture with which it was placed, and these").toEqual([{ n: 2 }]);

  await checkProof(shop.services, admin, requestCode, { verified: false, note: null, proofId: null });
  expect(await send(answer), "a late repeat changes nothing").toBe(2);
  const read = await readConversation(shop.services, buyer, requestCode);
  expect(read.ok && read.value.question).toMatchObject({ number: 3, asks: "proof" });
  expect(await send({ ...answer, key: "k-2" }), "the question was replaced").toBe("questionChanged");
  await sweepFiles(shop.services);
  expect(JSON.stringify(await faultsOf(shop))).not.toContain(requestCode);
});

test("[S14.2] [S14.6] [S14.17] a UTR under the same key is one answer, and one for a replaced question is refused", async () => {
  const { requestCode, send } = await aUpiOrder();
  await ask(requestCode, "utr");
  const answer = { utr: "632912345678", answers: 1, key: "k-1" };
  expect(await Promise.all([send(answer), send(answer)])).toEqual([2, 2]);
  expect(await send(answer)).toBe(2);
  await ask(requestCode, "utr");
  expect(await send({ ...answer, utr: "632912345679", key: "k-2" })).toBe("questionChanged");
  const stored = await shop.services.db.$client.query("select utr from orders where request_code = $1", [requestCode]);
  expect(stored.rows).toEqual([{ utr: answer.utr }]);
  await writeAsShop(shop.services, admin, requestCode, { text: "Which bank?", asks: "words" });
  expect(await send({ ...answer, answers: 4, key: "k-3" }), "it asks for words").toBe("questionChanged");
  expect(await send({ utr: "632912345680" }), "a UTR that answers nothing is stored as before").toBeNull();
});

test("[S14.17] the key of a stranger answers nothing", async () => {
  const { requestCode, send } = await aUpiOrder();
  await ask(requestCode, "utr");
  const answer = { utr: "632912345681", answers: 1, key: "k-1" };
  expect(await send(answer)).toBe(2);
  const stranger = await call(`/api/orders/${requestCode}/messages`, { json: answer, as: aGuest() });
  expect((await stranger.json()).code).toBe("orderNotForYou");
});
