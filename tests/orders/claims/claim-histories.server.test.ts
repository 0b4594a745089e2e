import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { claimName } from "#shop/orders/claims/claiming.ts";
import { refuseClaim, swapClaim, withdrawClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { openClaims } from "#shop/orders/claims/open-claims.server.ts";
import { refundClaim } from "#shop/orders/claims/refund-claim.server.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { refundOrder } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { takeRefund } from "#shop/orders/payment/refunds/take-refund.server.ts";
import { goOnRecalls } from "#shop/orders/recalls/go-on-recalls.server.ts";
import { recallImport } from "#shop/orders/recalls/recall-import.server.ts";
import { readSales } from "#shop/orders/sales/read-sales.server.ts";
import { dayAfter } from "#shop/orders/sales/sales-spans.ts";
import type { Result } from "#shop/refusal.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, addToStock, claimStatesOf } from "#tests/support/shop/claims.ts";
import { deliveredValuesOf } from "#tests/support/shop/order-ids.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const PRICE = 49_900;
const PART = 30_000;

/** One step. `nth` is the index of an order, a claim or a provider's refund so far, `place` an ID of the order. */
type Step =
  | { does: "order"; quantity: number; paid: "razorpay" | "outside" | "not" }
  | { does: "claim"; nth: number; place: number }
  | { does: "swap" | "refuse" | "withdraw" | "refund by hand" | "refund by provider"; nth: number }
  | { does: "provider is done" | "provider fails" | "refund a part" | "mark as paid" | "mark as unpaid" | "add" | "recall"; nth: number };

const nth = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("order" as const),
      quantity: fc.integer({ min: 1, max: 3 }),
      paid: fc.constantFrom("razorpay" as const, "outside" as const, "not" as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("claim" as const), nth, place: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom(
        ...(["swap", "refuse", "withdraw", "refund by hand", "refund by hand", "refund by provider", "refund by provider"] as const),
      ),
      nth,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(
        ...([
          "provider is done",
          "provider is done",
          "provider fails",
          "refund a part",
          "mark as paid",
          "mark as unpaid",
          "add",
          "add",
          "recall",
        ] as const),
      ),
      nth,
    }),
  },
);

/** The books as one would keep them by hand. */
type Claim = { order: Order; number: number; at: number; id: string; state: string; wasOpenedAgain: boolean; refund: Refund | null };
type Refund = { paise: number; how: "provider" | "by hand"; state: "due" | "done" | "failed"; claim: Claim | null; order: Order };
type Order = {
  placed: Awaited<ReturnType<typeof aDeliveredOrder>>;
  free: string[];
  quantity: number;
  paid: "razorpay" | "outside" | "not";
  isMarked: boolean;
  ids: string[];
  claims: Claim[];
  refunds: Refund[];
  swaps: number;
  /** The import that its first IDs came with. */
  batchId: string;
  first: readonly string[];
  isRecalled: boolean;
};

const sum = (refunds: Refund[], ...states: Refund["state"][]) =>
  refunds.filter(({ state }) => states.includes(state)).reduce((all, { paise }) => all + paise, 0);
const hasPayment = ({ paid, refunds }: Order) => paid === "razorpay" || refunds.length > 0;
const leftOf = (order: Order) => PRICE * order.quantity - sum(order.refunds, "due", "done");
const isAllBack = (order: Order) => hasPayment(order) && leftOf(order) === 0;
const isPaid = (order: Order) => hasPayment(order) || order.isMarked;
const isDead = ({ state }: Claim) => state === "refunding" || state === "refunded";
const claimOf = (order: Order, at: number) => order.claims.findLast((claim) => claim.at === at && claim.id === order.ids[at]);

