import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { findPayment } from "../payment/list-payments.server.ts";
import type { ListedPayment } from "../payment/listed-payment.ts";
import { matchPayment } from "../payment/match-payment.server.ts";
import type { RefundForm } from "../payment/money-forms.ts";
import { paymentsOfOrder } from "../payment/payments-of-order.server.ts";
import { refundPayment } from "../payment/refunds/refund-payment.server.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { findCreditNote } from "./find-credit-note.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const asOwner = (text: string) => withClient(shop.databaseUrl, (client) => client.query(text));
const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
const notes = async (orderId: string) =>
  query("select code, paise::float8 as paise from credit_notes where order_id = $1 order by year, number", [orderId]);
const codes = async (year: number) =>
  (await query("select code from credit_notes where year = $1 order by number", [year])).map(({ code }) => code);

/** An order of ₹499 that money delivered. */
async function aPaidOrder(options: Parameters<typeof aPendingOrder>[1] = {}) {
  const order = await paidOnline(shop, await aPendingOrder(shop, options));
  const { paymentId } = await settled(shop.services, someMoney(order.id));
  return { ...order, paymentId: paymentId ?? "" };
}

function refund({ paymentId }: { paymentId: string }, amount: number | null, changes: Partial<RefundForm> = {}) {
  return refundPayment(shop.services, admin, paymentId, {
    how: "by hand",
    reference: "NEFT",
    reason: null,
    left: null,
    amount,
    ...changes,
  });
}

test("[S10.15] each refund of an approved order has a credit note, numbered from 1 in each financial year without gaps", async () => {
  shop.setNow(new Date("2026-03-31T18:29:59Z"));
  const order = await aPaidOrder();
  await refund(order, 10_000);
  shop.setNow(new Date("2026-03-31T18:30:00Z"));
  await refund(order, 20_000);
  await refund(order, null);
  expect(await notes(order.id)).toEqual([
    { code: "CN/2025-26/00001", paise: 10_000 },
    { code: "CN/2026-27/00001", paise: 20_000 },
    { code: "CN/2026-27/00002", paise: 19_900 },
  ]);
  const seen = await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(seen).toMatchObject({ creditNotes: ["CN/2025-26/00001", "CN/2026-27/00001", "CN/2026-27/00002"] });
  const listed = [
    { number: "CN/2025-26/00001", place: 1 },
    { number: "CN/2026-27/00001", place: 2 },
    { number: "CN/2026-27/00002", place: 3 },
  ];
  // Both refunds of the same moment may come first.
  const notesOf = (payment: Pick<ListedPayment, "refunds"> | null | undefined) =>
    payment?.refunds.map(({ creditNote }) => creditNote).sort((one, other) => (one?.place ?? 0) - (other?.place ?? 0));
  expect(notesOf(await findPayment(shop.services, anOwner, order.paymentId))).toEqual(listed);
  const [payment] = await paymentsOfOrder(shop.services, { ...order, status: "approved" });
  expect(notesOf(payment)).toEqual(listed);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.15] refunds at once get numbers that follow each other, and one that fails leaves none", async () => {
  shop.setNow(new Date("2029-11-26T10:00:00Z"));
  const all = await Promise.all(Array.from({ length: 8 }, () => aPaidOrder()));
  const broken = all.slice(0, 4).map(({ paymentId }) =>
    inTransaction(shop.services.db, async (tx) => {
      const at = shop.services.now().toISOString();
      // The payment is not marked as refunded, which is refused at commit,
      // where the number is given as well.
      await tx.execute(`insert into refunds (id, payment_id, paise, how, idempotency_key, reference, state, created_at, done_at)
        values ('broken ${paymentId}', '${paymentId}', 49900, 'by hand', 'broken ${paymentId}', 'x', 'done', '${at}', '${at}')`);
    }).then(
      () => "done",
      () => "failed",
    ),
  );
  const done = await Promise.all(all.slice(4).map((order) => refund(order, null)));
  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(await Promise.all(broken)).toEqual(Array(4).fill("failed"));
  expect(await codes(2029)).toEqual([1, 2, 3, 4].map((n) => `CN/2029-30/0000${n}`));
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.15] money that was no sale has no credit note: a second payment, what was paid too much, and an order without a receipt", async () => {
  const order = await aPaidOrder();
  const { paymentId: second } = await settled(shop.services, someMoney(order.id));
  await refund({ paymentId: second ?? "" }, null);
  expect(await notes(order.id)).toEqual([]);

  const over = await paidOnline(shop, await aPendingOrder(shop));
  const { paymentId } = await settled(shop.services, someMoney(over.id, { paise: 60_000 }));
  await matchPayment(shop.services, admin, paymentId ?? "", { requestCode: over.requestCode });
  await refund({ paymentId: paymentId ?? "" }, 10_000);
  expect(await notes(over.id)).toEqual([]);
  await refund({ paymentId: paymentId ?? "" }, 200);
  expect(await notes(over.id)).toMatchObject([{ paise: 100 }]);
  await refund({ paymentId: paymentId ?? "" }, null);
  expect((await notes(over.id)).map(({ paise }) => paise)).toEqual([100, 49_800]);

  const { paymentId: unknown } = await settled(shop.services, someMoney(null));
  await refund({ paymentId: unknown ?? "" }, null);
  expect(await query("select 1 from credit_notes n join refunds r on r.id = n.refund_id where r.payment_id = $1", [unknown])).toEqual([]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.15] [S2.15] a credit note has the seller and tax of its receipt, and whoever may read the IDs may read it", async () => {
  await asOwner(
    "update shop_settings set seller_name = 'Asha Rao', seller_address = '1 MG Road', gstin = '27AAPFU0939F1ZV', hsn_code = '998439'",
  );
  const customer = await aCustomer(shop);
  const order = await aPaidOrder({ visitor: customer });
  await asOwner("update shop_settings set seller_name = '', seller_address = '', gstin = null, hsn_code = ''");
  expect(await findCreditNote(shop.services, customer, order.requestCode, "1")).toMatchObject({
    code: "creditNoteNotFound",
    kind: "missing",
  });
  await refund(order, 11_800);
  for (const reader of [customer, admin]) {
    expect(await findCreditNote(shop.services, reader, order.requestCode, "1")).toMatchObject({
      ok: true,
      value: { paise: 11_800, sellerName: "Asha Rao", gstin: "27AAPFU0939F1ZV", hsnCode: "998439", gstRate: 1_800, isVoid: false },
    });
  }
  for (const place of ["0", "2", "-1", "1.5", "x", "99999999"])
    expect(await findCreditNote(shop.services, admin, order.requestCode, place), place).toMatchObject({ code: "creditNoteNotFound" });
  for (const stranger of [aGuest(), await aCustomer(shop)])
    expect(await findCreditNote(shop.services, stranger, order.requestCode, "1")).toMatchObject({ code: "orderNotFound" });
});

