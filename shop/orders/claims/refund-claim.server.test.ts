import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { downloadAccounts } from "#shop/export/accounts-file.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { behindTheRules, booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds, claimIdsOf, claimStatesOf } from "#tests/support/shop/claims.ts";
import { deliveredValuesOf } from "#tests/support/shop/order-ids.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { markPaid } from "../decisions/mark-paid/mark-paid.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { findPayment } from "../payment/list-payments.server.ts";
import { refundOrder, refundPayment } from "../payment/refunds/refund-payment.server.ts";
import { takeRefund } from "../payment/refunds/take-refund.server.ts";
import { eraseOld } from "../retention/erase-old-orders.server.ts";
import { readSales } from "../sales/read-sales.server.ts";
import { refuseClaim, swapClaim, withdrawClaim } from "./decide-claim.server.ts";
import { followMissedRefunds } from "./follow-refund.server.ts";
import { listClaims } from "./list-claims.server.ts";
import { refundClaim } from "./refund-claim.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const PRICE = 49_900;
const byHand = { how: "by hand", reference: "NEFT 1", amount: null } as const;
const byProvider = { how: "provider", reference: null, amount: null } as const;
const whole = { how: "by hand", reference: "NEFT 2", reason: null, amount: null, left: null } as const;
const some = (n: number) => Array.from({ length: n }, () => `refunded-${randomUUID()}`);
const refund = (claim: string, form: Parameters<typeof refundClaim>[3] = byHand, visitor: Admin = admin) =>
  refundClaim(shop.services, visitor, claim, form);
const rows = async (text: string, values: unknown[]) => (await shop.services.db.$client.query(text, values)).rows;
const paymentsOf = (order: { id: string }) =>
  rows("select id, source, reference, paise::integer, state from payments where order_id = $1", [order.id]);
const refundsOf = (order: { id: string }) =>
  rows(
    "select r.id, r.paise::integer, r.how, r.state, r.idempotency_key as key, r.payment_id as payment from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 order by r.created_at",
    [order.id],
  );

/** An approved order of two IDs, one of which is claimed, paid by a provider, outside the shop, or not at all. */
async function aClaimed(paid: "razorpay" | "outside" | "not", { free = some(1) }: { free?: string[] } = {}) {
  const [one = "", two = ""] = some(2);
  const order = await aDeliveredOrder(shop, admin, [one, two], { free });
  if (paid === "outside") expect(await markPaid(shop.services, admin, order.requestCode, { state: "paid" })).toMatchObject({ ok: true });
  if (paid === "razorpay")
    await settled(shop.services, someMoney(order.id, { source: "razorpay", reference: `pay_${randomUUID()}`, paise: 2 * PRICE }));
  const claimed = await claimIds(shop, order, [one]);
  if (!claimed.ok) throw new Error(claimed.code);
  const [claim = ""] = await claimIdsOf(shop, order);
  return { ...order, one, two, claim };
}

/** Says how a refund of an order, the last if none is named, stands at its provider. */
async function stands(order: { id: string }, progress: "done" | "failed" | "sent", nth = -1): Promise<void> {
  const its = (await refundsOf(order)).at(nth);
  const listed = { refundId: `rfnd_${its.id}`, key: its.key, paise: its.paise, currency: "INR", at: shop.services.now() };
  await takeRefund(shop.services, its.payment, { ...listed, progress });
}

/** What an owner sees of the refunds of an order's payment, and how many emails asked to look at it. */
async function shownTo(owner: Admin, order: { id: string }) {
  const [payment] = await paymentsOf(order);
  const shown = await findPayment(shop.services, owner, payment.id);
  const emails = await rows("select from emails where order_id = $1 and kind = 'payment-review'", [order.id]);
  return { refunds: shown?.refunds, emails: emails.length };
}

