import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { listAdminOrders } from "./admin-orders.server.ts";
import { listHandledOrders } from "./handled-orders.server.ts";
import type { Listed, ListOptions } from "./listed-orders.server.ts";
import { noQueueFilters, type QueueFilter } from "./queue-filter.ts";

let shop: TestShop;
let admin: Admin;
/** Handled in this order, one a day at noon in Kolkata, from 1 July 2026. */
const codes = { approved: "", paid: "", rejected: "", cancelled: "" };

beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  const buyer = await aCustomer(shop);
  const { id: productId } = await aProduct(shop, { ids: ["a", "b", "c", "d"] });
  for (const name of ["approved", "paid", "rejected", "cancelled"] as const)
    codes[name] = (await aPendingOrder(shop, { productId, visitor: buyer })).requestCode;
  const noon = (day: number) => shop.setNow(new Date(`2026-07-0${day}T12:00:00+05:30`));
  const approve = (code: string, id: string) =>
    approveOrder(shop.services, admin, code, { ids: [id], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });

  noon(1);
  await approve(codes.approved, "from elsewhere 1");
  noon(2);
  await approve(codes.paid, "from elsewhere 2");
  noon(3);
  await rejectOrder(shop.services, admin, codes.rejected, { reason: "Not paid" });
  noon(4);
  await cancelOrder(shop.services, buyer, codes.cancelled);
  shop.setNow();
  await shop.services.db.$client.query("update orders set paid_at = now() where request_code = $1", [codes.paid]);
});
afterAll(() => shop.close());

async function found(listed: Exclude<Listed, "pending">, options: ListOptions = {}): Promise<string[]> {
  const { rows } = await listHandledOrders(shop.services, anOwner, listed, options);
  const api = await listAdminOrders(shop.services, anOwner, listed, options);
  expect(api.rows.map(({ requestCode }) => requestCode)).toEqual(rows.map(({ requestCode }) => requestCode));
  return rows.map(({ requestCode }) => Object.entries(codes).find(([, code]) => code === requestCode)?.[0] ?? requestCode);
}
const days = (from: string | null, to: string | null, timeZone = "Asia/Kolkata") => ({ days: { from, to, timeZone } });

test("[S2.32] processed requests are the approved and rejected ones, the last handled first; cancelled ones come on choice alone", async () => {
  expect(await found("processed")).toEqual(["rejected", "paid", "approved"]);
  expect(await found("approved")).toEqual(["paid", "approved"]);
  expect(await found("rejected")).toEqual(["rejected"]);
  expect(await found("cancelled")).toEqual(["cancelled"]);
  expect(await found("handled")).toEqual(["cancelled", "rejected", "paid", "approved"]);
});

test("processed requests of some days: the first and the last day are among them", async () => {
  expect(await found("handled", days("2026-07-02", "2026-07-03"))).toEqual(["rejected", "paid"]);
  expect(await found("processed", days("2026-07-02", "2026-07-02"))).toEqual(["paid"]);
  expect(await found("handled", days("2026-07-03", null))).toEqual(["cancelled", "rejected"]);
  expect(await found("handled", days(null, "2026-07-01"))).toEqual(["approved"]);
  expect(await found("handled", days("2026-07-03", "2026-07-02"))).toEqual([]);
});

test("a day begins at midnight where the shop is", async () => {
  const at = (time: string) =>
    shop.services.db.$client.query("update orders set processed_at = $2 where request_code = $1", [codes.rejected, time]);
  await at("2026-08-09T18:29:59.999Z");
  expect(await found("rejected", days("2026-08-09", "2026-08-09"))).toEqual(["rejected"]);
  expect(await found("rejected", days("2026-08-10", null))).toEqual([]);
  await at("2026-08-09T18:30:00Z");
  expect(await found("rejected", days("2026-08-10", "2026-08-10"))).toEqual(["rejected"]);
  expect(await found("rejected", days(null, "2026-08-09"))).toEqual([]);
  expect(await found("rejected", days("2026-08-09", "2026-08-09", "UTC"))).toEqual(["rejected"]);
  expect(await found("rejected", days("2026-08-10", "2026-08-10", "Pacific/Auckland"))).toEqual(["rejected"]);

  await at("2026-03-29T22:30:00Z");
  expect(await found("rejected", days("2026-03-30", null, "Europe/Berlin"))).toEqual(["rejected"]);
  await at("2026-03-29T21:59:59Z");
  expect(await found("rejected", days("2026-03-29", "2026-03-29", "Europe/Berlin"))).toEqual(["rejected"]);
  await at("2026-07-03T06:30:00Z");
});

test("paid ones have a day on which they were paid; unpaid ones are approved and still have none", async () => {
  expect(await found("processed", { paid: true })).toEqual(["paid"]);
  expect(await found("approved", { paid: true })).toEqual(["paid"]);
  expect(await found("handled", { paid: false })).toEqual(["approved"]);
  expect(await found("processed", { paid: false })).toEqual(["approved"]);
  expect(await found("rejected", { paid: true })).toEqual([]);
});

