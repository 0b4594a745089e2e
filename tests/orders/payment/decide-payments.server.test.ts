import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { ignorePayment } from "#shop/orders/payment/ignore-payment.server.ts";
import { findPayment, listPayments } from "#shop/orders/payment/list-payments.server.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { RefundForm } from "#shop/orders/payment/money-forms.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { findReceipt } from "#shop/orders/receipts/find-receipt.server.ts";
import { parsed } from "#shop/parse.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { aUtr, paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const anOnlineOrder = async (changes: Parameters<typeof aPendingOrder>[1] = {}) => paidOnline(shop, await aPendingOrder(shop, changes));
const aPayment = async (orderId: string | null = null, changes = {}) =>
  (await settled(shop.services, someMoney(orderId, changes))).paymentId ?? "";
const stateOf = async (id: string) => (await findPayment(shop.services, anOwner, id))?.state;
const byHand = (changes: Partial<RefundForm> = {}): RefundForm => ({
  how: "by hand",
  reference: "NEFT 1",
  reason: null,
  amount: null,
  left: null,
  ...changes,
});
const recorded = async (id: string) => {
  const { rows } = await shop.services.db.$client.query("select action from audit_entries where subject_id = $1 order by id", [id]);
  return rows.map(({ action }) => action);
};

test("[S10.9] only admins list payments and decide about them", async () => {
  const id = await aPayment();
  const visitor = await aCustomer(shop);
  const said = await Promise.all([
    listPayments(shop.services, visitor),
    recordPayment(shop.services, visitor, { requestCode: "REQ-1", utr: aUtr(), amount: 1 }),
    matchPayment(shop.services, visitor, id, { requestCode: "REQ-1" }),
    refundPayment(shop.services, visitor, id, byHand()),
    ignorePayment(shop.services, visitor, id, { reason: "mine" }),
  ]);
  for (const one of said) expect(one).toMatchObject({ ok: false, code: "rightMissing" });
  expect(await stateOf(id)).toBe("review");
});

