import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "#platform/read-csv.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { downloadAccounts } from "#shop/export/accounts-file.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { changeBatch } from "#shop/stock/imports/change-batch.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { asOwner, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { deliveredValuesOf, reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { withoutTax, withoutTaxOfPart } from "../receipts/tax.ts";
import { closeSales } from "./close-sales.server.ts";
import { readSales } from "./read-sales.server.ts";
import { noSales, type SalesBy, type SalesSum, salesBy, totalOf } from "./sales.ts";
import { dayAt, daysBefore, daysOf, SALES_DAYS_MAX, unitAt, unitOf, unitsIn } from "./sales-days.ts";
import { dayAfter, spansOf } from "./sales-spans.ts";
import { readTodaysSales } from "./todays-sales.server.ts";

let shop: TestShop;
let admin: Admin;
let other: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  other = await anAdmin(shop);
  await run("update shop_settings set gstin = '27AAPFU0939F1ZV', hsn_code = '998439', gst_rate = 1800");
});
afterAll(() => shop.close());

const run = async (text: string, values: unknown[] = []) => asOwner(shop, async (client) => (await client.query(text, values)).rows);
const zones = ["Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "UTC"];
let made = 0;

async function anImport(productId: string, ids: string[], supplier: string, cost: number | null): Promise<string> {
  const checked = await checkIds(shop.services, admin, { productId, supplier, note: "", cost, ids: ids.join("\n") });
  if (!checked.ok) throw new Error(checked.code);
  expect(await addBatch(shop.services, admin, checked.value.batchId, ["new"])).toMatchObject({ ok: true });
  return checked.value.batchId;
}

/** All rows that sales are made of. */
async function allRows() {
  return asOwner(shop, async (client) => {
    const read = async (text: string) => (await client.query(text)).rows;
    const units = await read("select u.id, u.batch_id, b.cost_paise, b.supplier_id from units u left join batches b on b.id = u.batch_id");
    return {
      orders: await read(
        "select o.*, r.gstin, r.gst_rate from orders o left join receipts r on r.order_id = o.id where status = 'approved'",
      ),
      payments: await read("select * from payments where state in ('matched', 'refunded') and problem is null"),
      refunds: await read(
        "select f.*, c.issued_at, c.paise as noted from refunds f join credit_notes c on c.refund_id = f.id where f.state = 'done' order by c.year, c.number",
      ),
      replaced: await read("select * from replacements order by id"),
      held: await read("select * from order_units where delivered_at is not null"),
      units: new Map(units.map((unit) => [unit.id, unit])),
    };
  });
}

/** Adds the rows up one by one, as nobody would who has many. */
function bruteForce({ orders, payments, refunds, replaced, held, units }: Awaited<ReturnType<typeof allRows>>, zone: string, by: SalesBy) {
  const sums: Record<string, SalesSum> = {};
  const add = (key: string, what: Partial<SalesSum>) => {
    const sum = sums[key] ?? { ...noSales };
    sums[key] = sum;
    for (const [name, n] of Object.entries(what)) sum[name as keyof SalesSum] += n;
  };
  const local = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short", hourCycle: "h23" });
  const keyAt = (at: Date, order: { product_id: string; payment_method: string; approved_by: string }, supplier: string) => {
    const [day = "", time = ""] = local.format(at).split(" ");
    if (by === "hour") return time.slice(0, 2);
    if (by === "product") return order.product_id;
    if (by === "method") return order.payment_method;
    if (by === "person") return order.approved_by;
    return by === "supplier" ? supplier : unitAt(day, by);
  };
  for (const order of orders) {
    const its = held.filter(({ order_id }) => order_id === order.id).sort((one, two) => one.position - two.position);
    const firsts = its.map(
      ({ position, unit_id }) => replaced.find((r) => r.order_id === order.id && r.position === position)?.faulty_unit_id ?? unit_id,
    );
    const supplierOf = (unitId: string) => units.get(unitId)?.supplier_id ?? "";
    const money = (at: Date, counts: Partial<SalesSum>, amounts: Partial<SalesSum>) => {
      if (by !== "supplier") return add(keyAt(at, order, ""), { ...counts, ...amounts });
      const batchesSeen = new Set<string>();
      for (const [nth, unitId] of firsts.entries()) {
        const share = (n: number) => Math.floor((n * (nth + 1)) / firsts.length) - Math.floor((n * nth) / firsts.length);
        add(supplierOf(unitId), Object.fromEntries(Object.entries(amounts).map(([name, n]) => [name, share(n)])));
        if (!batchesSeen.has(units.get(unitId)?.batch_id ?? "")) add(supplierOf(unitId), counts);
        batchesSeen.add(units.get(unitId)?.batch_id ?? "");
      }
    };
    const paise = Number(order.payable_paise ?? order.total_paise);
    const payment = payments.find(({ order_id }) => order_id === order.id);
    const tax = withoutTax(paise, order.gst_rate);
    money(order.processed_at, { orders: 1 }, { paise, taxPaise: paise - tax.taxable, feePaise: Number(payment?.fee_paise ?? 0) });
    let before = 0;
    for (const refund of refunds.filter(({ payment_id }) => payment_id === payment?.id)) {
      const part = withoutTaxOfPart(before, Number(refund.noted), order.gst_rate);
      before += Number(refund.noted);
      money(refund.issued_at, { refunds: 1 }, { refundPaise: Number(refund.noted), refundTaxPaise: Number(refund.noted) - part.taxable });
    }
    const delivered = (unitId: string, at: Date) => {
      const cost = units.get(unitId)?.cost_paise ?? null;
      add(keyAt(at, order, supplierOf(unitId)), { ids: 1, costPaise: Number(cost ?? 0), idsWithoutCost: cost === null ? 1 : 0 });
    };
    for (const unitId of firsts) delivered(unitId, order.processed_at);
    for (const { unit_id, faulty_unit_id, replaced_at } of replaced.filter(({ order_id }) => order_id === order.id)) {
      delivered(unit_id, replaced_at);
      add(keyAt(replaced_at, order, supplierOf(faulty_unit_id)), {
        deadIds: 1,
        deadCostPaise: Number(units.get(faulty_unit_id)?.cost_paise ?? 0),
      });
    }
  }
  return sums;
}
/** Adds up the accountant's file of some days. [S17.6] */
async function inAccounts(days: { from: string; to: string }) {
  const file = await downloadAccounts(shop.services, anOwner, days);
  if (!file.ok) throw new Error(file.code);
  let text = "";
  for await (const piece of file.value.pieces) text += piece;
  const lines: string[][] = [];
  for await (const { cells } of readCsv([text])) lines.push(cells);
  const [head = [], ...rows] = lines;
  const sum = (column: string, type: string) =>
    rows.filter((row) => row[1] === type).reduce((all, row) => all + Math.round(100 * Number(row[head.indexOf(column)])), 0);
  return { paise: sum("Amount", "Sale"), feePaise: sum("Provider's fee", "Sale"), refundPaise: 0 - sum("Amount", "Refund") };
}

const anEvent = fc.record({
  what: fc.constantFrom("sell", "sell", "sell", "replace", "refund", "fail", "cost", "fee", "close", "close"),
  daysAgo: fc.integer({ min: 0, max: 420 }),
  minutes: fc.integer({ min: 0, max: 24 * 60 }),
  pick: fc.integer({ min: 0, max: 1_000 }),
});

test("[S17.2] [S17.3] [S17.5] [S17.6] over any history of sales, refunds that fail after all, later costs and replacements, the sums are what counting gives, and Today and the accountant's file agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 6, maxLength: 14 }), fc.constantFrom(...zones), async (events, zone) => {
      await run("update shop_settings set time_zone = $1", [zone]);
      // The accountant's file reads it from the cache.
      forgetSettings(shop.services);
      made += 1;
      const number = made;
      const { id: productId } = await aProduct(shop, { price: 7.33, ids: [`plain-${number}-1`, `plain-${number}-2`] });
      const cheap = Array.from({ length: 8 }, (_, n) => `cheap-${number}-${n}`);
      const dear = Array.from({ length: 30 }, (_, n) => `dear-${number}-${n}`);
      const batches = [await anImport(productId, cheap, "Ravi", 101), await anImport(productId, dear, "Meena", null)];
      const orders: { requestCode: string; id: string }[] = [];
      for (const { what, daysAgo, minutes, pick } of events) {
        const at = new Date(Date.now() - daysAgo * 86_400_000 - minutes * 60_000);
        const order = orders[pick % Math.max(orders.length, 1)];
        shop.setNow(at);
        if (what === "sell") {
          const sold = await aPendingOrder(shop, { productId, quantity: 1 + (pick % 3) });
          const ids = await reservedValuesOf(shop.services, sold.requestCode);
          const decided = await approveOrder(shop.services, pick % 2 ? admin : other, sold.requestCode, {
            ids,
            faulty: [],
            downloadLink: null,
            confirmed: true,
            idsConfirmed: true,
          });
          if (!decided.ok) throw new Error(decided.code);
          orders.push(sold);
          await run(
            `insert into payments (id, source, reference, paise, currency, paid_at, received_at, order_id, state, fee_paise)
              select 'p-' || id, 'razorpay', 'pay_' || request_code, total_paise + $2::bigint, 'INR', processed_at, processed_at, id, 'matched', null from orders where id = $1`,
            [sold.id, pick % 5 === 0 ? 150 : 0],
          );
        } else if (what === "fee" && order) await run("update payments set fee_paise = $2 where id = 'p-' || $1", [order.id, pick]);
        else if (what === "refund" && order)
          await run(
            `insert into refunds (id, payment_id, paise, how, idempotency_key, provider_id, state, created_at, done_at)
              select 'f-' || gen_random_uuid(), p.id, $2::bigint, 'provider', gen_random_uuid(), 'rf_' || gen_random_uuid(), 'done', $3::timestamptz, $3::timestamptz from payments p
              where p.id = 'p-' || $1 and p.paise >= $2::bigint + (select coalesce(sum(f.paise), 0) from refunds f where f.payment_id = p.id and f.state <> 'failed')`,
            [order.id, 50 + (pick % 400), at],
          );
        else if (what === "fail")
          await run(
            "update refunds set state = 'failed', done_at = null, problem = 'sent back' where id in (select id from refunds where state = 'done' order by id limit 1)",
          );
        else if (what === "cost") {
          const details = { supplier: pick % 2 ? "Meena" : "Asha", note: "", cost: pick % 3 ? pick : null };
          expect(await changeBatch(shop.services, admin, batches[pick % 2] ?? "", details)).toMatchObject({ ok: true });
        } else if (what === "replace" && order) {
          const [faulty = ""] = await deliveredValuesOf(shop.services, order.requestCode);
          await replaceId(shop.services, admin, order.requestCode, { faulty, id: null });
        } else if (what === "close") await closeSales(shop.services);
        shop.setNow();
      }
      const now = new Date().toISOString().slice(0, 10);
      const days = { from: dayAfter(now, 2 - SALES_DAYS_MAX), to: dayAfter(now) };
      const expectAll = async (when: string) => {
        const all = await allRows();
        for (const by of salesBy) {
          const rows = await readSales(shop.services, anOwner, { days, by, timeZone: zone });
          const sums = rows.map(({ key, ...sum }): [string, SalesSum] => [key, sum]);
          const read = Object.fromEntries(sums.filter(([, sum]) => Object.values(sum).some((n) => n !== 0)));
          expect(read, `${by} in ${zone} ${when}`).toEqual(bruteForce(all, zone, by));
        }
        expect((await faultsOf(shop)).filter((fault) => fault.startsWith("sales"))).toEqual([]);
      };
      await expectAll("as it is");
      await closeSales(shop.services);
      expect(await run("select count(*)::integer as n from sales_changes")).toEqual([{ n: 0 }]);
      await expectAll("closed");

      const byDay = await readSales(shop.services, anOwner, { days, by: "day", timeZone: zone });
      const [one = "2026-01-01", two = one] = events.map(({ daysAgo }) =>
        new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10),
      );
      const some = { from: one < two ? one : two, to: one < two ? two : one };
      const expected = totalOf(byDay.filter(({ key }) => key >= some.from && key <= some.to));
      const { paise, feePaise, refundPaise } = expected;
      expect(await inAccounts(some), "the accountant's file").toEqual({ paise, feePaise, refundPaise });
      const today = await readTodaysSales(shop.services, anOwner, zone);
      expect(today.month).toEqual(totalOf(byDay.filter(({ key }) => key.slice(0, 7) === dayAt(new Date(), zone).slice(0, 7))));
      for (const by of ["product", "month", "supplier", "hour"] as const)
        expect(
          { ...totalOf(await readSales(shop.services, anOwner, { days: some, by, timeZone: zone })), orders: 0, refunds: 0 },
          by,
        ).toEqual({
          ...expected,
          orders: 0,
          refunds: 0,
        });
    }),
    {
      numRuns: 5,
      endOnFailure: true,
      examples: [
        [
          [
            { what: "sell", daysAgo: 10, minutes: 1, pick: 5 },
            { what: "replace", daysAgo: 60, minutes: 1, pick: 5 },
            { what: "close", daysAgo: 0, minutes: 0, pick: 0 },
          ],
          "UTC",
        ],
      ],
    },
  );
}, 240_000);

