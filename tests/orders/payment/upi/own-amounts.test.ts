import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";

const START = new Date();
const after = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await setLimits(shop, "orders_max = 0, address_orders_max = 0, address_ids_max = 0");
  await switchUpiOn(shop);
});
beforeEach(() => shop.setNow(START));
afterEach(() => behindTheRules(shop, "delete from upi_amounts; delete from order_units; delete from orders"));
afterAll(() => shop.close());

const ids = (count: number) => Array.from({ length: count }, (_, n) => `upi-${crypto.randomUUID()}-${n}`);
/** The buyer opens the order's page, which shows the amount. */
async function look({ requestCode, accessKey }: { requestCode: string; accessKey: string | null }): Promise<void> {
  expect((await openApi(shop.services)(`/api/orders/${requestCode}`, { as: aGuest({ accessKey }) })).status).toBe(200);
}

/** Orders by UPI through the API from a network, as an attacker does. */
async function orderFrom(network: string, productId: string, paymentMethod: "upi" | "request" = "upi") {
  const json = { ...anOrderForm({ productId, paymentMethod }), expectedPrice: undefined };
  const answer = await openApi(shop.services)("/api/orders", { json, headers: { [CLIENT_ADDRESS_HEADER]: network }, as: aGuest() });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { requestCode: string; accessKey: string };
}

const cancel = ({ requestCode, accessKey }: { requestCode: string; accessKey: string | null }) =>
  cancelOrder(shop.services, aGuest({ accessKey }), requestCode);

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
  await look(first);
  shop.setNow(after(0.1));
  await cancelOrder(shop.services, aGuest({ accessKey: first.accessKey }), first.requestCode);
  shop.setNow(after(71));
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  shop.setNow(after(73));
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  expect((await payables()).map(({ paise }) => paise)).toEqual([49_899, 49_898, 49_899]);
});

test("[S10.12] whoever orders and cancels again and again uses up no amount: it is free at once if the order ended within minutes, or nobody saw it", async () => {
  const product = await aProduct(shop, { price: 499, ids: ids(3) });
  const quick = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  await look(quick);
  shop.setNow(after(0.05));
  await cancel(quick);
  const unseen = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  shop.setNow(after(0.4));
  await cancel(unseen);
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  expect((await payables()).map(({ paise }) => paise)).toEqual([49_899, 49_899, 49_899]);
});

test("[S10.12] an amount whose buyer sent a UTR stays with its order, however soon that ended", async () => {
  const product = await aProduct(shop, { price: 499, ids: ids(2) });
  const claimed = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  expect(
    await sendUtr(shop.services, aGuest({ accessKey: claimed.accessKey }), claimed.requestCode, { utr: "632912345678" }, null),
  ).toMatchObject({ ok: true });
  shop.setNow(after(0.01));
  await cancel(claimed);
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  expect((await payables()).map(({ paise }) => paise)).toEqual([49_899, 49_898]);
});

test.each([
  ["one IPv4 address", (_n: number) => "203.0.113.9", 10],
  ["one IPv6 /56", (n: number) => `2001:db8:7:${n.toString(16)}::/64`, 20],
  ["one IPv6 /48", (n: number) => `2001:db8:8:${n.toString(16)}00::/64`, 40],
])(
  "[S10.12] %s has so many amounts at a time, held and not yet free again, and a neighbour still gets one",
  async (_name, network, most) => {
    const product = await aProduct(shop, { price: 499, ids: ids(most + 4) });
    for (let n = 0; n < most / 2; n += 1) await look(await orderFrom(network(n), product.id));
    const placed = await Promise.all(Array.from({ length: most / 2 }, (_, n) => orderFrom(network(most / 2 + n), product.id)));
    for (const order of placed) await look(order);
    shop.setNow(after(0.2));
    for (const order of placed) await cancel(order);
    await orderFrom(network(most), product.id);
    shop.setNow(after(0.3));
    await orderFrom("198.51.100.3", product.id);
    const found = await payables();
    expect(found.slice(0, most).every(({ paise }) => paise !== null)).toBe(true);
    expect(found.slice(most).map(({ paise }) => paise === null)).toEqual([true, false]);
    shop.setNow(after(73));
    await orderFrom(network(most + 1), product.id);
    expect((await payables()).at(-1)?.paise, "three days later").not.toBeNull();
  },
);

test("[S10.12] an amount that an admin asked for counts for no network", async () => {
  const product = await aProduct(shop, { price: 499, ids: ids(3) });
  await orderFrom("203.0.113.9", product.id);
  const asked = await orderFrom("203.0.113.9", product.id, "request");
  expect(await askForPayment(shop.services, await anAdmin(shop), asked.requestCode)).toMatchObject({ ok: true });
  const { rows } = await shop.services.db.$client.query("select taken_from is not null as counts from upi_amounts order by 1");
  expect(rows).toEqual([{ counts: false }, { counts: true }]);
});

test.each([
  [499, 99],
  [2_000, 200],
  [20_000, 999],
])("[S10.12] a total of %d rupees has amounts down to %d paise below it", async (price, most) => {
  const product = await aProduct(shop, { price, ids: ids(2) });
  const taken = Array.from({ length: most }, (_, less) => price * 100 - less);
  const order = await aPendingOrder(shop, { productId: product.id, paymentMethod: "request" });
  await behindTheRules(
    shop,
    `insert into upi_amounts (paise, order_id) select paise, '${order.id}-' || paise from unnest(array[${taken.join()}]) as paise`,
  );
  await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  expect(await payables()).toContainEqual({ paise: price * 100 - most, total: price * 100 });
});