test("[S10.12] a payment that an admin saw is settled once, and its order delivered", async () => {
  const order = await anOnlineOrder();
  const form = { requestCode: order.requestCode, utr: aUtr(), amount: 49_900 };
  const done = await recordPayment(shop.services, admin, form);
  expect(done).toMatchObject({ ok: true, value: { outcome: "delivered" } });
  expect(await recorded(done.ok ? done.value.paymentId : "")).toEqual(["payment-recorded"]);
  expect(await recordPayment(shop.services, admin, form)).toMatchObject({ code: "paymentKnown", field: "utr" });
  expect(await recordPayment(shop.services, admin, { ...form, requestCode: "REQ-NOBODY" }), "every wrong field").toMatchObject({
    code: "orderNotFound",
    field: "requestCode",
    alsoWrong: [{ field: "utr", code: "paymentKnown" }],
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.9] a payment under review is matched to an order, whatever its amount, and delivers it", async () => {
  const order = await anOnlineOrder();
  const id = await aPayment(null, { paise: 49_000 });
  expect(await matchPayment(shop.services, admin, id, { requestCode: "REQ-NOBODY" })).toMatchObject({ code: "orderNotFound" });
  expect(await matchPayment(shop.services, admin, "nobody", { requestCode: order.requestCode })).toMatchObject({ code: "paymentNotFound" });
  const undecided = { code: "restUndecided", field: "rest", words: { missing: "₹9.00" } };
  expect(await matchPayment(shop.services, admin, id, { requestCode: order.requestCode })).toMatchObject(undecided);
  expect(await recorded(id)).toEqual([]);
  expect(await matchPayment(shop.services, admin, id, { requestCode: order.requestCode, rest: "owed" })).toMatchObject({ ok: true });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ status: "approved", approvedBy: "payment:upi" });
  expect(await findReceipt(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode)).toMatchObject({
    ok: true,
    value: { payablePaise: 49_900 },
  });
  expect(await recorded(id)).toEqual(["payment-matched"]);
  expect(await matchPayment(shop.services, admin, id, { requestCode: order.requestCode })).toMatchObject({ code: "paymentDecided" });
  const other = await aPayment();
  expect(await matchPayment(shop.services, admin, other, { requestCode: order.requestCode })).toMatchObject({ code: "orderPaidAlready" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.9] [S10.15] what a matched payment is short of is a discount if the owner says so: the invoice, its tax, credit notes and the accountant's file have it", async () => {
  const order = await anOnlineOrder();
  const id = await aPayment(null, { paise: 45_000 });
  const match = { requestCode: order.requestCode, rest: "discount" as const };
  expect(await matchPayment(shop.services, admin, id, match)).toMatchObject({ ok: true });
  const receipt = await findReceipt(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(receipt).toMatchObject({ ok: true, value: { totalPaise: 49_900, payablePaise: 45_000 } });
  expect(await matchPayment(shop.services, admin, id, match)).toMatchObject({ code: "paymentDecided" });
  const refund = { amount: null, left: null, how: "by hand" as const, reference: "back", reason: null };
  expect(await refundPayment(shop.services, admin, id, refund)).toMatchObject({ ok: true });
  const { rows } = await shop.services.db.$client.query(
    "select paise::int from credit_notes n join orders o on o.id = n.order_id where o.id = $1",
    [order.id],
  );
  expect(rows).toEqual([{ paise: 45_000 }]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.9] money in another currency and money for a delivered order ask nothing about a rest", async () => {
  const [abroad, delivered] = [await anOnlineOrder(), await anOnlineOrder()];
  const dollars = await aPayment(null, { paise: 600, currency: "USD" });
  expect(await matchPayment(shop.services, admin, dollars, { requestCode: abroad.requestCode })).toMatchObject({ ok: true });
  const ids = await reservedValuesOf(shop.services, delivered.requestCode);
  await approveOrder(shop.services, admin, delivered.requestCode, { ids, faulty: [], downloadLink: null, confirmed: false });
  const short = await aPayment(null, { paise: 100 });
  expect(await matchPayment(shop.services, admin, short, { requestCode: delivered.requestCode })).toMatchObject({ ok: true });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.8] a match reopens a cancelled order if its IDs are free, and never a rejected one", async () => {
  const product = await aProduct(shop, { ids: ["match-1"] });
  const cancelled = await anOnlineOrder({ productId: product.id });
  await cancelOrder(shop.services, aGuest({ accessKey: cancelled.accessKey }), cancelled.requestCode);
  const id = await aPayment();
  const inBetween = await aPendingOrder(shop, { productId: product.id });
  expect(await matchPayment(shop.services, admin, id, { requestCode: cancelled.requestCode })).toMatchObject({ code: "noFreeIdLeft" });
  await rejectOrder(shop.services, admin, inBetween.requestCode, { reason: "No" });
  expect(await matchPayment(shop.services, admin, id, { requestCode: inBetween.requestCode })).toMatchObject({ code: "orderNotPending" });
  expect(await matchPayment(shop.services, admin, id, { requestCode: cancelled.requestCode })).toMatchObject({ ok: true });
  expect(await findAdminOrder(shop.services, anOwner, cancelled.requestCode)).toMatchObject({ status: "approved" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] money goes back in parts, never more than came in, and the buyer is told", async () => {
  const order = await anOnlineOrder({ email: "asha@example.com" });
  const id = await aPayment(order.id);
  expect(await refundPayment(shop.services, admin, id, byHand({ how: "provider" }))).toMatchObject({ code: "providerRefundsOff" });
  expect(await refundPayment(shop.services, admin, id, byHand({ amount: 49_901 }))).toMatchObject({
    code: "refundTooMuch",
    field: "amount",
  });
  expect(await refundPayment(shop.services, admin, id, byHand({ amount: 10_000 }))).toMatchObject({ ok: true });
  expect(await findPayment(shop.services, anOwner, id)).toMatchObject({ state: "matched", refundedPaise: 10_000 });
  expect(await refundPayment(shop.services, admin, id, byHand())).toMatchObject({ ok: true });
  expect(await findPayment(shop.services, anOwner, id)).toMatchObject({ state: "refunded", refundedPaise: 49_900 });
  expect(await refundPayment(shop.services, admin, id, byHand())).toMatchObject({ code: "paymentDecided" });
  expect(await recorded(id)).toEqual(["payment-refunded", "payment-refunded"]);
  const shown = await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(shown).toMatchObject({ moneyBack: { duePaise: 0, sentPaise: 0, donePaise: 49_900 } });
  const { rows } = await shop.services.db.$client.query("select kind from emails where order_id = $1 and kind = 'order-refunded'", [
    order.id,
  ]);
  expect(rows).toHaveLength(2);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.8] [S10.10] once too little or too much went back, the order is delivered for the right amount, and only that counts twice", async () => {
  const order = await anOnlineOrder();
  for (const paise of [49_800, 50_000]) {
    const wrong = await aPayment(order.id, { paise });
    expect(await refundPayment(shop.services, admin, wrong, byHand())).toMatchObject({ ok: true });
  }
  expect(await settled(shop.services, someMoney(order.id))).toMatchObject({ outcome: "delivered" });
  expect(await settled(shop.services, someMoney(order.id))).toMatchObject({ outcome: "refund due" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] the money of an order that still waits goes back only after the order was rejected", async () => {
  const product = await aProduct(shop, { price: 5_000 });
  const order = await anOnlineOrder({ productId: product.id });
  const id = await aPayment(order.id, { paise: 500_000 });
  expect(await refundPayment(shop.services, admin, id, byHand())).toMatchObject({ code: "paymentOfPendingOrder" });
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "No" });
  expect(await stateOf(id)).toBe("refund due");
  expect(await refundPayment(shop.services, admin, id, byHand())).toMatchObject({ ok: true });
  expect(await stateOf(id)).toBe("refunded");
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.9] a payment is ignored with a reason, and may still be matched", async () => {
  const id = await aPayment();
  expect(await ignorePayment(shop.services, admin, id, { reason: "Rent" })).toMatchObject({ ok: true });
  expect(await findPayment(shop.services, anOwner, id)).toMatchObject({ state: "ignored", reason: "Rent" });
  expect(await ignorePayment(shop.services, admin, id, { reason: "Rent" })).toMatchObject({ code: "paymentDecided" });
  const order = await anOnlineOrder();
  expect(await matchPayment(shop.services, admin, id, { requestCode: order.requestCode })).toMatchObject({ ok: true });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.9] an order that money paid is not marked as unpaid", async () => {
  const order = await anOnlineOrder();
  await aPayment(order.id);
  expect(await markPaid(shop.services, admin, order.requestCode, { state: "unpaid" })).toMatchObject({ code: "orderPaidByMoney" });
});