test("[S17.5] every month is summed up that days are counted of, also the short one after a month's last days", async () => {
  await run("update shop_settings set time_zone = 'Asia/Kolkata'");
  const product = await aProduct(shop, { ids: ["month-1", "month-2", "month-3"] });
  for (const day of ["2025-01-31", "2025-02-10", "2025-03-05"]) {
    const order = await aPendingOrder(shop, { productId: product.id });
    shop.setNow(new Date(`${day}T12:00:00+05:30`));
    const ids = await reservedValuesOf(shop.services, order.requestCode);
    const approving = { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
    expect(await approveOrder(shop.services, admin, order.requestCode, approving)).toMatchObject({ ok: true });
    shop.setNow();
  }
  await run("delete from sales_sums; update sales_sums_until set until = '2025-01-31 00:00+05:30'");
  await closeSales(shop.services);
  const asked = { days: { from: "2025-01-01", to: "2025-03-31" }, by: "product", timeZone: "Asia/Kolkata" } as const;
  const rows = await readSales(shop.services, anOwner, asked);
  expect(rows.find(({ key }) => key === product.id)).toMatchObject({ orders: 3, ids: 3 });
});

test("[S17.1] the shop's day, month and financial year, and as many days right before", () => {
  expect(daysOf("year", "2026-03-31")).toEqual({ from: "2025-04-01", to: "2026-03-31" });
  expect(daysOf("year", "2026-04-01")).toEqual({ from: "2026-04-01", to: "2026-04-01" });
  expect(daysOf("days7", "2026-03-02")).toEqual({ from: "2026-02-24", to: "2026-03-02" });
  expect(daysBefore({ from: "2026-03-01", to: "2026-03-31" })).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  expect(unitOf({ from: "2026-03-01", to: "2026-03-01" })).toBe("hour");
  expect(unitsIn({ from: "2026-03-01", to: "2026-03-03" }, "week")).toEqual(["2026-02-23", "2026-03-02"]);
});

test("[S17.5] whole months and days come from stored sums, and open or changed days from the rows", () => {
  const days = { from: "2026-01-30", to: "2026-05-02" };
  expect(spansOf(days, "2026-05-02", new Set(["2026-03-05"]))).toEqual({
    months: ["2026-02-01", "2026-04-01"],
    days: [
      { from: "2026-01-30", to: "2026-01-31" },
      { from: "2026-03-01", to: "2026-03-04" },
      { from: "2026-03-06", to: "2026-03-31" },
      { from: "2026-05-01", to: "2026-05-01" },
    ],
    live: [
      { from: "2026-03-05", to: "2026-03-05" },
      { from: "2026-05-02", to: "2026-05-02" },
    ],
  });
});

test("[S17.5] [S17.6] a later cost counts on the day of the delivery, also in the first half hour of a day in India", async () => {
  await run("update shop_settings set time_zone = 'Asia/Kolkata'");
  const product = await aProduct(shop, { ids: [] });
  const batchId = await anImport(product.id, ["half-hour"], "Asha", null);
  const order = await aPendingOrder(shop, { productId: product.id });
  shop.setNow(new Date("2025-06-10T00:10:00+05:30"));
  const ids = await reservedValuesOf(shop.services, order.requestCode);
  const approving = { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, order.requestCode, approving)).toMatchObject({ ok: true });
  shop.setNow();
  await closeSales(shop.services);
  expect(await changeBatch(shop.services, admin, batchId, { supplier: "Asha", note: "", cost: 300 })).toMatchObject({ ok: true });
  await closeSales(shop.services);
  const asked = { days: { from: "2025-06-01", to: "2025-06-30" }, by: "day", timeZone: "Asia/Kolkata" } as const;
  const rows = await readSales(shop.services, anOwner, asked);
  expect(rows.find(({ key }) => key === "2025-06-10")).toMatchObject({ ids: 1, idsWithoutCost: 0 });
});
