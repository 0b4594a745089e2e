import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import { downloadAccounts } from "#shop/export/accounts-file.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { ignorePayment } from "#shop/orders/payment/ignore-payment.server.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { takeRefund } from "#shop/orders/payment/refunds/take-refund.server.ts";
import type { Settled } from "#shop/orders/payment/settling/settle.server.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const START = new Date("2026-11-26T00:00:00Z").getTime();

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  await shop.services.db.$client.query("update shop_settings set instant_amount_max = 0, instant_ids_max = 0");
  shop.services.settings.forget();
});
afterAll(() => shop.close());

/** What happens next. `nth` is the index of an order or a payment so far. */
type Event =
  | { does: "place"; quantity: number }
  | { does: "pay"; nth: number; wrongBy: number }
  | { does: "pay again" | "ignore"; nth: number }
  | { does: "refund" | "refund elsewhere"; nth: number; paise: number | null }
  | { does: "cancel" | "reject" | "approve"; nth: number }
  | { does: "refund fails" | "refund is done after all"; nth: number }
  | { does: "match"; nth: number; to: number }
  | { does: "wait"; hours: number }
  | { does: "clock goes back"; minutes: number };

const nth = fc.nat(5);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("place" as const), quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("pay" as const), nth, wrongBy: fc.constantFrom(0, 0, 0, -1, 1, 70) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("pay again" as const, "ignore" as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom("refund" as const, "refund elsewhere" as const),
      nth,
      paise: fc.constantFrom(null, null, 30, 50, 75),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom("cancel" as const, "cancel" as const, "reject" as const, "approve" as const), nth }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom("refund fails" as const, "refund is done after all" as const), nth }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("match" as const), nth, to: nth }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("wait" as const), hours: fc.constantFrom(1, 11, 13) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("clock goes back" as const), minutes: fc.constantFrom(0.05, 5, 90) }) },
);

/**
 * What an approved order brought: its price, less what the owner matched as a discount, without
 * what went back of it. Of two payments, one after the other, the first was no sale.
 */
async function keptOf(orderId: string): Promise<number> {
  const { rows: prices } = await shop.services.db.$client.query(
    "select coalesce(payable_paise, total_paise)::integer as payable from orders where id = $1",
    [orderId],
  );
  const { payable } = prices[0];
  const { rows } = await shop.services.db.$client.query(
    `select p.state, coalesce(p.decided_at, p.received_at) as since, p.id, p.paise::integer as paise,
      coalesce(sum(r.paise) filter (where r.state = 'done'), 0)::integer as back
    from payments p left join refunds r on r.payment_id = p.id where p.order_id = $1 and p.state in ('matched', 'refunded') and p.problem is null group by p.id`,
    [orderId],
  );
  const last = rows.toSorted((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1)).at(-1);
  const its = rows.find(({ state }) => state === "matched") ?? last ?? { paise: 0, back: 0 };
  return payable - Math.min(Math.max(its.back - Math.max(its.paise - payable, 0), 0), payable);
}

/** The sum of an order's rows in paise, and whether each has the number of a receipt or credit note. */
type Account = { paise: number; isCounted: boolean; rows: string[] };

/** What the accountant's file says, by order. */
async function accounted(): Promise<Map<string, Account>> {
  const file = await downloadAccounts(shop.services, admin, { from: "2026-01-01", to: "2027-12-31" });
  if (!file.ok) throw new Error(file.code);
  let text = "";
  for await (const piece of file.value.pieces) text += piece;
  const accounts = new Map<string, Account>();
  for (const line of text.split("\n").slice(1)) {
    const [, type = "", number = "", code = "", , , , amount] = line.split(",");
    const account = accounts.get(code) ?? { paise: 0, isCounted: true, rows: [] };
    account.rows.push(`${type} ${number}`);
    accounts.set(code, {
      ...account,
      paise: account.paise + Math.round(Number(amount) * 100),
      isCounted: account.isCounted && number !== "",
    });
  }
  return accounts;
}

function aRefundElsewhere(paise: number) {
  const at = shop.services.now();
  return { refundId: `rfnd_${crypto.randomUUID()}`, progress: "done", paise, currency: "INR", key: null, at } as const;
}

/**
 * Whether more was paid than the order's price. What is above goes back first, and is owed still if
 * that refund fails: the notes of later refunds stay as they are, so the sums depend on what was.
 */
async function isAbovePrice(paymentId: string): Promise<boolean> {
  const { rows } = await shop.services.db.$client.query(
    "select 1 from payments p join orders o on o.id = p.order_id where p.id = $1 and p.paise > coalesce(o.payable_paise, o.total_paise)",
    [paymentId],
  );
  return rows.length > 0;
}