test("[S10.10] a refund by hand needs its reference; without an amount it is all that is left", () => {
  expect(parsed(RefundForm, { amount: "", reference: "" })).toMatchObject({ ok: false, code: "refundReferenceNeeded" });
  for (const none of ["0", 0, -1, "x"])
    expect(parsed(RefundForm, { amount: none, reference: "x" }), String(none)).toMatchObject({ ok: false, code: "amountInvalid" });
  expect(parsed(RefundForm, { reference: "x" })).toMatchObject({ ok: true, value: { how: "by hand" } });
  expect(parsed(RefundForm, { amount: "₹1,499.50", reference: "x" })).toMatchObject({ value: { amount: 149_950 } });
});

test("[S10.9] payments are listed the newest first, page by page, by state, and found by reference or order", async () => {
  const order = await anOnlineOrder();
  const reference = aUtr();
  await aPayment(order.id, { reference });
  for (let n = 0; n < PAGE_SIZE + 1; n += 1) await aPayment();
  const page = async (asked: Parameters<typeof listPayments>[2]) => {
    const listed = await listPayments(shop.services, admin, asked);
    if (!listed.ok) throw new Error(listed.code);
    return listed.value;
  };
  const first = await page({ state: "open" });
  expect(first.rows).toHaveLength(PAGE_SIZE);
  const second = await page({ state: "open", after: first.next });
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const times = first.rows.map(({ receivedAt }) => receivedAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const spaced = `\u200b${reference.slice(0, 4)} ${reference.slice(4, 8)}\u2011${reference.slice(8)}`;
  for (const search of [reference, spaced, order.requestCode, order.requestCode.toLowerCase()])
    expect((await page({ search })).rows, search).toMatchObject([{ reference, requestCode: order.requestCode, payer: "asha@okbank" }]);
  expect((await page({ state: "matched", search: reference })).rows).toHaveLength(1);
  expect((await page({ state: "ignored", search: reference })).rows).toEqual([]);
});