test("[S15.6] an order paid outside the shop gets a payment with its first refund, and credit note, accountant's file and sales follow", async () => {
  const order = await aClaimed("outside");
  const before = await salesNow();
  expect(await refund(order.claim)).toEqual({ ok: true, value: null });
  expect(await paymentsOf(order)).toMatchObject([{ source: "by_hand", reference: order.requestCode, paise: 2 * PRICE, state: "matched" }]);
  expect(await refundsOf(order)).toMatchObject([{ paise: PRICE, how: "by hand", state: "done" }]);
  expect(await claimStatesOf(shop, order)).toEqual(["refunded"]);
  expect(await deliveredValuesOf(shop.services, order.requestCode)).toEqual([order.one, order.two]);
  expect(await booksOf(shop, order.product.id)).toMatchObject({ counter: 1, delivered: 2, withdrawn: 0 });
  const after = await salesNow();
  expect([after.refundPaise - before.refundPaise, after.deadIds - before.deadIds]).toEqual([PRICE, 1]);
  const file = await downloadAccounts(shop.services, admin, { from: "2020-01-01", to: "2100-01-01" });
  if (!file.ok) throw new Error(file.code);
  let text = "";
  for await (const piece of file.value.pieces) text += piece;
  const [sale = "", back = ""] = text.split("\n").filter((line) => line.includes(order.requestCode));
  expect(sale).toContain(",998,");
  expect(back).toMatch(/,Refund,CN\/.*,-499,.*,by_hand,NEFT 1,/);
  expect(await rows("select action, facts from audit_entries where subject_id = $1 and action like 'claim%'", [order.id])).toEqual([
    { action: "claim-refunded", facts: { position: 1 } },
  ]);
  const emails = await rows("select kind from emails where order_id = $1 and kind like 'order-%' order by created_at", [order.id]);
  expect(emails.map(({ kind }) => kind)).not.toContain("order-message");
  expect(await faultsOf(shop)).toEqual([]);
});

const salesNow = async () => {
  const rows = await readSales(shop.services, admin, { days: { from: "2020-01-01", to: "2100-01-01" }, by: "product", timeZone: "UTC" });
  return rows.reduce(
    (sum, row) => ({ refundPaise: sum.refundPaise + row.refundPaise, deadIds: sum.deadIds + row.deadIds, ids: sum.ids + row.ids }),
    { refundPaise: 0, deadIds: 0, ids: 0 },
  );
};

test("[S15.6] an order that nobody paid for, one of which all went back, and one of another currency are refused, and nothing is written", async () => {
  const unpaid = await aClaimed("not");
  expect(await refund(unpaid.claim)).toMatchObject({ kind: "conflict", code: "orderNotPaid" });
  expect(await refundOrder(shop.services, admin, unpaid.requestCode, whole)).toMatchObject({ code: "orderNotPaid" });
  expect(await paymentsOf(unpaid)).toEqual([]);

  const paid = await aClaimed("razorpay");
  const [payment] = await paymentsOf(paid);
  expect(await refundPayment(shop.services, admin, payment.id, whole)).toMatchObject({ ok: true });
  expect(await refund(paid.claim)).toMatchObject({ kind: "conflict", code: "nothingLeftToRefund" });

  const foreign = await aClaimed("not");
  await rows(
    `insert into payments (id, source, reference, paise, currency, paid_at, received_at, order_id, state, decided_by, decided_at)
      values ($1, 'razorpay', $1, 900, 'USD', now(), now(), $2, 'matched', 'x', now())`,
    [`pay-${randomUUID()}`, foreign.id],
  );
  await rows("update orders set paid_at = now() where id = $1", [foreign.id]);
  expect(await refund(foreign.claim)).toMatchObject({ code: "paidInOtherCurrency" });
  expect([await claimStatesOf(shop, unpaid), await claimStatesOf(shop, paid), await claimStatesOf(shop, foreign)]).toEqual([
    ["open"],
    ["open"],
    ["open"],
  ]);
  expect(await refund("REQ-NONE-C1")).toMatchObject({ kind: "missing", code: "claimNotFound" });
});