test("[S2.28] a whole code, a whole id and the beginning of an id find that order alone; other words find whatever holds them", async () => {
  const [approved] = (await listHandledOrders(shop.services, anOwner, "approved", { search: codes.approved })).rows;
  const id = approved?.id ?? "";
  for (const search of [codes.approved, ` ${codes.approved.toLowerCase()} `, id, id.slice(0, 8)]) {
    expect(await found("handled", { search })).toEqual(["approved"]);
    expect(await found("cancelled", { search })).toEqual([]);
  }
  expect(await found("handled", { search: id.slice(1, 12) })).toEqual(["approved"]);
  expect(await found("handled", { search: "VERIFIED acc" })).toEqual(["cancelled", "rejected", "paid", "approved"]);
  expect(await found("handled", { search: "%" })).toEqual([]);
  expect(await found("handled", { search: "\\" })).toEqual([]);
});

test("[S6.5] a handled order is listed without its IDs, its code and its buyer's address", async () => {
  const { rows } = await listHandledOrders(shop.services, anOwner, "handled");
  for (const row of rows) expect(Object.keys(row)).not.toEqual(expect.arrayContaining(["deliveredIds"]));
  expect(JSON.stringify(rows)).not.toContain("from elsewhere");
  expect(rows[0]).not.toHaveProperty("giftCardCode");
  expect(rows[0]).not.toHaveProperty("email");
});

test("a hundred handled in one moment come page by page, each once, under every filter", async () => {
  const own = await openTestShop();
  try {
    const { id } = await aProduct(own);
    await behindTheRules(
      own,
      `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at,
         processed_at, approved_by, paid_at)
       select 'id-' || n, 'REQ-' || n, 'approved', $1, 'Gold', 1, 100, 100, 'request', now(), '2026-07-01T00:00:00Z', 'an admin',
         case when n % 2 = 0 then now() end from generate_series(1, 120) n`,
      [id],
    );
    for (const [listed, options, count] of [
      ["processed", {}, 120],
      ["approved", days("2026-07-01", "2026-07-01"), 120],
      ["processed", { paid: true }, 60],
      ["handled", { paid: false, search: "gold" }, 60],
    ] as const) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page = await listHandledOrders(own.services, anOwner, listed, { ...options, after });
        seen.push(...page.rows.map((row) => row.id));
        after = page.next;
      } while (after !== null);
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
    }
  } finally {
    await own.close();
  }
});

test("[S10.6] paid orders are on top of the queue, then the oldest, page by page, also when one is paid meanwhile", async () => {
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: PAGE_SIZE + 4 }, (_, n) => `queue ${n}`) });
  const placed: string[] = [];
  for (let n = 0; n < PAGE_SIZE + 4; n += 1) placed.push((await aPendingOrder(shop, { productId })).requestCode);
  const pay = (code?: string) => shop.services.db.$client.query("update orders set paid_at = now() where request_code = $1", [code]);
  const paid = [placed[3], placed.at(-1)];
  for (const code of paid) await pay(code);
  const page = async (after: string | null, filter: QueueFilter | null = null) => {
    const queue = { ...noQueueFilters, filter, now: shop.services.now() };
    const { rows, next } = await listAdminOrders(shop.services, anOwner, "pending", { after, queue });
    return { codes: rows.map(({ requestCode }) => requestCode), next };
  };
  const unpaid = placed.filter((code) => !paid.includes(code));
  const first = await page(null);
  expect(first.codes).toEqual([...paid, ...unpaid].slice(0, PAGE_SIZE));
  expect((await page(first.next)).codes).toEqual(unpaid.slice(PAGE_SIZE - 2));
  expect((await page(null, "paid")).codes).toEqual(paid);

  // A page whose last order is a paid one leads on to the others.
  for (const code of placed.slice(0, PAGE_SIZE + 1)) await pay(code);
  const all = await page(null);
  const rest = await page(all.next);
  expect([...all.codes, ...rest.codes]).toEqual([...placed.slice(0, PAGE_SIZE + 1), placed.at(-1), ...placed.slice(PAGE_SIZE + 1, -1)]);
  const allPaid = await page(null, "paid");
  expect((await page(allPaid.next, "paid")).codes).toEqual([placed[PAGE_SIZE], placed.at(-1)]);
  // A page that was shown before an order of it was paid leads to the same next one.
  const again = await page(first.next);
  expect(again.codes).toEqual(placed.slice(PAGE_SIZE + 1, -1));
});

test("[S10.6] one index has the whole queue in its order", async () => {
  const client = await shop.services.db.$client.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_sort = off");
    const { rows } = await client.query(`explain select * from orders where status = 'pending'
      and ((orders.paid_at is null and not has_payment_to_review), orders.created_at, orders.id) > (true, now(), 'x')
      order by (orders.paid_at is null and not has_payment_to_review), created_at, id limit 21`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/orders_pending_queue/);
    expect(plan).not.toMatch(/Sort/);
    await client.query("rollback");
  } finally {
    client.release();
  }
});