/** What the rules of the specification say of an order, written once more and simply. */
type Known = { status: string; quantity: number; cancelledAt: number; isPaid: boolean };

function expected(order: Known, wrongBy: number, now: number, free: number, isInstant: boolean): Settled["outcome"] {
  if (order.status === "rejected") return "refund due";
  if (order.status !== "cancelled" && order.isPaid) return "refund due";
  if (wrongBy !== 0) return "review";
  if (order.status === "pending") return isInstant ? "delivered" : "held back";
  if (order.status === "approved") return "recorded";
  if (now - order.cancelledAt > 12 * HOUR_MS) return "refund due";
  if (!isInstant) return "review";
  return free >= order.quantity ? "reopened" : "refund due";
}

test("[S10.2] [S10.8] [S10.9] [S12.8] whatever happens in whatever order, the rules hold, and every rupee ends somewhere", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), fc.boolean(), async (events, isInstant) => {
      const product = await aProduct(shop, { price: 1, ids: Array.from({ length: 5 }, () => `zz-${crypto.randomUUID()}`) });
      if (!isInstant) await shop.services.db.$client.query("update products set delivery = 'after approval' where id = $1", [product.id]);
      const placed: (Awaited<ReturnType<typeof aPendingOrder>> & { known: Known })[] = [];
      const paid: { id: string; money: ReturnType<typeof someMoney> }[] = [];
      const elsewhere: { paymentId: string; listed: ReturnType<typeof aRefundElsewhere> }[] = [];
      let now = START;
      shop.setNow(new Date(now));
      const refresh = async () => {
        for (const order of placed) {
          const { rows } = await shop.services.db.$client.query(
            `select status, cancelled_at, exists (select from payments p where p.order_id = o.id and p.state in ('matched', 'refunded') and p.problem is null) as "isPaid" from orders o where id = $1`,
            [order.id],
          );
          const [{ status, cancelled_at, isPaid }] = rows;
          order.known = { ...order.known, status, isPaid, cancelledAt: cancelled_at?.getTime() ?? 0 };
        }
      };
      for (const one of events) {
        now += 1_000;
        shop.setNow(new Date(now));
        const order = "nth" in one ? placed[one.nth % Math.max(1, placed.length)] : undefined;
        const payment = "nth" in one ? paid[one.nth % Math.max(1, paid.length)] : undefined;
        if (one.does === "place") {
          const { free } = await booksOf(shop, product.id);
          if (free < one.quantity) continue;
          const next = await paidOnline(shop, await aPendingOrder(shop, { productId: product.id, quantity: one.quantity }));
          placed.push({ ...next, known: { status: "pending", quantity: one.quantity, cancelledAt: 0, isPaid: false } });
        }
        if (one.does === "pay" && order) {
          const { free } = await booksOf(shop, product.id);
          const money = someMoney(order.id, { paise: order.known.quantity * 100 + one.wrongBy });
          const result = await settled(shop.services, money);
          expect(result.outcome).toBe(expected(order.known, one.wrongBy, now, free, isInstant));
          paid.push({ id: result.paymentId ?? "", money });
        }
        if (one.does === "pay again" && payment) expect((await settled(shop.services, payment.money)).outcome).toBe("known");
        if (one.does === "refund" && payment)
          await refundPayment(shop.services, admin, payment.id, {
            how: "by hand",
            reference: "NEFT",
            reason: null,
            amount: one.paise,
            left: null,
          });
        if (one.does === "refund elsewhere" && payment) {
          const listed = aRefundElsewhere(one.paise ?? payment.money.paise);
          await takeRefund(shop.services, payment.id, listed);
          elsewhere.push({ paymentId: payment.id, listed });
        }
        if (one.does === "refund fails" || one.does === "refund is done after all") {
          const back = elsewhere[one.nth % Math.max(1, elsewhere.length)];
          const progress = one.does === "refund fails" ? "failed" : "done";
          if (back && !(await isAbovePrice(back.paymentId))) await takeRefund(shop.services, back.paymentId, { ...back.listed, progress });
        }
        if (one.does === "ignore" && payment) await ignorePayment(shop.services, admin, payment.id, { reason: "mine" });
        if (one.does === "match" && payment)
          await matchPayment(shop.services, admin, payment.id, {
            requestCode: placed[one.to % placed.length]?.requestCode ?? "REQ-0",
            rest: one.to % 2 === 0 ? "discount" : "owed",
          });
        if (one.does === "cancel" && order) await cancelOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
        if (one.does === "reject" && order) await rejectOrder(shop.services, admin, order.requestCode, { reason: "No" });
        if (one.does === "approve" && order?.known.status === "pending") {
          const ids = await reservedValuesOf(shop.services, order.requestCode);
          const form = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
          expect(await approveOrder(shop.services, admin, order.requestCode, form)).toMatchObject({ ok: true });
        }
        if (one.does === "wait") {
          now += one.hours * HOUR_MS;
          shop.setNow(new Date(now));
        }
        if (one.does === "clock goes back") {
          now -= one.minutes * MINUTE_MS;
          shop.setNow(new Date(now));
        }
        await refresh();
      }
      expect(await faultsOf(shop)).toEqual([]);
      const sums = await accounted();
      for (const { id, requestCode, known } of placed) {
        const isApproved = known.status === "approved";
        const account = sums.get(requestCode);
        expect(account?.paise).toBe(isApproved ? await keptOf(id) : undefined);
        expect(account?.isCounted ?? true, account?.rows.join(", ")).toBe(true);
      }
      const { rows } = await shop.services.db.$client.query("select sum(paise)::integer as paise from payments where id = any($1)", [
        paid.map(({ id }) => id),
      ]);
      expect(rows[0]?.paise ?? 0).toBe(paid.reduce((sum, { money }) => sum + money.paise, 0));
    }),
    { numRuns: 15 },
  );
}, 120_000);