test("[S15.6] a share is at most what is left of the payment, and an amount that was shown otherwise goes not back", async () => {
  const order = await aClaimed("razorpay");
  const [payment] = await paymentsOf(order);
  expect(await refundPayment(shop.services, admin, payment.id, { ...whole, amount: 2 * PRICE - 100 })).toMatchObject({ ok: true });
  const listed = async () =>
    (await listClaims(shop.services, admin, { list: "open", after: null })).rows.find(({ id }) => id === order.claim);
  expect((await listed())?.share).toEqual({ paise: 100, source: "razorpay" });
  expect(await refund(order.claim, { ...byHand, amount: PRICE })).toMatchObject({ code: "refundedMeanwhile" });
  expect(await refund(order.claim, { ...byHand, amount: 100 })).toMatchObject({ ok: true });
  expect((await refundsOf(order)).map(({ paise }) => paise)).toEqual([2 * PRICE - 100, 100]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.6] by the provider a claim is being refunded until it is done, its ID is not swapped, and it is open again if that fails, also after all", async () => {
  const order = await aClaimed("razorpay");
  expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  expect(await claimStatesOf(shop, order)).toEqual(["refunding"]);
  expect(await swapClaim(shop.services, admin, order.claim, { id: null })).toMatchObject({ code: "claimDecided" });
  expect(await replaceId(shop.services, admin, order.requestCode, { faulty: order.one, id: null })).toMatchObject({
    code: "idShareRefunded",
  });
  const again = await claimIds(shop, order, [order.one]);
  expect(again).toMatchObject({ code: "idShareRefunded" });
  await stands(order, "sent");
  expect(await claimStatesOf(shop, order)).toEqual(["refunding"]);
  await stands(order, "failed");
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  const listed = (await listClaims(shop.services, admin, { list: "open", after: null })).rows.find(({ id }) => id === order.claim);
  expect(listed).toMatchObject({ share: { paise: PRICE }, refund: { paise: PRICE, state: "failed", problem: { code: "refundNotTaken" } } });
  await stands(order, "done");
  expect(await claimStatesOf(shop, order)).toEqual(["refunded"]);
  expect(await shownTo(admin, order), "nothing else was given").toMatchObject({ refunds: [{ state: "done", problem: null }] });
  await stands(order, "failed");
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  await stands(order, "done");
  expect(await claimStatesOf(shop, order)).toEqual(["refunded"]);
  const seen = await findOrder(shop.services, order.buyer, order.requestCode);
  expect(seen).toMatchObject({
    deliveredIds: [{ value: order.one, claim: { number: 1, state: "refunded", isOfThisId: true } }, { claim: null }],
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] [S15.6] a refund that failed and is done after all, once its claim got something else, is told to the owner once", async () => {
  const other = {
    "a refund by hand": (claim: string) => refund(claim),
    "another ID": (claim: string) => swapClaim(shop.services, admin, claim, { id: null }),
    "a refusal": (claim: string) => refuseClaim(shop.services, admin, claim, { reason: "It works." }),
  };
  for (const [name, give] of Object.entries(other)) {
    const order = await aClaimed("razorpay");
    expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
    await stands(order, "failed");
    expect(await give(order.claim), name).toMatchObject({ ok: true });
    for (let times = 0; times < 2; times += 1) await stands(order, "done", 0);
    const { refunds: [first, ...more] = [], emails } = await shownTo(admin, order);
    expect(first, name).toMatchObject({ state: "done", problem: { code: "refundedTwice" } });
    expect(more.map(({ problem }) => problem)).toEqual(more.map(() => null));
    expect(emails, "one of the failure, one of this").toBe(2);
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] [S15.6] with a refund that failed and is done after all, those that are due fail in the same transaction: an admin looks first", async () => {
  const again = {
    "of the claim": (claim: string) => refund(claim, byProvider),
    "of what is left of the payment": (_claim: string, payment: string) =>
      refundPayment(shop.services, admin, payment, { ...whole, how: "provider" }),
  };
  for (const [name, give] of Object.entries(again)) {
    const order = await aClaimed("razorpay");
    const [payment] = await paymentsOf(order);
    expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
    await stands(order, "failed");
    expect(await give(order.claim, payment.id), name).toMatchObject({ ok: true });
    for (let times = 0; times < 2; times += 1) await stands(order, "done", 0);
    const seen = [
      { state: "done", problem: null },
      { state: "failed", problem: { code: "refundsFound" } },
    ];
    expect(await shownTo(admin, order), name).toMatchObject({ refunds: seen, emails: 2 });
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] [S15.6] one that was sent and one that failed before it are both done: the owner is told", async () => {
  const order = await aClaimed("razorpay");
  expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  await stands(order, "failed");
  expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  await stands(order, "sent");
  for (let times = 0; times < 2; times += 1) await stands(order, "done", 0);
  expect(await shownTo(admin, order)).toMatchObject({
    refunds: [
      { state: "done", problem: { code: "refundedTwice" } },
      { state: "sent", problem: null },
    ],
    emails: 2,
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] [S15.6] a refund that failed and is done after all, when too little is left of its payment, stays failed and is told once", async () => {
  const order = await aClaimed("razorpay");
  const [payment] = await paymentsOf(order);
  expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  await stands(order, "failed");
  expect(await refundPayment(shop.services, admin, payment.id, whole)).toMatchObject({ ok: true });
  for (let times = 0; times < 2; times += 1) await stands(order, "done", 0);
  const failed = { state: "failed", problem: { code: "refundedTwice" }, providerId: expect.any(String) };
  expect(await shownTo(admin, order)).toMatchObject({ refunds: [failed, { state: "done", problem: null }], emails: 2 });
  expect(await claimStatesOf(shop, order)).toEqual(["open"]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.6] money that came outside the shop goes not back by a provider, and who does not handle money refunds nothing", async () => {
  const order = await aClaimed("outside");
  expect(await refund(order.claim, byProvider)).toMatchObject({ code: "providerRefundsOff", field: "how" });
  expect(await refund(order.claim, byHand, await aHelper(shop, ["decide-orders", "answer-buyers"]))).toMatchObject({
    code: "rightMissing",
  });
  expect(await refundOrder(shop.services, await aHelper(shop, ["decide-orders"]), order.requestCode, whole)).toMatchObject({
    code: "rightMissing",
  });
  expect([await paymentsOf(order), await claimStatesOf(shop, order)]).toEqual([[], ["open"]]);
  expect(await refund(order.claim, byHand, await aHelper(shop, ["handle-money"]))).toMatchObject({ ok: true });
});

test("[S15.6] a UTR that is recorded for an order with a refund by hand is to review: nobody owes it", async () => {
  const order = await aClaimed("outside");
  expect(await refund(order.claim)).toMatchObject({ ok: true });
  expect(await settled(shop.services, someMoney(order.id, { paise: 2 * PRICE }))).toMatchObject({ outcome: "review" });
  expect(await rows("select state, problem from payments where order_id = $1 and source = 'upi'", [order.id])).toEqual([
    { state: "review", problem: "duplicate" },
  ]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.6] a claim whose refund an earlier release finished beside this one is brought in line", async () => {
  const [done, failed] = [await aClaimed("razorpay"), await aClaimed("razorpay")];
  for (const order of [done, failed]) expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  const [[its], [other]] = [await refundsOf(done), await refundsOf(failed)];
  await rows("update refunds set state = 'done', done_at = now(), next_attempt_at = null where id = $1", [its.id]);
  await rows("update refunds set state = 'failed', next_attempt_at = null where id = $1", [other.id]);
  expect(await followMissedRefunds(shop.services)).toBe(2);
  expect([await claimStatesOf(shop, done), await claimStatesOf(shop, failed)]).toEqual([["refunded"], ["open"]]);
  expect(await followMissedRefunds(shop.services)).toBe(0);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S14.10] [S15.6] programs hear of a claim whose refund is done, and of one that is open again", async () => {
  await rows(
    "insert into subscriptions (id, kind, address, secret, events, is_on, created_at) values ('of claims', 'webhook', 'https://192.0.2.1/', $1, $2, true, now())",
    [Buffer.from("secret"), ["claim.opened", "claim.decided"]],
  );
  const order = await aClaimed("razorpay");
  expect(await refund(order.claim, byProvider)).toMatchObject({ ok: true });
  for (const progress of ["done", "failed"] as const) await stands(order, progress);
  const told = await rows(
    "select event, facts->>'state' as state from deliveries where facts->>'requestCode' = $1 order by created_at, id",
    [order.requestCode],
  );
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      { event: "claim.decided", state: "refunding" },
      { event: "claim.decided", state: "refunded" },
      { event: "claim.opened", state: "open" },
    ]),
  );
  await rows("delete from deliveries", []);
  await rows("delete from subscriptions", []);
});

