import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { findReceipt } from "./find-receipt.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
// Orders of an earlier test count as approved before there were receipts.
beforeEach(() =>
  asOwner("delete from receipts; delete from receipt_counters; update orders set processed_at = '2026-01-01' where status = 'approved'"),
);
afterEach(async () => {
  shop.setNow();
  await asOwner(
    "update shop_settings set seller_name = '', seller_address = '', gstin = null, hsn_code = '', gst_rate = 1800, time_zone = 'Asia/Kolkata'",
  );
});
afterAll(() => shop.close());

const asOwner = (text: string) => withClient(shop.databaseUrl, (client) => client.query(text));
const numbers = async () => {
  const { rows } = await shop.services.db.$client.query<{ code: string }>("select code from receipts order by year, number");
  return rows.map(({ code }) => code);
};

/** A pending order with an ID of its own. */
async function anOrder() {
  const product = await aProduct(shop);
  return { ...(await aPendingOrder(shop, { productId: product.id })), ids: product.ids.slice(0, 1) };
}

function approve({ requestCode, ids }: { requestCode: string; ids: string[] }) {
  return approveOrder(shop.services, admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: true });
}

test("[S10.15] approved orders are numbered from 1 in each financial year, which begins on 1 April in the shop's time zone", async () => {
  for (const at of [
    "2026-03-31T18:29:59Z",
    "2026-03-31T18:30:00Z",
    "2026-11-26T10:00:00Z",
    "2027-03-31T18:29:59Z",
    "2027-03-31T18:30:00Z",
  ]) {
    shop.setNow(new Date(at));
    expect(await approve(await anOrder())).toMatchObject({ ok: true });
  }
  expect(await numbers()).toEqual(["2025-26/00001", "2026-27/00001", "2026-27/00002", "2026-27/00003", "2027-28/00001"]);
  await asOwner("update shop_settings set time_zone = 'UTC'");
  shop.setNow(new Date("2027-03-31T18:30:00Z"));
  await approve(await anOrder());
  expect((await numbers()).slice(3)).toEqual(["2026-27/00003", "2026-27/00004", "2027-28/00001"]);
});

test("[S10.15] orders that are approved at once get numbers without gaps, and one that fails leaves none", async () => {
  shop.setNow(new Date("2026-11-26T10:00:00Z"));
  const all = await Promise.all(Array.from({ length: 12 }, anOrder));
  const wrong = all.slice(0, 4).map(({ requestCode }) => ({ requestCode, ids: ["an ID", "too many"] }));
  // An order without its IDs is refused at commit, where the number is given as well.
  const broken = all.slice(4, 8).map(({ requestCode }) =>
    shop.services.db.$client
      .query("update orders set status = 'approved', processed_at = $2, approved_by = 'x' where request_code = $1", [
        requestCode,
        shop.services.now(),
      ])
      .then(
        () => "approved",
        () => "failed",
      ),
  );
  const done = await Promise.all([...wrong, ...all.slice(8)].map(approve));
  expect(done.map(({ ok }) => ok)).toEqual([...Array(4).fill(false), ...Array(4).fill(true)]);
  expect(await Promise.all(broken)).toEqual(Array(4).fill("failed"));
  expect(await Promise.all(all.slice(0, 8).map(approve))).toEqual(Array(8).fill({ ok: true, value: null }));
  expect(await numbers()).toEqual(Array.from({ length: 12 }, (_, n) => `2026-27/${String(n + 1).padStart(5, "0")}`));
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.15] a receipt has the seller and the tax as they were at the approval", async () => {
  shop.setNow(new Date("2026-11-26T10:00:00Z"));
  const plain = await anOrder();
  await approve(plain);
  await asOwner(
    "update shop_settings set seller_name = 'Asha Rao', seller_address = '1 MG Road', gstin = '27AAPFU0939F1ZV', hsn_code = '998439', gst_rate = 500",
  );
  const taxed = await anOrder();
  await approve(taxed);
  expect(await findReceipt(shop.services, admin, plain.requestCode)).toMatchObject({
    ok: true,
    value: {
      number: "2026-27/00001",
      sellerName: "Trackside",
      sellerAddress: "",
      gstin: null,
      totalPaise: 49_900,
      issuedAt: shop.services.now(),
    },
  });
  expect(await findReceipt(shop.services, admin, taxed.requestCode)).toMatchObject({
    ok: true,
    value: {
      number: "2026-27/00002",
      sellerName: "Asha Rao",
      sellerAddress: "1 MG Road",
      gstin: "27AAPFU0939F1ZV",
      hsnCode: "998439",
      gstRate: 500,
    },
  });
});

test("[S10.15] [S2.15] whoever may read the IDs may read the receipt, and nobody else learns of it", async () => {
  const customer = await aCustomer(shop);
  const product = await aProduct(shop);
  const own = { ...(await aPendingOrder(shop, { productId: product.id, visitor: customer })), ids: product.ids.slice(0, 1) };
  expect(await findReceipt(shop.services, customer, own.requestCode)).toMatchObject({ code: "receiptNotFound", kind: "missing" });
  await approve(own);
  for (const reader of [customer, admin]) expect(await findReceipt(shop.services, reader, own.requestCode)).toMatchObject({ ok: true });
  for (const stranger of [aGuest(), await aCustomer(shop)])
    expect(await findReceipt(shop.services, stranger, own.requestCode)).toMatchObject({ code: "orderNotFound" });
  expect(await findReceipt(shop.services, admin, "REQ-NONE")).toMatchObject({ code: "orderNotFound" });
});

test("[S10.15] orders that are not approved, and those imported as approved, have no receipt", async () => {
  const { requestCode, productId } = { ...(await anOrder()), productId: (await aProduct(shop)).id };
  await rejectOrder(shop.services, admin, requestCode, { reason: "no" });
  await asOwner(`insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at,
      processed_at, approved_by, is_from_old_shop, short_by)
    values ('old', 'REQ-OLD', 'approved', '${productId}', 'Gold', 1, 100, 100, 'request', now(), now(), 'x', true, 1)`);
  expect(await numbers()).toEqual([]);
  expect(await findReceipt(shop.services, admin, "REQ-OLD")).toMatchObject({ code: "receiptNotFound" });
});

test("[S10.15] a time zone that the database does not know stops no approval", async () => {
  await asOwner("update shop_settings set time_zone = 'Mars/Olympus'");
  shop.setNow(new Date("2026-03-31T18:30:00Z"));
  expect(await approve(await anOrder())).toMatchObject({ ok: true });
  expect(await numbers()).toEqual(["2026-27/00001"]);
});

test("[S10.15] verify notices a receipt that is not there any more", async () => {
  shop.setNow(new Date("2026-11-26T10:00:00Z"));
  const [first] = [await anOrder(), await anOrder()];
  await approve(first);
  expect(await faultsOf(shop)).toEqual([]);
  await asOwner("delete from receipts");
  expect(await faultsOf(shop)).toEqual([expect.stringContaining("receipts of 2026")]);
  await asOwner("delete from receipt_counters");
  shop.setNow();
  const order = await anOrder();
  await approve(order);
  await asOwner("delete from receipts; delete from receipt_counters");
  expect(await faultsOf(shop)).toEqual([`order ${order.requestCode}: approved, and it has no receipt`]);
});