/** An order for ₹499 of a product that is approved by hand, and its money, which is held back. */
async function heldBack() {
  const product = await aProduct(shop, { ids: [`zz-${crypto.randomUUID()}`] });
  await shop.services.db.$client.query("update products set delivery = 'after approval' where id = $1", [product.id]);
  const order = await paidOnline(shop, await aPendingOrder(shop, { productId: product.id }));
  const { outcome, paymentId } = await settled(shop.services, someMoney(order.id));
  expect(outcome).toBe("held back");
  return { ...order, paymentId: paymentId ?? "" };
}

const ofAll = { how: "by hand", reference: "NEFT", reason: null, amount: null, left: null } as const;
const notesOf = async (orderId: string) =>
  (
    await shop.services.db.$client.query("select paise::integer from credit_notes where order_id = $1 order by year, number", [orderId])
  ).rows.map(({ paise }) => paise);

test.each([
  ["in full", 49_900],
  ["in part, and the rest is owed", 40_000],
])(
  "[S10.9] [S12.8] money that went back while its order waited is no sale and takes nothing of the sale that a second payment made %s",
  async (_, paise) => {
    shop.setNow(new Date(START));
    const order = await heldBack();
    await takeRefund(shop.services, order.paymentId, aRefundElsewhere(49_900));
    shop.setNow(new Date(START + 1_000));
    const { outcome, paymentId: second } = await settled(shop.services, someMoney(order.id, { paise }));
    expect(outcome).toBe("refund due");
    const match = { requestCode: order.requestCode, rest: "owed" } as const;
    expect(await matchPayment(shop.services, admin, second ?? "", match)).toMatchObject({ ok: true });
    expect(await notesOf(order.id)).toEqual([]);
    expect((await accounted()).get(order.requestCode)?.paise).toBe(49_900);
    expect(await refundPayment(shop.services, admin, second ?? "", ofAll)).toMatchObject({ ok: true });
    expect(await notesOf(order.id)).toEqual([paise]);
    expect((await accounted()).get(order.requestCode)?.paise).toBe(49_900 - paise);
  },
);

test("[S10.9] [S10.15] no money pays for a delivered order whose invoice was credited, also if its first refund fails then", async () => {
  shop.setNow(new Date(START));
  const order = await heldBack();
  const first = aRefundElsewhere(49_900);
  await takeRefund(shop.services, order.paymentId, first);
  shop.setNow(new Date(START + 1_000));
  const { paymentId: second } = await settled(shop.services, someMoney(order.id));
  const { paymentId: third } = await settled(shop.services, someMoney(order.id));
  const match = { requestCode: order.requestCode };
  expect(await matchPayment(shop.services, admin, second ?? "", match)).toMatchObject({ ok: true });
  expect(await refundPayment(shop.services, admin, second ?? "", ofAll)).toMatchObject({ ok: true });
  expect(await matchPayment(shop.services, admin, third ?? "", match)).toMatchObject({ code: "orderPaidAlready" });
  await takeRefund(shop.services, order.paymentId, { ...first, progress: "failed" });
  const { rows } = await shop.services.db.$client.query("select state, problem from payments where id = $1", [order.paymentId]);
  expect(rows).toEqual([{ state: "review", problem: "unknown" }]);
  expect((await accounted()).get(order.requestCode)?.paise).toBe(0);
});