/** What each step must answer, and what it changes. */
const rules = {
  claim(order: Order, at: number): string {
    const claim = claimOf(order, at);
    if (isAllBack(order)) return "idShareRefunded";
    if (claim?.state === "open") return "ok";
    if (claim && isDead(claim)) return "idShareRefunded";
    if (claim?.wasOpenedAgain) return "claimDecided";
    if (claim?.state === "refused") Object.assign(claim, { state: "open", wasOpenedAgain: true });
    else {
      const opened = {
        order,
        number: order.claims.length + 1,
        at,
        id: order.ids[at] ?? "",
        state: "open",
        wasOpenedAgain: false,
        refund: null,
      };
      order.claims.push(opened);
    }
    return "ok";
  },
  recall(order: Order): string {
    if (order.isRecalled) return "importRecalled";
    order.isRecalled = true;
    // A claim that is decided for good stays so.
    for (const [at, id] of order.first.entries()) if (order.ids[at] === id) rules.claim(order, at);
    return "ok";
  },
  decide(claim: Claim, state: string): string {
    if (claim.state !== "open") return "claimDecided";
    claim.state = state;
    return "ok";
  },
  swap(claim: Claim): string {
    if (claim.state !== "open") return "claimDecided";
    if (isAllBack(claim.order)) return "idShareRefunded";
    const fresh = claim.order.free.shift();
    if (fresh === undefined) return "noFreeIdLeft";
    claim.order.ids[claim.at] = fresh;
    claim.order.swaps += 1;
    claim.state = "swapped";
    return "ok";
  },
  refund(claim: Claim, how: Refund["how"]): string {
    if (claim.state !== "open") return "claimDecided";
    const { order } = claim;
    if (!isPaid(order)) return "orderNotPaid";
    const paise = Math.min(PRICE, leftOf(order));
    if (paise === 0) return "nothingLeftToRefund";
    if (how === "provider" && order.paid !== "razorpay") return "providerRefundsOff";
    const refund: Refund = { paise, how, state: how === "provider" ? "due" : "done", claim, order };
    order.refunds.push(refund);
    Object.assign(claim, { state: how === "provider" ? "refunding" : "refunded", refund });
    return "ok";
  },
  refundPart(order: Order): string {
    if (!isPaid(order)) return "orderNotPaid";
    if (leftOf(order) === 0) return "paymentDecided";
    if (leftOf(order) < PART) return "refundTooMuch";
    order.refunds.push({ paise: PART, how: "by hand", state: "done", claim: null, order });
    return "ok";
  },
  provider(refund: Refund, state: "done" | "failed"): void {
    if (refund.state === state || (refund.state === "failed" && refund.paise > leftOf(refund.order))) return;
    refund.state = state;
    const { claim } = refund;
    if (claim?.refund !== refund) return;
    if (state === "done" && (claim.state === "open" || claim.state === "refunding")) claim.state = "refunded";
    if (state === "failed" && isDead(claim)) claim.state = "open";
  },
  mark(order: Order, isMarked: boolean): string {
    const isMatched = hasPayment(order) && sum(order.refunds, "done") < PRICE * order.quantity;
    if (!isMarked && order.isMarked && isMatched) return "orderPaidByMoney";
    order.isMarked = isMarked;
    return "ok";
  },
};

const codeOf = (result: Result<unknown>) => (result.ok ? "ok" : result.code);
const rows = async (text: string, values: unknown[]) => (await shop.services.db.$client.query(text, values)).rows;

async function take(orders: Order[], one: Step): Promise<void> {
  const { services } = shop;
  if (one.does === "order") {
    orders.push(await anOrder(one));
    return;
  }
  const nthOf = <T>(list: T[]): T | undefined => list[one.nth % Math.max(1, list.length)];
  const order = nthOf(orders);
  if (!order) return;
  const { requestCode } = order.placed;
  if (one.does === "claim") {
    const place = one.place % order.quantity;
    const claimed = await openClaims(services, admin, requestCode, { positions: [place + 1], reason: "used", text: "" });
    expect(codeOf(claimed)).toBe(rules.claim(order, place));
  }
  if (one.does === "add") {
    const fresh = `history-${randomUUID()}`;
    await addToStock(shop, admin, order.placed.product.id, [fresh]);
    order.free.push(fresh);
  }
  if (one.does === "recall") {
    const recalled = await recallImport(services, admin, order.batchId, { reason: "used", delivered: "all" });
    expect(codeOf(recalled)).toBe(rules.recall(order));
    await goOnRecalls(services);
  }
  if (one.does === "refund a part") {
    const form = { how: "by hand", reference: "NEFT", reason: null, amount: PART, left: null } as const;
    expect(codeOf(await refundOrder(services, admin, requestCode, form))).toBe(rules.refundPart(order));
  }
  if ((one.does === "mark as paid" || one.does === "mark as unpaid") && order.paid !== "razorpay") {
    const isMarked = one.does === "mark as paid";
    const marked = await markPaid(services, admin, requestCode, { state: isMarked ? "paid" : "unpaid" });
    expect(codeOf(marked)).toBe(rules.mark(order, isMarked));
  }
  const refund = nthOf(orders.flatMap(({ refunds }) => refunds).filter(({ how }) => how === "provider"));
  if (refund && one.does === "provider is done") await tellOf(refund, "done");
  if (refund && one.does === "provider fails") await tellOf(refund, "failed");
  const claim = nthOf(orders.flatMap(({ claims }) => claims));
  if (claim) await decide(claim, one.does);
}

