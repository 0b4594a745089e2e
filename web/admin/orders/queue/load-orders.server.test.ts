import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { type QueueFilter, queueFilters } from "#shop/orders/reading/queue-filter.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { loadOrders, loadProcessed } from "./load-orders.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const TIME_ZONE = "Asia/Kolkata";
const open = (query: string, opened?: string) => loadOrders(shop.services, anOwner, new URLSearchParams(query), opened);
const codes = (page: { orders: { requestCode: string }[] }) => page.orders.map(({ requestCode }) => requestCode);

test("[S2.28] [S4.1] an order that the admin has open stays when it is cancelled or not searched for, others leave", async () => {
  const buyer = await aCustomer(shop);
  const { id: productId } = await aProduct(shop, { name: "Gold", ids: ["a", "b", "c"] });
  const [first, second, third] = [
    (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode,
    (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode,
    (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode,
  ];
  expect(codes(await open(""))).toEqual([first, second, third]);

  await cancelOrder(shop.services, buyer, second);
  expect(codes(await open(""))).toEqual([first, third]);

  const page = await open(`manage=${second}`);
  expect(codes(page)).toEqual([first, second, third]);
  expect(page.orders.map(({ status }) => status)).toEqual(["pending", "cancelled", "pending"]);

  expect(codes(await open(`search=${third}&manage=${first}`))).toEqual([first, third]);
  expect(codes(await open(`search=no+such+order`, second))).toEqual([second]);
});

test("[S2.28] a managed code that is no order opens nothing", async () => {
  expect(codes(await open("search=nothing&manage=REQ-NEVER&manage=%27"))).toEqual([]);
});

test("[S2.32] [S6.5] the processed orders are listed the last handled first, without IDs or codes", async () => {
  const admin = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop);
  await rejectOrder(shop.services, admin, requestCode, { reason: "Not paid" });

  const { rows, next } = await loadProcessed(shop.services, anOwner, new URLSearchParams(), TIME_ZONE);
  expect(next).toBeNull();
  expect(rows).toMatchObject([{ requestCode, status: "rejected", reason: "Not paid" }]);
  expect(rows[0]).not.toHaveProperty("deliveredIds");
  expect(rows[0]).not.toHaveProperty("giftCardCode");
});

test("[S2.32] the tab's address chooses status, days and payment, and cancelled orders are shown on choice alone", async () => {
  const buyer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  await cancelOrder(shop.services, buyer, requestCode);
  const found = async (query: string) =>
    (await loadProcessed(shop.services, anOwner, new URLSearchParams(query), TIME_ZONE)).rows.map((row) => row.requestCode);

  expect(await found("")).not.toContain(requestCode);
  expect(await found("status=cancelled")).toContain(requestCode);
  expect(await found(`status=all&search=${requestCode.toLowerCase()}`)).toEqual([requestCode]);
  expect(await found("status=all&to=2020-01-01")).toEqual([]);
  expect(await found("status=all&from=2020-01-01")).toContain(requestCode);
  expect(await found("status=all&paid=true")).toEqual([]);
});

test("[S2.28] the queue takes as many queries for many orders, also open ones that have left it, as for one", async () => {
  const { requestCode: first } = await aPendingOrder(shop);
  const load = async (open: string[]) => {
    const params = new URLSearchParams([["search", "nothing"], ...open.map((code) => ["manage", code])]);
    return (await countQueries(shop, (services) => loadOrders(services, anOwner, params))).statements;
  };
  const statements = await load([first]);
  const others = [];
  for (let n = 0; n < 5; n += 1) others.push((await aPendingOrder(shop)).requestCode);
  expect(await load([first, ...others])).toBe(statements);
  const processed = await countQueries(shop, (services) =>
    loadProcessed(services, anOwner, new URLSearchParams("from=2026-01-01"), TIME_ZONE),
  );
  expect(processed.statements).toBe(1);
});

test("[S10.17] [S12.6] each filter of the queue says how many orders it shows, also of a product and by a method", async () => {
  const before = (await open("")).counts;
  const { id: productId } = await aProduct(shop, { name: "Counted", ids: Array.from({ length: 8 }, (_, n) => `count-${n}`) });
  const placed: string[] = [];
  for (let n = 0; n < 7; n += 1) placed.push((await aPendingOrder(shop, { productId })).requestCode);
  const [toCollect, withUtr, paid, paidWithUtr, withProof, late, short] = placed as [string, ...string[]] & Record<number, string>;
  const set = (code: string | undefined, changes: string) =>
    shop.services.db.$client.query(`update orders set ${changes} where request_code = $1`, [code]);
  await set(withUtr, "utr = '412345678901', utr_sent_at = now()");
  await set(paid, "paid_at = now()");
  await set(paidWithUtr, "utr = '412345678902', utr_sent_at = now(), paid_at = now()");
  await set(withProof, "payment_method = 'upi', proof_key = 'k', proof_name = 'k', utr = '412345678903', utr_sent_at = now()");
  await set(late, "created_at = now() - interval '25 hours'");
  await set(short, "is_from_old_shop = true, quantity = 2, short_by = 1");

  const { counts } = await open("");
  const more = (name: QueueFilter | "all") => counts[name] - before[name];
  const counted = Object.fromEntries((["all", ...queueFilters] as const).map((name) => [name, more(name)]));
  expect(counted).toEqual({ all: 7, review: 2, proof: 1, late: 1, short: 1, collect: 3, paid: 2, asked: 0, answered: 0 });
  expect(counts).toMatchObject({
    isCut: false,
    products: expect.arrayContaining([{ id: productId, name: "Counted", language: "en", count: 7 }]),
  });
  expect((await open(`product=${productId}`)).counts).toMatchObject({ all: 7, late: 1 });
  expect((await open(`product=${productId}&method=upi`)).counts).toMatchObject({ all: 1, proof: 1, late: 0 });
  expect((await open("product=unknown&method=stripe")).counts).toMatchObject({
    all: 0,
    methods: expect.arrayContaining([{ method: "stripe", count: 0 }]),
  });

  expect(codes(await open("filter=review"))).toEqual([withUtr, withProof]);
  expect(codes(await open("filter=proof"))).toEqual([withProof]);
  expect(codes(await open("filter=late"))).toEqual([late]);
  expect(codes(await open("filter=short"))).toEqual([short]);
  expect(codes(await open(`product=${productId}&method=upi`))).toEqual([withProof]);
  expect(codes(await open(`filter=late&product=${productId}&method=upi`))).toEqual([]);
  expect(codes(await open(`filter=paid&search=${toCollect}`))).toEqual([]);
  expect(codes(await open(`product=${productId}&search=${toCollect}`))).toEqual([toCollect]);
  expect((await open(`filter=paid&search=${paid}`)).address).toMatchObject({ filter: "paid", search: paid });

  const few = await countQueries(shop, (services) => loadOrders(services, anOwner, new URLSearchParams("filter=paid")));
  const many = await countQueries(shop, (services) => loadOrders(services, anOwner, new URLSearchParams("")));
  expect(many.statements).toBe(few.statements);
});

test("[S12.6] an order that was paid too little is short, and the pages of a filter go on from its last order", async () => {
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 25 }, (_, n) => `page-${n}`) });
  const placed: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    const { id, requestCode } = await aPendingOrder(shop, { productId });
    placed.push(requestCode);
    await shop.services.db.$client.query(
      `insert into payments (id, source, reference, paise, currency, paid_at, received_at, order_id, state, problem)
        values ($1, 'upi', $1, 100, 'INR', now(), now(), $2, 'review', 'short')`,
      [`short-${n}`, id],
    );
  }
  const filters = `filter=short&product=${productId}`;
  const first = await open(filters);
  expect(first.counts.short).toBe(22);
  const second = await open(`${filters}&after=${encodeURIComponent(first.next ?? "")}`);
  expect([...codes(first), ...codes(second)]).toEqual(placed);
  expect(second.next).toBeNull();
  const late = await open(`filter=short&after=${encodeURIComponent(first.next ?? "")}`);
  expect(codes(late)).toEqual(expect.arrayContaining(placed.slice(-2)));
});
