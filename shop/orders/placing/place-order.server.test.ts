import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { behindTheRules, booksOf, countOrders } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { revokeLink } from "../access/revoke-link.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { placeOrder } from "./place-order.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const KEY = "an-idempotency-key-of-the-form";
const files = () => readdir(shop.filesFolder);

async function aPicture(): Promise<{ filename: string; bytes: Buffer }> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .withExif({ IFD0: { Copyright: "where I live" } })
    .jpeg()
    .toBuffer();
  return { filename: "my screenshot.jpg", bytes };
}

async function placed(...args: Parameters<typeof placeOrder> extends [unknown, ...infer R] ? R : never) {
  const order = await placeOrder(shop.services, ...args);
  if (!order.ok) throw new Error(order.code);
  return order.value;
}

test("[S1.1] [S4.2] a guest's order holds its IDs from the moment it is placed", async () => {
  const product = await aProduct(shop, { price: 1234.5, ids: ["a1", "a2", "a3"] });
  const order = await placed(aGuest(), anOrderForm({ productId: product.id, quantity: 2 }));

  expect(order).toMatchObject({ status: "pending", quantity: 2, pricePaise: 123_450, totalPaise: 246_900, productName: product.name });
  expect(order.requestCode).toMatch(/^REQ-[0-9A-Z]+$/);
  expect(await booksOf(shop, product.id)).toEqual({ counter: 1, free: 1, held: 2, delivered: 0, withdrawn: 0, units: 3 });
});

test("[S3.4] an order keeps the name and price of the moment it was placed", async () => {
  const product = await aProduct(shop, { name: "Before", price: 10 });
  const order = await placed(aGuest(), anOrderForm({ productId: product.id }));
  await shop.services.db.$client.query("update products set name = 'After', price_paise = 5 where id = $1", [product.id]);

  expect(await findOrder(shop.services, aGuest(), order.requestCode)).toMatchObject({
    productName: "Before",
    pricePaise: 1_000,
    totalPaise: 1_000,
  });
});

test("[S5.1] more than there are is refused, and nothing is written", async () => {
  const product = await aProduct(shop, { ids: ["b1", "b2"] });
  const order = await placeOrder(shop.services, aGuest(), anOrderForm({ productId: product.id, quantity: 3 }));

  expect(order).toMatchObject({ ok: false, kind: "conflict", code: "invalidQuantity" });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 2, free: 2, held: 0 });
  expect(await countOrders(shop, product.id)).toBe(0);
});

test("[S2.13] an unknown product is refused", async () => {
  expect(await placeOrder(shop.services, aGuest(), anOrderForm({ productId: "nothing" }))).toMatchObject({ code: "productNotFound" });
});

test("[S4.2] twenty buyers at once for the last 5 IDs: 5 get one each, and no ID goes to two", async () => {
  const product = await aProduct(shop, { ids: ["c1", "c2", "c3", "c4", "c5"] });
  const form = anOrderForm({ productId: product.id });
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop.services, aGuest(), form)));

  expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
  for (const answer of answers) if (!answer.ok) expect(answer.code).toBe("invalidQuantity");
  expect(await booksOf(shop, product.id)).toEqual({ counter: 0, free: 0, held: 5, delivered: 0, withdrawn: 0, units: 5 });
});

test("[S3.7] orders of the same millisecond have different codes, also when another process took the next ones", async () => {
  shop.setNow(new Date("2026-11-21T10:00:00Z"));
  const product = await aProduct(shop, { ids: Array.from({ length: 12 }, (_, n) => `d${n}`) });
  const form = anOrderForm({ productId: product.id });
  const first = await placed(aGuest(), form);
  const taken = Number.parseInt(first.requestCode.slice(4), 36);
  const next = (n: number) => `REQ-${(taken + n).toString(36).toUpperCase()}`;
  await shop.services.db.$client.query("update orders set request_code = $1 where id = $2", [next(1), first.id]);
  const others = await Promise.all(Array.from({ length: 8 }, () => placed(aGuest(), form)));
  shop.setNow();

  expect(new Set([next(1), ...others.map((order) => order.requestCode)]).size).toBe(9);
});

test("[S3.6] order ids are random, so that their first characters tell them apart", async () => {
  const product = await aProduct(shop, { ids: Array.from({ length: 20 }, (_, n) => `random-${n}`) });
  const form = anOrderForm({ productId: product.id });
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await placed(aGuest(), form)).id));
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(20);
});

