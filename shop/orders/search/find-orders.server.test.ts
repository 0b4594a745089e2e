import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { giftCardFingerprints } from "#shop/orders/proofs/payment-fingerprint.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aGiftCardScreenshot, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { findOrders } from "./find-orders.server.ts";
import { fingerprintEmails } from "./fingerprint-emails.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

async function found(words: string): Promise<[code: string, by: string][]> {
  const answer = await findOrders(shop.services, admin, words);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.map(({ requestCode, by }) => [requestCode, by]);
}

test("[S12.3] an order is found by its code, however it is typed, by its id and the id's beginning, in any state", async () => {
  const buyer = await aCustomer(shop);
  const [pending, approved, rejected, cancelled] = [
    await aPendingOrder(shop, { visitor: buyer }),
    await aPendingOrder(shop, { visitor: buyer }),
    await aPendingOrder(shop, { visitor: buyer }),
    await aPendingOrder(shop, { visitor: buyer }),
  ];
  const ids = await reservedValuesOf(shop.services, approved.requestCode);
  await approveOrder(shop.services, admin, approved.requestCode, { ids, faulty: [], downloadLink: null, confirmed: false });
  await rejectOrder(shop.services, admin, rejected.requestCode, { reason: "No" });
  await cancelOrder(shop.services, buyer, cancelled.requestCode);
  for (const { requestCode, id } of [pending, approved, rejected, cancelled]) {
    for (const words of [requestCode, ` ${requestCode.toLowerCase().replace("-", " ")} `, id, `\u200b${id}`, id.slice(0, 8)])
      expect(await found(words), words).toEqual([[requestCode, "code"]]);
  }
  expect((await found(buyer.email.toUpperCase())).map(([, by]) => by)).toEqual(["email", "email", "email", "email"]);
  expect((await found(buyer.userId)).map(([, by]) => by)).toEqual(["customer", "customer", "customer", "customer"]);
});

test("[S12.3] [S3.9] an order is found by an ID that it reserves, got or had replaced, in any spelling, and a free ID finds none", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["FIND-1", "FIND-2", "FIND-3"] });
  const { requestCode } = await aPendingOrder(shop, { productId });
  const [held = ""] = await reservedValuesOf(shop.services, requestCode);
  expect(await found(`\u200b${held} `)).toEqual([[requestCode, "unit"]]);
  expect(await found("FIND-3")).toEqual([]);
  await approveOrder(shop.services, admin, requestCode, { ids: [held], faulty: [], downloadLink: null, confirmed: false });
  expect(await found(held)).toEqual([[requestCode, "unit"]]);
  expect(await replaceId(shop.services, admin, requestCode, { faulty: held, id: null })).toMatchObject({ ok: true });
  expect(await found(held)).toEqual([[requestCode, "replaced"]]);
});

test("[S12.3] an order is found by its gift card code, its UTR and the address of its guest, also one that was not fingerprinted yet", async () => {
  const proof = { filename: "card.png", bytes: await aGiftCardScreenshot(drawing(4)) };
  const card = await aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "FIND12345678", proof });
  expect(await found("find-1234 5678")).toEqual([[card.requestCode, "giftCard"]]);

  const paid = await aPendingOrder(shop, { email: "Guest.Of.Search@Example.com" });
  await shop.services.db.$client.query("update orders set utr = '412345678901', utr_sent_at = now() where id = $1", [paid.id]);
  for (const utr of ["4123 4567 8901", "4123\u20114567-8901\u200b", "\uff14123\u00a045678901"])
    expect(await found(utr), utr).toEqual([[paid.requestCode, "utr"]]);
  for (const email of ["guest.of.search@example.com", "\u200eguest.of.search@example.com\u200b"])
    expect(await found(email), email).toEqual([[paid.requestCode, "email"]]);
  const { rows } = await shop.services.db.$client.query("select email_print from orders where id = $1", [paid.id]);
  expect(rows[0].email_print).toHaveLength(giftCardFingerprints(shop.services, "X")[0]?.length ?? 0);
  expect(await fingerprintEmails(shop.services)).toBe(0);
});

test("[S12.3] words find orders by product and customer, the newest first and at most a page, and what is found takes few queries", async () => {
  const buyer = await aCustomer(shop, { name: "Meenakshi of the search", email: "meenakshi@example.com" });
  const { id: productId } = await aProduct(shop, { name: "Sapphire account", ids: Array.from({ length: 25 }, (_, n) => `SAPPHIRE-${n}`) });
  const placed: string[] = [];
  for (let n = 0; n < 22; n += 1)
    placed.push((await aPendingOrder(shop, { productId, visitor: n < 2 ? buyer : await aCustomer(shop) })).requestCode);
  expect((await found("sapphire")).map(([, by]) => by)).toEqual(Array.from({ length: 20 }, () => "words"));
  expect((await found("Meenakshi")).map(([code]) => code)).toEqual([placed[1], placed[0]]);
  for (const words of [placed[0] ?? "", "Meenakshi"])
    expect(await findOrders(shop.services, admin, words), "with the language of the name").toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ nameLanguage: "en" })]),
    });
  const { statements } = await countQueries(shop, (services) => findOrders(services, admin, "sapphire"));
  expect(statements).toBeLessThanOrEqual(4);
});

test("[S12.3] [S6.3] nobody but an admin searches, and nothing is found by nothing", async () => {
  expect(await findOrders(shop.services, aGuest(), "x")).toMatchObject({ code: "rightMissing" });
  expect(await findOrders(shop.services, await aCustomer(shop), "x")).toMatchObject({ code: "rightMissing" });
  expect(await found("  ")).toEqual([]);
});
