import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { productIdsText } from "#shop/stock/ids/reading/product-ids.server.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function idOf(requestCode: string): Promise<string> {
  const { rows } = await shop.services.db.$client.query("select id from orders where request_code = $1", [requestCode]);
  return rows[0].id;
}

const aPicture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

test("[S2.30] a rejected order is recorded, once", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const admin = await anAdmin(shop);
  const reject = () => rejectOrder(shop.services, admin, requestCode, { reason: "Not paid" });
  expect((await Promise.all([reject(), reject()])).filter(({ ok }) => ok)).toHaveLength(1);
  expect(await auditOf(shop, await idOf(requestCode))).toEqual([["order-rejected", {}]]);
});

test("[S2.31] a verified payment is recorded, and so is a rejected proof", async () => {
  const admin = await anAdmin(shop);
  const proof = { filename: "card.png", bytes: await aPicture() };
  const { requestCode } = await aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD12345678", proof });
  for (const verified of [true, false])
    expect(await checkProof(shop.services, admin, requestCode, { verified, note: null })).toMatchObject({ ok: true });
  expect(await auditOf(shop, await idOf(requestCode))).toEqual([
    ["payment-verified", {}],
    ["proof-rejected", {}],
  ]);
});

test("[S2.35] a download of a product's IDs is recorded before the first of them is read, without the search text", async () => {
  const { id } = await aProduct(shop, { ids: ["one-1", "two-2"] });
  expect(await productIdsText(shop.services, aGuest(), id)).toMatchObject({ ok: false });
  expect(await auditOf(shop, id)).toEqual([]);
  const admin = await anAdmin(shop);
  const text = await productIdsText(shop.services, admin, id, { state: "available", search: "two-2" });
  expect(await auditOf(shop, id)).toEqual([["ids-downloaded", { state: "available" }]]);
  if (text.ok) await text.value.lines.return(undefined);
  await productIdsText(shop.services, admin, id);
  expect((await auditOf(shop, id)).at(-1)).toEqual(["ids-downloaded", { state: null }]);
});
