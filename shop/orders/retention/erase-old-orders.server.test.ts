import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#shop/constants.ts";
import { composeEmail } from "#shop/emails/sending/compose-email.server.ts";
import { forgetSettings, readSettings } from "#shop/settings/settings.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { everyFile } from "#tests/support/database/every-row.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { readProof } from "../proofs/read-proof.server.ts";
import { findAdminOrder } from "../reading/admin-orders.server.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { findOrderInDepth } from "../reading/order-detail.server.ts";
import { eraseOld } from "./erase-old-orders.server.ts";

const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

async function storeFor(days: Partial<Record<"proofs" | "codes" | "ids", number>>): Promise<void> {
  const { proofs = 0, codes = 0, ids = 0 } = days;
  await shop.services.db.$client.query("update shop_settings set erase_proofs_days = $1, erase_codes_days = $2, erase_ids_days = $3", [
    proofs,
    codes,
    ids,
  ]);
  forgetSettings(shop.services);
}

const inDays = (days: number) => shop.setNow(new Date(Date.now() + days * DAY_MS));

async function anApproved(product: { id: string }, ids: string[], paid: object = {}) {
  const order = await aPendingOrder(shop, { productId: product.id, quantity: ids.length, ...paid });
  const form = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  const approved = await approveOrder(shop.services, await anAdmin(shop), order.requestCode, form);
  if (!approved.ok) throw new Error(approved.code);
  return order;
}

test("nothing is erased while the owner set no days, nor before they are over", async () => {
  const product = await aProduct(shop, { ids: ["kept-1"] });
  const order = await anApproved(product, ["kept-1"]);
  await storeFor({});
  inDays(4_000);
  expect(await eraseOld(shop.services)).toBe(0);
  await storeFor({ ids: 30, proofs: 30, codes: 30 });
  inDays(29);
  expect(await eraseOld(shop.services)).toBe(0);
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ deliveredIds: [{ value: "kept-1" }] });
});

test("delivered IDs are erased with those that they replaced: nobody reads them, the books and the ledger stay whole, and each is known again", async () => {
  const product = await aProduct(shop, { ids: ["old-1", "old-2", "old-3", "free-1"] });
  const order = await anApproved(product, ["old-1", "old-2"]);
  await replaceId(shop.services, await anAdmin(shop), order.requestCode, { faulty: "old-1", id: "old-3" });
  await storeFor({ ids: 30 });
  inDays(31);
  expect(await eraseOld(shop.services)).toBeGreaterThan(0);
  expect(await eraseOld(shop.services)).toBe(0);

  const buyer = aGuest({ accessKey: order.accessKey });
  expect(await findOrder(shop.services, buyer, order.requestCode)).toMatchObject({
    status: "approved",
    deliveredIds: { erasedAt: expect.any(Date) },
    giftCard: null,
    proof: null,
  });
  const { rows } = await shop.services.db.$client.query(
    "select count(*)::integer as n from units where product_id = $1 and value is null and erased_at is not null",
    [product.id],
  );
  expect(rows).toEqual([{ n: 3 }]);
  expect(await faultsOf(shop)).toEqual([]);

  const admin = await anAdmin(shop);
  const again = await addIds(shop.services, admin, { productId: product.id, ids: "old-1\nold-2\nold-3\nnew-1" });
  expect(again).toMatchObject({ ok: true, value: { added: 1, skipped: 3 } });
  const other = await aProduct(shop, { ids: [] });
  expect(await addIds(shop.services, admin, { productId: other.id, ids: "old-2" })).toMatchObject({ code: "idOfOtherProduct" });
  const found = await listProductIds(shop.services, admin, product.id, { search: "old-2" });
  expect(found).toMatchObject({
    value: { page: { rows: [{ value: { erasedAt: expect.any(Date) }, state: "delivered", requestCode: order.requestCode }] } },
  });
  expect(await replaceId(shop.services, admin, order.requestCode, { faulty: "old-2", id: null })).toMatchObject({ code: "idNotDelivered" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("an email about an order whose IDs were erased does not announce any", async () => {
  const product = await aProduct(shop, { ids: ["told-1"] });
  const order = await anApproved(product, ["told-1"]);
  const { db } = shop.services;
  await db.$client.query("update shop_settings set mails_ids = true");
  const facts = {
    userId: null,
    recipient: null,
    facts: {},
    state: "sent",
    attempts: 1,
    lastProblem: null,
    nextAttemptAt: null,
    sentAt: null,
  } as const;
  const row = { id: "approved", kind: "order-approved", orderId: order.id, createdAt: shop.services.now(), ...facts } as const;
  const text = async () => (await composeEmail(shop.services, row, await readSettings(shop.services), "https://shop.example"))?.email.text;
  await storeFor({ ids: 30 });
  expect(await text()).toContain("told-1");
  inDays(31);
  await eraseOld(shop.services);
  expect(await text()).not.toContain("This is your ID");
  expect(await text()).not.toContain("These are your IDs");
});

test("an order with an ID that was replaced lately keeps all of them until the days of that one are over", async () => {
  const product = await aProduct(shop, { ids: ["late-1", "late-2"] });
  const order = await anApproved(product, ["late-1"]);
  await storeFor({ ids: 30 });
  inDays(20);
  await replaceId(shop.services, await anAdmin(shop), order.requestCode, { faulty: "late-1", id: "late-2" });
  inDays(31);
  await eraseOld(shop.services);
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ deliveredIds: [{ value: "late-2" }] });
  inDays(51);
  await eraseOld(shop.services);
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ deliveredIds: { erasedAt: expect.any(Date) } });
  expect(await faultsOf(shop)).toEqual([]);
});