test("[S10.15] a note of a refund that the bank sent back is void, and the next refund has one of its own", async () => {
  const order = await aPaidOrder();
  await refund(order, 10_000);
  await asOwner(`update refunds set state = 'failed', done_at = null, how = 'provider' where payment_id = '${order.paymentId}'`);
  expect(await findCreditNote(shop.services, admin, order.requestCode, "1")).toMatchObject({ ok: true, value: { isVoid: true } });
  await refund(order, null);
  expect((await notes(order.id)).map(({ paise }) => paise)).toEqual([10_000, 49_900]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.15] a refund has its note also if the clock was set back before it, or another server's clock is behind", async () => {
  const order = await aPaidOrder();
  shop.setNow(new Date("2031-11-26T10:00:05Z"));
  await refund(order, 4_000);
  shop.setNow(new Date("2031-11-26T10:00:03Z"));
  await refund(order, 3_000);
  expect((await notes(order.id)).map(({ paise }) => paise)).toEqual([4_000, 3_000]);
});

test("[S10.15] if a refund of more than was due fails and is done after all, the refund between has what was missing", async () => {
  const over = await paidOnline(shop, await aPendingOrder(shop));
  const { paymentId } = await settled(shop.services, someMoney(over.id, { paise: 54_900 }));
  await matchPayment(shop.services, admin, paymentId ?? "", { requestCode: over.requestCode });
  await refund({ paymentId: paymentId ?? "" }, 8_000);
  await asOwner(`update refunds set state = 'failed', done_at = null, how = 'provider' where payment_id = '${paymentId}'`);
  await refund({ paymentId: paymentId ?? "" }, 5_000);
  expect((await notes(over.id)).map(({ paise }) => paise)).toEqual([3_000]);
  await asOwner(`update refunds set state = 'done', done_at = now() where payment_id = '${paymentId}' and state = 'failed'`);
  expect((await notes(over.id)).map(({ paise }) => paise)).toEqual([3_000, 5_000]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.15] verify notices a credit note that is not there any more", async () => {
  const order = await aPaidOrder();
  await refund(order, null);
  await asOwner(`delete from credit_notes where order_id = '${order.id}'`);
  expect(await faultsOf(shop)).toEqual([expect.stringContaining("credit notes of ")]);
});
