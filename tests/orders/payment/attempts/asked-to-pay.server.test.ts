import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { returnFromProvider } from "#shop/orders/payment/attempts/return-from-provider.server.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { expireUnpaid } from "#shop/orders/payment/upi/expire-unpaid.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { lineOf } from "#shop/verify/fault.ts";
import { verifyShop } from "#shop/verify/verify-shop.server.ts";
import { ORIGIN, openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { aUtr, settled, someMoney } from "#tests/support/shop/payments.ts";

let here: PayingShop;
beforeAll(async () => {
  here = await openPayingShop("razorpay", 400);
});
afterEach(async () => {
  await here.fake.turn({ ...usualKnobs, fates: {} });
  await here.setNow();
});
afterAll(() => here.close());

const later = (hours: number) => here.setNow(new Date(Date.now() + hours * HOUR_MS));

/** A `Request First` order whose buyer was asked to pay, and what the buyer does. */
async function anAskedOrder() {
  const order = await aPendingOrder(here.shop, {});
  const buyer = aGuest({ accessKey: order.accessKey });
  const { requestCode } = order;
  expect(await askForPayment(here.services, here.admin, requestCode)).toMatchObject({ ok: true });
  const begin = (form = {}) => payAgain(here.services, buyer, requestCode, ORIGIN, form);
  const shown = async () => {
    const seen = await findOrder(here.services, buyer, requestCode);
    return seen && readPaying(here.services, seen);
  };
  return { ...order, buyer, begin, shown };
}

async function anOpenPage() {
  const order = await anAskedOrder();
  expect(await order.begin({ paymentMethod: "razorpay" })).toMatchObject({ ok: true });
  await here.follow(order);
  const [attempt] = await here.attemptsOf(order);
  return { ...order, pageId: attempt?.providerId ?? "" };
}

const pageOf = async (pageId: string) => (await here.fake.state()).pages.find(({ id }) => id === pageId);

test("[S10.17] a buyer who was asked to pay chooses the provider, pays there, and gets the IDs", async () => {
  const order = await anAskedOrder();
  expect(await order.shown(), "nothing is opened before the buyer chooses").toBeNull();
  expect(await order.begin()).toMatchObject({ ok: true });
  expect(await order.shown()).toMatchObject({ state: "opening", provider: "razorpay" });
  await here.follow(order);
  const shown = await order.shown();
  expect(shown).toMatchObject({ state: "open", payUrl: expect.stringContaining("http"), payBy: expect.any(Date) });
  const hours = ((shown?.payBy?.getTime() ?? 0) - Date.now()) / HOUR_MS;
  expect(hours, "the time to pay is still the owner's").toBeGreaterThan(47);

  const [attempt] = await here.attemptsOf(order);
  const page = await pageOf(attempt?.providerId ?? "");
  expect(page?.paise).toBe(shown?.payablePaise);
  await here.fake.pay(page?.id ?? "");
  const query = new URLSearchParams({ razorpay_payment_link_id: page?.id ?? "" });
  await returnFromProvider(here.services, order.requestCode, query);
  expect(await here.statusOf(order), "a return that is not signed proves nothing").toBe("pending");
  await here.follow(order);
  const admins = await here.services.db.$client.query("select status, approved_by from orders where id = $1", [order.id]);
  expect(admins.rows).toEqual([{ status: "approved", approved_by: "payment:razorpay" }]);
  expect(await order.shown()).toBeNull();
});

test.each(["money by UPI", "a match", "an approval"])(
  "[S10.7] [S10.17] %s closes the page on which the buyer could pay once more",
  async (how) => {
    const order = await anOpenPage();
    const [attempt] = await here.attemptsOf(order);
    const { requestCode } = order;
    const paise = (await order.shown())?.payablePaise ?? 0;
    const query = (text: string) => here.services.db.$client.query(text, [`payment:${attempt?.id}`]);
    await query("select graphile_worker.remove_job($1)");
    if (how === "money by UPI") await recordPayment(here.services, here.admin, { requestCode, utr: aUtr(), amount: paise });
    if (how === "a match") {
      const { paymentId } = await settled(here.services, someMoney(null, { paise }));
      await matchPayment(here.services, here.admin, paymentId ?? "", { requestCode });
    }
    if (how === "an approval") {
      const form = { ids: await reservedValuesOf(here.services, requestCode), faulty: [], downloadLink: null, confirmed: true };
      await approveOrder(here.services, here.admin, requestCode, form);
    }
    expect(await here.statusOf(order)).toBe("approved");
    const { rows } = await query("select 1 from graphile_worker.jobs where key = $1 and run_at <= now()");
    expect(rows).toHaveLength(1);
    await here.follow(order);
    expect(await pageOf(order.pageId)).toMatchObject({ state: "cancelled" });
  },
);

test("[S10.17] nobody begins to pay an order that was not asked for, at a method that is off, after a UTR, or too late", async () => {
  const plain = await aPendingOrder(here.shop, {});
  const guest = aGuest({ accessKey: plain.accessKey });
  expect(await payAgain(here.services, guest, plain.requestCode, ORIGIN)).toMatchObject({ code: "noPaymentNeeded" });

  const order = await anAskedOrder();
  expect(await payAgain(here.services, aGuest(), order.requestCode, ORIGIN)).toMatchObject({ code: "orderNotForYou" });
  expect(await order.begin({ paymentMethod: "stripe" })).toMatchObject({ code: "paymentMethodOff" });
  expect(await sendUtr(here.services, order.buyer, order.requestCode, { utr: "632912345671" }, null)).toMatchObject({ ok: true });
  expect(await order.begin()).toMatchObject({ code: "noPaymentNeeded" });
  const late = await anAskedOrder();
  await later(49);
  expect(await late.begin()).toMatchObject({ code: "timeToPayOver" });
  for (const { id } of [plain, order, late]) expect(await here.attemptsOf({ id })).toEqual([]);
});

test("[S10.7] [S10.17] when the time to pay is over, the open page is closed before the IDs go back; money on it delivers", async () => {
  const [unpaid, paid] = [await anOpenPage(), await anOpenPage()];
  await later(49);
  await expireUnpaid(here.services);
  expect(await here.statusOf(unpaid), "the page has to be closed first").toBe("pending");
  await here.fake.pay(paid.pageId);
  await endHolds(here.services);
  expect(await here.statusOf(unpaid)).toBe("cancelled");
  expect((await pageOf(unpaid.pageId))?.state).toMatch(/cancelled|expired/);
  expect(await here.statusOf(paid)).toBe("approved");
});

test("[S10.7] [S10.17] while the provider does not answer, the hold is prolonged, until 60 minutes after the buyer began to pay", async () => {
  const order = await anAskedOrder();
  await later(47.9);
  expect(await order.begin()).toMatchObject({ ok: true });
  await here.follow(order);
  await later(48.1);
  await here.fake.turn({ fate: "silent" });
  await endHolds(here.services);
  expect(await here.statusOf(order)).toBe("pending");
  await later(49.1);
  await endHolds(here.services);
  expect(await here.statusOf(order)).toBe("cancelled");
});

test("the books agree with everything that happened here", async () => {
  const faults: string[] = [];
  for await (const fault of verifyShop(here.services)) faults.push(lineOf(fault));
  expect(faults).toEqual([]);
});