test("codes and proofs are erased from handled orders alone, each after its own days; the code is still known again", async () => {
  const product = await aProduct(shop, { ids: ["p-1", "p-2", "p-3"] });
  const paid = (code: string) => ({
    paymentMethod: "amazon" as const,
    giftCardCode: code,
    proof: { filename: "proof.png", bytes: onePixel },
  });
  const pending = await aPendingOrder(shop, { productId: product.id, ...paid("PEND12345678") });
  const rejected = await aPendingOrder(shop, { productId: product.id, ...paid("REJE12345678") });
  await rejectOrder(shop.services, await anAdmin(shop), rejected.requestCode, { reason: "empty" });
  await storeFor({ codes: 10, proofs: 20 });
  const admin = await anAdmin(shop);

  inDays(11);
  await eraseOld(shop.services);
  expect(await findAdminOrder(shop.services, anOwner, rejected.requestCode)).toMatchObject({
    giftCard: { erasedAt: expect.any(Date) },
    proof: { isReceived: true },
  });
  expect(await readProof(shop.services, admin, rejected.requestCode)).toMatchObject({ ok: true });
  inDays(21);
  const files = async () => Object.keys(await everyFile(shop.services.files)).length;
  const before = await files();
  await eraseOld(shop.services);
  expect(await files()).toBe(before - 1);
  expect(await findAdminOrder(shop.services, anOwner, rejected.requestCode)).toMatchObject({
    proof: { erasedAt: expect.any(Date) },
  });
  expect(await readProof(shop.services, admin, rejected.requestCode)).toMatchObject({ code: "proofNotFound" });
  expect(await findAdminOrder(shop.services, anOwner, pending.requestCode)).toMatchObject({
    giftCard: { code: "PEND12345678" },
    proof: { isReceived: true },
  });

  const again = await aPendingOrder(shop, { productId: product.id, ...paid("REJE12345678") });
  const known = await findOrderInDepth(shop.services, admin, again.requestCode);
  expect(known.ok && known.value.usedBefore.map(({ requestCode }) => requestCode)).toContain(rejected.requestCode);
  shop.setNow();
  expect(await faultsOf(shop)).toEqual([]);
});

test("two processes share the work, and many orders go in several steps", async () => {
  const ids = Array.from({ length: 130 }, (_, n) => `many-${n}`);
  const product = await aProduct(shop, { ids });
  for (const id of ids) await anApproved(product, [id]);
  await storeFor({ ids: 1 });
  inDays(60);
  const [one, other] = await Promise.all([eraseOld(shop.services), eraseOld(shop.services)]);
  expect(one + other).toBeGreaterThanOrEqual(130);
  const { rows } = await shop.services.db.$client.query(
    "select count(*)::integer as n from units where product_id = $1 and erased_at is null",
    [product.id],
  );
  expect(rows).toEqual([{ n: 0 }]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("the database lets nobody erase an ID that was not handed over, nor restore one, nor say of one order that it was erased", async () => {
  const product = await aProduct(shop, { ids: ["guarded-1", "guarded-2"] });
  await anApproved(product, ["guarded-1"]);
  const { db } = shop.services;
  const erasing = "update units set value = null, erased_at = now() where product_id = $1";
  await expect(db.$client.query(erasing, [product.id])).rejects.toThrow("was not handed over");
  await db.$client.query(`${erasing} and not exists (select from free_units f where f.unit_id = units.id)`, [product.id]);
  expect(await faultsOf(shop)).toEqual([expect.stringMatching(/^ID \d+: erased, and no order says so$/)]);
  await expect(
    db.$client.query("update units set value = 'x', erased_at = null where product_id = $1 and erased_at is not null", [product.id]),
  ).rejects.toThrow("does not come back");
});