test("[S3.4] money is stored as whole numbers, and no column of the shop is a float", async () => {
  const { rows } = await shop.services.db.$client.query<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns where table_schema = 'public'
       and (column_name like '%paise%' or data_type in ('real', 'double precision', 'numeric', 'money'))`,
  );
  expect(new Set(rows.map(({ column_name }) => column_name))).toEqual(
    new Set([
      ...["price_paise", "total_paise", "cost_paise", "paise", "fee_paise", "payable_paise", "refunds_a_day_paise"],
      ...["tax_paise", "refund_paise", "refund_tax_paise", "dead_cost_paise"],
    ]),
  );
  expect(new Set(rows.map(({ data_type }) => data_type))).toEqual(new Set(["bigint"]));
});

test("[S5.2] a double click is one order, and both clicks get the same answer", async () => {
  const product = await aProduct(shop, { ids: ["e1", "e2"] });
  const form = anOrderForm({ productId: product.id });
  const [first, second] = await Promise.all([1, 2].map(() => placed(aGuest(), form, { idempotencyKey: `${KEY}-1` })));

  expect(second).toMatchObject({ requestCode: first?.requestCode, accessKey: first?.accessKey, id: first?.id });
  expect(await countOrders(shop, product.id)).toBe(1);
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 1, held: 1 });
});

test("[S5.2] a repeat unlocks the order in a browser that never got the first answer", async () => {
  const product = await aProduct(shop);
  const form = anOrderForm({ productId: product.id });
  await placed(aGuest({ browser: "aa".repeat(32) }), form, { idempotencyKey: `${KEY}-2` });
  const repeat = await placed(aGuest({ browser: "bb".repeat(32) }), form, { idempotencyKey: `${KEY}-2` });

  expect(await findOrder(shop.services, aGuest({ browser: "bb".repeat(32) }), repeat.requestCode)).toMatchObject({ mayCancel: true });
});

test("an idempotency key stands for one body: another product, quantity or visitor is refused", async () => {
  const product = await aProduct(shop, { ids: ["f1", "f2", "f3", "f4"] });
  const other = await aProduct(shop);
  const form = anOrderForm({ productId: product.id });
  const options = { idempotencyKey: `${KEY}-3` };
  await placed(aGuest(), form, options);

  const changed = [
    placeOrder(shop.services, aGuest(), { ...form, quantity: 2 }, options),
    placeOrder(shop.services, aGuest(), anOrderForm({ productId: other.id }), options),
  ];
  for (const answer of await Promise.all(changed)) expect(answer).toMatchObject({ ok: false, code: "idempotencyKeyReused" });
  expect(await placeOrder(shop.services, await aCustomer(shop), form, options)).toMatchObject({ code: "idempotencyKeyReused" });
  expect(await countOrders(shop, product.id)).toBe(1);
});

test("two different bodies with one key at the same moment: one is an order, the other is refused", async () => {
  const [one, two] = [await aProduct(shop), await aProduct(shop)];
  const options = { idempotencyKey: `${KEY}-4` };
  const answers = await Promise.all(
    [one, two].map((product) => placeOrder(shop.services, aGuest(), anOrderForm({ productId: product.id }), options)),
  );

  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ code: "idempotencyKeyReused" });
});

test("after 24 hours an idempotency key may stand for a new order", async () => {
  const product = await aProduct(shop, { ids: ["g1", "g2"] });
  const form = anOrderForm({ productId: product.id });
  const options = { idempotencyKey: `${KEY}-5` };
  const first = await placed(aGuest(), form, options);
  shop.setNow(new Date(Date.now() + 25 * 60 * 60 * 1000));
  const second = await placed(aGuest(), form, options);
  shop.setNow();

  expect(second.requestCode).not.toBe(first.requestCode);
  expect(await countOrders(shop, product.id)).toBe(2);
});

test("[S6.6] a repeat after the link was revoked lets nobody in and tells no key", async () => {
  const product = await aProduct(shop);
  const form = anOrderForm({ productId: product.id });
  const options = { idempotencyKey: `${KEY}-7` };
  const buyer = aGuest({ browser: "cc".repeat(32) });
  const { requestCode } = await placed(buyer, form, options);
  await revokeLink(shop.services, buyer, requestCode);

  const stranger = aGuest({ browser: "dd".repeat(32) });
  expect(await placed(stranger, form, options)).toMatchObject({ requestCode, accessKey: null, newBrowserKey: null });
  expect(await findOrder(shop.services, stranger, requestCode)).toMatchObject({ isWhole: false, mayCancel: false });
});

test("a used-up idempotency key and an admin who rejects its earlier order at once do not block each other", async () => {
  const product = await aProduct(shop, { ids: ["k1", "k2"] });
  const form = anOrderForm({ productId: product.id });
  const admin = await anAdmin(shop);
  for (let round = 0; round < 5; round += 1) {
    const options = { idempotencyKey: `${KEY}-8-${round}` };
    shop.setNow(new Date("2026-11-01T00:00:00Z"));
    const earlier = await placed(aGuest(), form, options);
    shop.setNow();
    const [again] = await Promise.all([
      placed(aGuest(), form, options),
      rejectOrder(shop.services, admin, earlier.requestCode, { reason: "no" }),
    ]);
    await rejectOrder(shop.services, admin, again.requestCode, { reason: "no" });
  }
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 2, free: 2, held: 0 });
});

test("when connections break while orders wait, those orders fail and the shop goes on", async () => {
  const product = await aProduct(shop, { ids: ["l1", "l2", "l3"] });
  const form = anOrderForm({ productId: product.id });
  const pool = shop.services.db.$client;
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select from product_stock where product_id = $1 for update", [product.id]);
  const processes = [1, 2, 3].map(() => openDatabase(shop.shopUrl, { max: 3, settings: ledgerSettings(shop.services) }));
  const placing = Promise.allSettled(processes.map((db) => placeOrder(anotherProcess(shop.services, db), aGuest(), form)));
  const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(`select 1 ${waiting}`)).rowCount).toBe(3);
  await pool.query(`select pg_terminate_backend(pid) ${waiting}`);
  expect((await placing).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await holder.query("rollback");
  holder.release();

  await placed(aGuest(), form);
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 2, free: 2, held: 1 });
  expect(await countOrders(shop, product.id)).toBe(1);
  await Promise.all(processes.map(closeDatabase));
});

test("[S4.10] an order that a customer sends is not placed as a guest's when the session is gone", async () => {
  const product = await aProduct(shop);
  const customer = await aCustomer(shop);
  const form = anOrderForm({ productId: product.id, signedIn: true });

  expect(await placeOrder(shop.services, aGuest(), form)).toMatchObject({ code: "logInAgain", kind: "unauthenticated" });
  expect(await countOrders(shop, product.id)).toBe(0);
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 3, held: 0 });
  await placed(customer, form);
  expect(await countOrders(shop, product.id)).toBe(1);
});

test("[S5.3] an amazon order without code or proof is refused, and no file stays", async () => {
  const product = await aProduct(shop);
  const form = anOrderForm({ productId: product.id, paymentMethod: "amazon", giftCardCode: "ABCD1234" });
  const before = await files();

  expect(await placeOrder(shop.services, aGuest(), form)).toMatchObject({ code: "giftCardAndProofRequired" });
  expect(await placeOrder(shop.services, aGuest(), { ...form, giftCardCode: null }, { proof: await aPicture() })).toMatchObject({
    code: "giftCardAndProofRequired",
  });
  expect(await files()).toEqual(before);
  expect(await countOrders(shop, product.id)).toBe(0);
});

test("[S1.5] [S7.3] a proof is re-encoded without its metadata and stored under a key that its name does not reveal", async () => {
  const product = await aProduct(shop);
  const picture = await aPicture();
  const before = new Set(await files());
  const order = await placed(aGuest(), anOrderForm({ productId: product.id, paymentMethod: "amazon", giftCardCode: "ABCD1234" }), {
    proof: picture,
  });

  const { rows } = await shop.services.db.$client.query(
    "select proof_name, proof_key, gift_card_last4, gift_card_code from orders where id = $1",
    [order.id],
  );
  expect(rows[0]).toMatchObject({ proof_name: `payment-proofs/${order.requestCode}_my-screenshot.jpg`, gift_card_last4: "1234" });
  expect((await files()).filter((file) => !before.has(file))).toEqual([rows[0].proof_key]);
  const stored = await sharp((await shop.services.files.get(rows[0].proof_key)) ?? undefined).metadata();
  expect(stored).toMatchObject({ format: "jpeg", width: 40, height: 30 });
  expect(stored.exif).toBeUndefined();
  expect(String(rows[0].gift_card_code)).not.toContain("ABCD1234");
});

test("[S7.3] a proof is dropped again when its order is refused or was there already", async () => {
  const product = await aProduct(shop, { ids: ["h1"] });
  const form = anOrderForm({ productId: product.id, paymentMethod: "amazon", giftCardCode: "ABCD1234" });
  const options = { proof: await aPicture(), idempotencyKey: `${KEY}-6` };
  await placed(aGuest(), form, options);
  const before = await files();

  await placed(aGuest(), form, options);
  expect(await placeOrder(shop.services, aGuest(), form, { proof: await aPicture() })).toMatchObject({ code: "invalidQuantity" });
  expect(await files()).toEqual(before);
});

test("[S3.3] a customer's order belongs to the account and has no private link", async () => {
  const customer = await aCustomer(shop);
  const order = await placed(customer, anOrderForm({ productId: (await aProduct(shop)).id }));

  expect(order).toMatchObject({ accessKey: null, newBrowserKey: null });
  expect(await findOrder(shop.services, customer, order.requestCode)).toMatchObject({
    mayCancel: true,
    privatePath: null,
    isWhole: true,
  });
});

test("when the free IDs disagree with their counter nothing is written", async () => {
  const product = await aProduct(shop, { ids: ["i1"] });
  await behindTheRules(shop, "update product_stock set available = 5 where product_id = $1", [product.id]);

  await expect(placeOrder(shop.services, aGuest(), anOrderForm({ productId: product.id, quantity: 2 }))).rejects.toThrow();
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 5, free: 1, held: 0 });
  expect(await countOrders(shop, product.id)).toBe(0);
});