test("[S15.6] an order paid outside the shop is refunded on its page, its payment once, and it is not unpaid any more", async () => {
  const order = await aClaimed("outside");
  const back = (amount: number, left: number | null = null) =>
    refundOrder(shop.services, admin, order.requestCode, { ...whole, amount, left });
  expect(await back(2 * PRICE + 1)).toMatchObject({ code: "refundTooMuch" });
  expect(await paymentsOf(order)).toEqual([]);
  expect(await back(PRICE, 2 * PRICE)).toMatchObject({ ok: true });
  expect(await back(PRICE, 2 * PRICE)).toMatchObject({ code: "refundedMeanwhile" });
  expect(await markPaid(shop.services, admin, order.requestCode, { state: "unpaid" })).toMatchObject({ code: "orderPaidByMoney" });
  expect(await back(PRICE)).toMatchObject({ ok: true });
  expect(await paymentsOf(order)).toMatchObject([{ source: "by_hand", state: "refunded" }]);
  expect(await back(1)).toMatchObject({ code: "paymentDecided" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.7] swap, refund, refusal, taking back and a second person at once: exactly one wins, and the books balance", async () => {
  for (const paid of ["outside", "razorpay", "outside", "razorpay", "outside", "razorpay"] as const) {
    const order = await aClaimed(paid);
    const other = await anAdmin(shop);
    const answers = await Promise.all([
      refund(order.claim),
      refund(order.claim, paid === "razorpay" ? byProvider : byHand, other),
      swapClaim(shop.services, admin, order.claim, { id: null }),
      refuseClaim(shop.services, other, order.claim, { reason: "It works." }),
      withdrawClaim(shop.services, order.buyer, order.requestCode, 1),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(Array(4).fill("claimDecided"));
    const [state = ""] = await claimStatesOf(shop, order);
    const isRefunded = state === "refunded" || state === "refunding";
    expect((await refundsOf(order)).map(({ paise }) => paise)).toEqual(isRefunded ? [PRICE] : []);
    expect(await booksOf(shop, order.product.id)).toMatchObject({ delivered: 2, withdrawn: state === "swapped" ? 1 : 0 });
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.7] two shares and the whole refund of one order at once: never more goes back than came", async () => {
  for (const paid of ["outside", "razorpay"] as const) {
    const order = await aClaimed(paid);
    await claimIds(shop, order, [order.two]);
    const [first = "", second = ""] = await claimIdsOf(shop, order);
    await Promise.all([
      refund(first),
      refund(second),
      refundOrder(shop.services, admin, order.requestCode, { ...whole, amount: PRICE + 1 }),
    ]);
    const back = (await refundsOf(order)).reduce((sum, { paise }) => sum + paise, 0);
    expect(back).toBeLessThanOrEqual(2 * PRICE);
    expect(await paymentsOf(order)).toHaveLength(1);
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.7] [S15.13] a refund that fails after its ID was erased takes the claim back, and erasing at the same time leaves one result", async () => {
  const [sent, raced] = [await aClaimed("razorpay"), await aClaimed("outside")];
  expect(await refund(sent.claim, byProvider)).toMatchObject({ ok: true });
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 1");
  forgetSettings(shop.services);
  shop.setNow(new Date(Date.now() + 24 * 40 * HOUR_MS));
  const [, answer] = await Promise.all([eraseOld(shop.services), refund(raced.claim)]);
  await eraseOld(shop.services);
  await shop.services.db.$client.query("update shop_settings set erase_ids_days = 0");
  forgetSettings(shop.services);
  expect(await claimStatesOf(shop, raced)).toEqual([answer.ok ? "refunded" : "withdrawn"]);
  expect(await claimStatesOf(shop, sent)).toEqual(["refunding"]);
  await stands(sent, "failed");
  expect(await claimStatesOf(shop, sent)).toEqual(["withdrawn"]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S15.6] [S15.13] verify finds each fault of a claim's refund, and of a payment outside the shop", async () => {
  const [order, other] = [await aClaimed("outside"), await aClaimed("razorpay")];
  expect(await refund(order.claim)).toMatchObject({ ok: true });
  expect(await refund(other.claim)).toMatchObject({ ok: true });
  const [payment] = await paymentsOf(order);
  const [[its], [foreign]] = [await refundsOf(order), await refundsOf(other)];
  const claim = (text: string) => `update claims set ${text} where id = '${order.claim}'`;
  const outside = (text: string) => `update payments set ${text} where id = '${payment.id}'`;
  const refunded = (text: string) => `update refunds set ${text} where id = '${its.id}'`;
  const asWas = claim(
    `state = 'refunded', refund_id = '${its.id}', decided_at = '${shop.services.now().toISOString()}', again_number = null`,
  );
  const cases: [plant: string, undo: string, faults: string[]][] = [
    [claim("state = 'refunding'"), asWas, [`claim ${order.claim}: refunding, and its refund is done`]],
    [claim("state = 'open', decided_at = null, decided_by = null"), asWas, [`claim ${order.claim}: open, and its refund is done`]],
    [claim("refund_id = 'gone'"), asWas, [`claim ${order.claim}: its refund is not there`]],
    [
      `update claims set refund_id = null, state = 'withdrawn' where id = '${other.claim}'; ${claim(`refund_id = '${foreign.id}'`)}`,
      `${asWas}; update claims set refund_id = '${foreign.id}', state = 'refunded' where id = '${other.claim}'`,
      [`claim ${order.claim}: its refund is of another order`],
    ],
    [claim("again_number = 99"), asWas, [`claim ${order.claim}: its message is missing`]],
    [refunded("paise = paise + 1"), refunded("paise = paise - 1"), [`claim ${order.claim}: its refund is of more than the price of an ID`]],
    [
      outside("reference = 'other'"),
      outside(`reference = '${order.requestCode}'`),
      [`payment ${payment.id}: paid outside the shop, and its reference is not the code of its order`],
    ],
    [
      outside("paise = paise + 1"),
      outside("paise = paise - 1"),
      [`payment ${payment.id}: paid outside the shop, and its amount is not the price of its order`],
    ],
    [
      `update refunds set payment_id = '${foreign.payment}' where id = '${its.id}'`,
      `update refunds set payment_id = '${payment.id}' where id = '${its.id}'`,
      [`payment ${payment.id}: paid outside the shop, and nothing of it went back`, `claim ${order.claim}: its refund is of another order`],
    ],
  ];
  for (const [plant, undo, faults] of cases) {
    await behindTheRules(shop, plant);
    expect(await faultsOf(shop)).toEqual(expect.arrayContaining(faults));
    await behindTheRules(shop, undo);
    expect(await faultsOf(shop)).toEqual([]);
  }
});