async function decide(claim: Claim, does: Step["does"]): Promise<void> {
  const { services } = shop;
  const { requestCode, buyer } = claim.order.placed;
  const id = claimName(requestCode, claim.number);
  if (does === "swap") expect(codeOf(await swapClaim(services, admin, id, { id: null }))).toBe(rules.swap(claim));
  if (does === "refuse")
    expect(codeOf(await refuseClaim(services, admin, id, { reason: "It works." }))).toBe(rules.decide(claim, "refused"));
  if (does === "withdraw")
    expect(codeOf(await withdrawClaim(services, buyer, requestCode, claim.number))).toBe(rules.decide(claim, "withdrawn"));
  if (does !== "refund by hand" && does !== "refund by provider") return;
  const how = does === "refund by hand" ? "by hand" : "provider";
  const form = { how, reference: how === "provider" ? null : "NEFT", amount: null } as const;
  expect(codeOf(await refundClaim(services, admin, id, form))).toBe(rules.refund(claim, how));
}

async function anOrder({ quantity, paid }: Extract<Step, { does: "order" }>): Promise<Order> {
  const ids = Array.from({ length: quantity }, () => `history-${randomUUID()}`);
  const placed = await aDeliveredOrder(shop, admin, ids);
  if (paid === "outside") await markPaid(shop.services, admin, placed.requestCode, { state: "paid" });
  const money = { source: "razorpay", reference: `pay_${placed.id}`, paise: PRICE * quantity } as const;
  if (paid === "razorpay") await settled(shop.services, someMoney(placed.id, money));
  const [batch] = await rows("select batch_id from units u join order_units h on h.unit_id = u.id where h.order_id = $1", [placed.id]);
  const its = { placed, quantity, paid, isMarked: paid !== "not", batchId: batch.batch_id, first: [...ids], isRecalled: false };
  return { ...its, ids, free: [], claims: [], refunds: [], swaps: 0 };
}

/** The provider says how a refund stands. */
async function tellOf(refund: Refund, progress: "done" | "failed"): Promise<void> {
  const { order, paise } = refund;
  const known = await refundsOf(order);
  const { id, payment, key } = known[order.refunds.indexOf(refund)] ?? {};
  const listed = { refundId: `rfnd_${id}`, key, paise, currency: "INR", at: shop.services.now() };
  await takeRefund(shop.services, payment, { ...listed, progress });
  rules.provider(refund, progress);
}

const refundsOf = ({ placed }: Order) =>
  rows(
    `select r.id, r.payment_id as payment, r.idempotency_key as key, r.paise::integer, r.state
      from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 order by r.created_at, r.id`,
    [placed.id],
  );

/** What the shop's tables and sums say, beside what was kept by hand. */
async function agree(orders: Order[]): Promise<void> {
  for (const order of orders) {
    const { placed, claims, refunds, quantity, free, swaps, ids } = order;
    expect(await deliveredValuesOf(shop.services, placed.requestCode)).toEqual(ids);
    expect(await claimStatesOf(shop, placed)).toEqual(claims.map(({ state }) => state));
    expect(await booksOf(shop, placed.product.id)).toEqual({
      ...{ counter: free.length, free: free.length, held: 0 },
      ...{ delivered: quantity, withdrawn: swaps, units: quantity + swaps + free.length },
    });
    expect((await refundsOf(order)).map(({ paise, state }) => ({ paise, state }))).toEqual(
      refunds.map(({ paise, state }) => ({ paise, state })),
    );
    const state = sum(refunds, "done") === PRICE * quantity ? "refunded" : "matched";
    const source = order.paid === "razorpay" ? "razorpay" : "by_hand";
    expect(await rows("select source, paise::integer, state from payments where order_id = $1", [placed.id])).toEqual(
      hasPayment(order) ? [{ source, paise: PRICE * quantity, state }] : [],
    );
  }
  const day = shop.services.now().toISOString().slice(0, 10);
  const days = { from: dayAfter(day, -1), to: dayAfter(day) };
  const sales = await readSales(shop.services, admin, { days, by: "product", timeZone: "UTC" });
  for (const order of orders) {
    const its = sales.find(({ key }) => key === order.placed.product.id);
    expect(its).toMatchObject({
      ...{ orders: 1, paise: PRICE * order.quantity, ids: order.quantity + order.swaps },
      ...{ refundPaise: sum(order.refunds, "done"), refunds: order.refunds.filter(({ state }) => state === "done").length },
      deadIds: order.swaps + order.claims.filter(isDead).length,
    });
  }
}

test("[S15.6] [S15.7] [S15.11] [S17.2] whatever is claimed, swapped, refunded and recalled in whatever order, IDs, claims, payments, refunds and sales agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const orders: Order[] = [await anOrder({ does: "order", quantity: 2, paid: "outside" })];
      for (const one of steps) {
        await take(orders, one);
        await agree(orders);
      }
      expect(await faultsOf(shop)).toEqual([]);
    }),
    { numRuns: 6 },
  );
}, 300_000);
