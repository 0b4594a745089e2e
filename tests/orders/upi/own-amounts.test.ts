import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aGuest, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";

const START = new Date();
const after = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await switchUpiOn(shop);
});
beforeEach(() => shop.setNow(START));
afterEach(() => behindTheRules(shop, "delete from upi_amounts; delete from order_units; delete from orders"));
afterAll(() => shop.close());

const ids = (count: number) => Array.from({ length: count }, (_, n) => `upi-${crypto.randomUUID()}-${n}`);
const payables = async () => {
  const { rows } = await shop.services.db.$client.query(
    "select payable_paise::int as paise, total_paise::int as total from orders order by created_at, id",
  );
  return rows as { paise: number | null; total: number }[];
};

test("[S10.12] an order by UPI has an amount of its own: its total less 1 to 99 paise, then the total itself", async () => {
  const product = await aProduct(shop, { price: 499, ids: ids(2) });
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "request" });
  expect(await payables()).toEqual(
    expect.arrayContaining([
      { paise: 49_899, total: 49_900 },
      { paise: null, total: 49_900 },
    ]),
  );
});

test("[S10.12] an amount is never below a rupee, and an order below a rupee has none", async () => {
  const [cheap, tiny] = [await aProduct(shop, { price: 1.02, ids: ids(5) }), await aProduct(shop, { price: 0.5, ids: ids(1) })];
  for (let n = 0; n < 4; n += 1) await aPendingOrder(shop, { productId: cheap.id, paymentMethod: "upi" });
  await aPendingOrder(shop, { productId: tiny.id, paymentMethod: "upi" });
  const amounts = (await payables()).map(({ paise }) => paise);
  expect(new Set(amounts)).toEqual(new Set([101, 102, 100, null]));
  expect(amounts.filter((paise) => paise === null)).toHaveLength(2);
});

test("[S10.12] of 200 UPI buyers of one product at once at most 100 get an amount of their own, and no two the same", {
  timeout: 60_000,
}, async () => {
  const product = await aProduct(shop, { price: 499, ids: ids(200) });
  const placing = Array.from({ length: 200 }, () =>
    placeOrder(shop.services, aGuest(), anOrderForm({ productId: product.id, paymentMethod: "upi" })),
  );
  expect((await Promise.all(placing)).filter(({ ok }) => ok)).toHaveLength(200);
  const own = (await payables()).flatMap(({ paise }) => paise ?? []);
  expect(own).toHaveLength(100);
  expect(new Set(own).size).toBe(100);
  expect([Math.min(...own), Math.max(...own)]).toEqual([49_801, 49_900]);
});

test("[S10.12] transactions that take amounts at the same moment never wait for each other, and never share one", async () => {
  const { db } = shop.services;
  const product = await aProduct(shop, { price: 499, ids: ids(1) });
  const clients = await Promise.all(Array.from({ length: 5 }, () => db.$client.connect()));
  const insert = `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at)
    values ($1, $1, 'pending', $2, 'Gold', 1, 49900, 49900, 'upi', $3)`;
  try {
    for (const [n, client] of clients.entries()) {
      await client.query("begin; set local lock_timeout = '2s'");
      await client.query(insert, [`REQ-HELD${n}`, product.id, START]);
    }
    const seen = await Promise.all(
      clients.map((client, n) => client.query("select payable_paise from orders where id = $1", [`REQ-HELD${n}`])),
    );
    expect(new Set(seen.map(({ rows }) => rows[0].payable_paise)).size).toBe(5);
  } finally {
    for (const client of clients) {
      await client.query("rollback");
      client.release();
    }
  }
});

test("[S10.12] the amount of an order that ended is free for another one 72 hours later, not before", async () => {
  const product = await aProduct(shop, { price: 499, ids: ids(3) });
  const first = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  shop.setNow(after(0.1));
  await cancelOrder(shop.services, aGuest({ accessKey: first.accessKey }), first.requestCode);
  shop.setNow(after(71));
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  shop.setNow(after(73));
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  expect((await payables()).map(({ paise }) => paise)).toEqual([49_899, 49_898, 49_899]);
});
