import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { rupeesText } from "#shop/money.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { confirmStatement } from "#shop/orders/payment/statements/confirm-statement.server.ts";
import { findStatement, listStatements } from "#shop/orders/payment/statements/find-statements.server.ts";
import { takeAlert } from "#shop/orders/payment/statements/take-alert.server.ts";
import { uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { expireUnpaid } from "#shop/orders/payment/upi/expire-unpaid.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { showPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import type { PlacedOrder } from "#shop/orders/placing/place-order.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { type Forwarder, hearForwarder } from "#shop/payments/alerts/find-forwarder.server.ts";
import { listForwarders, listUnreadAlerts } from "#shop/payments/alerts/list-forwarders.server.ts";
import { makeForwarder } from "#shop/payments/alerts/make-forwarder.server.ts";
import { revokeForwarder } from "#shop/payments/alerts/revoke-forwarder.server.ts";
import type { SentAlert } from "#shop/payments/alerts/sent-alert.ts";
import { sweepPayments } from "#shop/payments/sweep-payments.server.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";

const START = new Date("2026-11-26T06:00:00Z");

let shop: TestShop;
let admin: Admin;
let forwarder: Forwarder;
let price = 100;
let utr = 633_000_000_000;
beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(START);
  await switchUpiOn(shop);
  admin = await anAdmin(shop);
  const made = await makeForwarder(shop.services, admin, { name: "Old phone", senders: ["HDFCBK"], accountDigits: "2536" });
  if (!made.ok) throw new Error(made.code);
  const heard = await hearForwarder(shop.services, made.value.secret);
  if (!heard) throw new Error("its secret is not known");
  forwarder = heard;
});
beforeEach(async () => {
  shop.setNow(START);
  await alertsDeliver(true);
});
afterAll(() => shop.close());

async function alertsDeliver(alertsDeliver: boolean, alertsDayMax = 1_000_000) {
  const changed = await changeSection(shop.services, admin, "bank-alerts", { alertsDeliver, alertsDayMax });
  if (!changed.ok) throw new Error(changed.code);
}

function nextUtr(): string {
  utr += 1;
  return String(utr);
}

type UpiOrder = PlacedOrder & { paise: number; utr: string };

/** An order by UPI of a new product; its buyer sends a UTR only if it is given. */
async function anUpiOrder({ utr = null }: { utr?: string | null } = {}): Promise<UpiOrder> {
  price += 10;
  const product = await aProduct(shop, { price });
  const order = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  const { rows } = await shop.services.db.$client.query("select payable_paise::int as paise from orders where id = $1", [order.id]);
  await shop.services.db.$client.query("update upi_amounts set is_unseen = false where order_id = $1", [order.id]);
  const placed = { ...order, paise: rows[0].paise, utr: utr ?? nextUtr() };
  if (utr !== null) await send(placed, utr);
  return placed;
}

async function send(order: PlacedOrder, sent: string) {
  const answer = await sendUtr(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode, { utr: sent }, null);
  if (!answer.ok) throw new Error(answer.code);
}

/** What the bank writes about money. */
const smsOf = (paise: number, number: string, name = "asha@okaxis") =>
  `Credit Alert!\nRs.${rupeesText(paise)} credited to HDFC Bank A/c XX2536 on 26-11-26 from VPA ${name} (UPI ${number})`;

const take = (text: string, more: Partial<SentAlert> = {}) => {
  return takeAlert(shop.services, forwarder, { text, from: "VM-HDFCBK-S", sentAt: shop.services.now(), ...more });
};
const alertOf = (order: UpiOrder, more: Partial<SentAlert> = {}) => take(smsOf(order.paise, order.utr), more);

const statusOf = async ({ requestCode }: PlacedOrder) => (await findOrder(shop.services, aGuest(), requestCode))?.status;
const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
const lineOf = async (order: UpiOrder) =>
  (await query("select * from statement_lines where reference = $1 and paise = $2", [order.utr, order.paise]))[0];
const proofOf = async (order: UpiOrder) =>
  (await query("select bank_proof from payments where order_id = $1 and state = 'matched'", [order.id]))[0]?.bank_proof;

const HEADER = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n";
const creditOf = ({ paise, utr: reference }: { paise: number; utr: string }, day = "26/11/26") =>
  `${day},UPI-ASHA-A@B-C-${reference}-X,0000${reference},${day},,${rupeesText(paise)},1000.00\n`;
/** A debit, by which a statement covers its day. */
const debitOn = (day: string) => `${day},FEE,,${day},1.00,,999.00\n`;

async function upload(lines: string) {
  const bytes = Buffer.from(HEADER + lines);
  const file = { name: "nov.csv", size: bytes.length, stream: () => new Blob([bytes]).stream() };
  const uploaded = await uploadStatement(shop.services, admin, { bank: "hdfc", columns: {} }, file);
  if (!uploaded.ok) throw new Error(uploaded.code);
  return uploaded.value.statementId;
}
const confirm = (statementId: string, likely: string[] = []) => confirmStatement(shop.services, admin, statementId, { likely });

test("[S16.6] [S16.7] an alert with the amount of an order's own delivers it, without a UTR typed by its buyer", async () => {
  const order = await anUpiOrder();
  expect(await alertOf(order)).toBe("stored");
  expect(await statusOf(order)).toBe("approved");
  expect(await proofOf(order)).toBe("awaited");
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S16.6] a UTR that the buyer sent makes it certain, also if the alert came before", async () => {
  const before = await anUpiOrder({ utr: nextUtr() });
  await alertOf(before);
  expect(await statusOf(before)).toBe("approved");

  const after = await anUpiOrder();
  await query("update orders set payable_paise = null where id = $1", [after.id]);
  await query("delete from upi_amounts where order_id = $1", [after.id]);
  const full = { ...after, paise: price * 100 };
  await alertOf(full);
  expect(await statusOf(full), "a round amount alone").toBe("pending");
  expect(await lineOf(full)).toMatchObject({ waits_because: "order" });
  await send(full, full.utr);
  expect(await statusOf(full)).toBe("approved");
});

test("[S16.2] [S16.4] the same alert up to ten times, late and by two channels is one line and one delivery", async () => {
  const order = await anUpiOrder();
  const email = `Dear Customer, Rs.${rupeesText(order.paise)} is successfully credited to your account **2536 by VPA asha@okaxis ASHA on 26-11-26. Your UPI transaction reference number is ${order.utr}.`;
  const sentAt = shop.services.now();
  const all = [alertOf(order), ...Array.from({ length: 9 }, () => alertOf(order)), take(email)];
  expect((await Promise.all(all)).sort()).toEqual([...Array(10).fill("known"), "stored"]);
  shop.setNow(new Date(START.getTime() + 3 * 3_600_000));
  expect(await alertOf(order, { sentAt })).toBe("known");
  expect(await query("select count(*)::int as n from statement_lines where paise = $1", [order.paise])).toEqual([{ n: 1 }]);
  expect(await query("select count(*)::int as n from payments where order_id = $1", [order.id])).toEqual([{ n: 1 }]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S16.4] without a UTR it is one line by sender, amount and minute, and by amount with one that has a UTR", async () => {
  const order = await anUpiOrder();
  const bare = `Credit Alert! Rs.${rupeesText(order.paise)} credited to HDFC Bank A/c XX2536 on 26-11-26`;
  await alertsDeliver(false);
  expect(await take(bare)).toBe("stored");
  expect(await take(bare)).toBe("known");
  expect(await alertOf(order)).toBe("known");
  expect(await lineOf(order), "it has the UTR now").toMatchObject({ trust: "sure", waits_because: "off" });
  const round = (minute: number) =>
    take("Credit Alert! Rs.777.00 credited to HDFC Bank A/c XX2536", { sentAt: new Date(START.getTime() - minute * 60_000) });
  expect([await round(0), await round(1), await round(1)]).toEqual(["stored", "stored", "known"]);
});

test.each<[string, string | null, (order: UpiOrder) => Promise<unknown>]>([
  ["the switch is off", "off", (order) => alertsDeliver(false).then(() => alertOf(order))],
  ["nobody says who sent it", "sender", (order) => alertOf(order, { from: null })],
  ["the text names no account", "account", (order) => take(`Received ₹${rupeesText(order.paise)} from Asha`)],
  ["it came after 15 minutes", "late", (order) => alertOf(order, { sentAt: new Date(START.getTime() - 15 * 60_000 - 1) })],
  ["the phone does not say when", "late", (order) => alertOf(order, { sentAt: null })],
  ["its day is another one", "late", (order) => take(smsOf(order.paise, order.utr).replace("26-11-26", "20-11-26"))],
  ["the day's limit is reached", "day", (order) => alertsDeliver(true, 0).then(() => alertOf(order))],
])("[S16.6] it waits for a tap if %s", async (_, reason, act) => {
  const order = await anUpiOrder();
  await act(order);
  expect(await statusOf(order)).toBe("pending");
  const [line] = await query("select * from statement_lines where paise = $1", [order.paise]);
  expect(line).toMatchObject({ waits_because: reason, payment_id: null });
});

test("[S16.4] only a named UTR on about the same day is the same payment, not a number that both have", async () => {
  const shared = "919951860002";
  const counted = (paise: number) => query("select count(*)::int as n from statement_lines where paise = $1", [paise]);
  const [first, second, third] = [nextUtr(), nextUtr(), nextUtr()];
  for (const number of [first, second]) expect(await take(smsOf(81_100, number, shared)), number).toBe("stored");
  expect(await take(smsOf(81_100, third, `UPI ${shared}`)), "a payer who writes a UTR").toBe("stored");
  expect(await take(smsOf(81_100, first, shared)), "again").toBe("known");
  expect(await counted(81_100)).toEqual([{ n: 3 }]);
  const bare = `Credit Alert! Rs.822.00 credited to HDFC Bank A/c XX2536. Not you? SMS BLOCKUPI to ${shared}`;
  for (const minute of [0, 5]) expect(await take(bare, { sentAt: new Date(START.getTime() - minute * 60_000) })).toBe("stored");
  shop.setNow(new Date("2026-12-26T06:00:00Z"));
  const later = smsOf(81_100, first, shared).replace("26-11-26", "26-12-26");
  expect(await take(later), "a month later, with a number that is not sure").toBe("stored");
});

test("[S16.8] a line of a file proves the alert with its own UTR, and no other one with a number in common", async () => {
  const shared = "919951860003";
  const [paid, forged] = [await anUpiOrder(), await anUpiOrder()];
  await query("update orders set payable_paise = null where id = any($1)", [[paid.id, forged.id]]);
  await query("delete from upi_amounts where order_id = any($1)", [[paid.id, forged.id]]);
  const paise = 90_100;
  await take(smsOf(paise, forged.utr, shared));
  await take(smsOf(paise, paid.utr, shared));
  const file = await upload(`26/11/26,UPI-${shared}-A@B-C-${paid.utr}-X,0000${paid.utr},26/11/26,,${rupeesText(paise)},1000.00\n`);
  const seen = await query("select reference from statement_lines where seen_in = $1", [file]);
  expect(seen).toEqual([{ reference: paid.utr }]);
  const foreign = await upload(`26/11/26,UPI-${forged.utr}-A@B-OKHD0000001-${nextUtr()}-X,,26/11/26,,${rupeesText(paise)},1000.00\n`);
  expect(await query("select reference from statement_lines where seen_in = $1", [foreign]), "a payer wrote it").toEqual([]);
});

test.each<[string, (order: UpiOrder) => Promise<unknown>]>([
  ["the switch is off", (order) => alertsDeliver(false).then(() => alertOf(order))],
  ["it came late", (order) => alertOf(order, { sentAt: null })],
  ["it names no account", (order) => take(`Received ₹${rupeesText(order.paise)} from Asha`)],
])("[S16.6] an order whose money waits is not cancelled, though its buyer sent no UTR: %s", async (_, act) => {
  const [order, unpaid] = [await anUpiOrder(), await anUpiOrder()];
  await query("update orders set hold_until = $2 where id = any($1)", [[order.id, unpaid.id], new Date(START.getTime() + 30 * 60_000)]);
  await act(order);
  shop.setNow(new Date(START.getTime() + 31 * 60_000));
  await expireUnpaid(shop.services);
  expect([await statusOf(order), await statusOf(unpaid)]).toEqual(["pending", "cancelled"]);
});

test("[S16.7] a buyer need type no UTR only if a phone was heard lately, and amount and product let alerts deliver", async () => {
  const order = await anUpiOrder();
  const upi = { payablePaise: order.paise, hasOwnAmount: true, payBy: null, utr: null };
  const isHeardOf = async (more = {}) => (await showPayee(shop.services, [{ id: order.id, upi: { ...upi, ...more } }]))?.isHeardOf;
  await query("update alert_forwarders set heard_at = $1", [START]);
  expect(await isHeardOf()).toBe(true);
  expect(await isHeardOf({ payablePaise: 50_000 })).toBe(false);
  expect(await isHeardOf({ hasOwnAmount: false })).toBe(false);
  shop.setNow(new Date(START.getTime() + 4 * 86_400_000));
  expect(await isHeardOf(), "heard long ago").toBe(false);
  shop.setNow(START);
  await query("update products set delivery = 'after approval' where id = (select product_id from orders where id = $1)", [order.id]);
  expect(await isHeardOf()).toBe(false);
  await query("update alert_forwarders set heard_at = null");
});

test("[S16.6] it waits if its product does, if its order ended, and if the UTR is of another amount", async () => {
  const product = await anUpiOrder();
  await query("update products set delivery = 'after approval' where id = (select product_id from orders where id = $1)", [product.id]);
  await alertOf(product);
  expect(await lineOf(product)).toMatchObject({ waits_because: "limit" });
  const ended = await anUpiOrder();
  await cancelOrder(shop.services, aGuest({ accessKey: ended.accessKey }), ended.requestCode);
  await alertOf(ended);
  expect([await statusOf(ended), (await lineOf(ended)).waits_because]).toEqual(["cancelled", "order"]);
  const other = await anUpiOrder({ utr: nextUtr() });
  await take(smsOf(100, other.utr));
  expect(await statusOf(other)).toBe("pending");
});

test("[S16.5] the alerts of a day are a statement, whose lines are confirmed with a tap", async () => {
  await alertsDeliver(false);
  const order = await anUpiOrder();
  await alertOf(order);
  const { rows } = await listStatements(shop.services, anOwner);
  const day = rows.find(({ id }) => id === "alerts-2026-11-26");
  expect(day).toMatchObject({ kind: "alerts", isConfirmed: true });
  const shown = (await findStatement(shop.services, anOwner, "alerts-2026-11-26"))?.shown;
  const line = shown?.likely.find(({ utr }) => utr === order.utr);
  expect(line).toMatchObject({ waitsBecause: "off", order: { requestCode: order.requestCode } });
  await confirm("alerts-2026-11-26", [line?.id ?? ""]);
  expect([await statusOf(order), await proofOf(order)]).toEqual(["approved", "awaited"]);
});

test("[S16.3] what is no credit, of another account or sender is not stored, and what cannot be read is listed", async () => {
  const before = await query("select count(*)::int as n from statement_lines");
  const texts = ["123456 is your OTP for Rs 500", smsOf(12_345, nextUtr()).replace("XX2536", "XX9999")];
  for (const text of texts) expect(await take(text)).toBe("ignored");
  expect(await take(smsOf(12_345, nextUtr()), { from: "+919812345678" }), "a payer's own SMS").toBe("ignored");
  expect(await query("select count(*)::int as n from statement_lines")).toEqual(before);
  expect(await listUnreadAlerts(shop.services, anOwner)).toEqual([]);
  const hindi = "आपके खाते XX2536 में रु.498.70 जमा किए गए";
  for (let n = 0; n < 2; n++) expect(await take(hindi)).toBe("unread");
  expect(await listUnreadAlerts(shop.services, anOwner)).toMatchObject([{ text: `VM-HDFCBK-S: ${hindi}` }]);
});

test("[S16.8] a statement that has it proves it, and is not compared with the order again", async () => {
  const order = await anUpiOrder();
  await alertOf(order);
  const id = await upload(creditOf(order) + debitOn("28/11/26"));
  expect(await findStatement(shop.services, anOwner, id)).toMatchObject({ lines: 1, knownLines: 1, counts: { conflict: 0, certain: 0 } });
  expect(await proofOf(order), "nothing before it is confirmed").toBe("awaited");
  await confirm(id);
  expect(await proofOf(order)).toBe("proven");
  expect(await readSettings(shop.services)).toMatchObject({ alertsDeliver: true });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S16.8] one without a UTR is proven by its amount on its day or the next", async () => {
  const order = await anUpiOrder();
  await take(`Credit Alert! Rs.${rupeesText(order.paise)} credited to HDFC Bank A/c XX2536 on 26-11-26`);
  expect(await statusOf(order)).toBe("approved");
  shop.setNow(new Date("2026-11-29T06:00:00Z"));
  await confirm(await upload(creditOf(order, "27/11/26") + debitOn("29/11/26")));
  expect(await proofOf(order)).toBe("proven");
});

test("[S16.8] a statement of its days that lacks it turns delivery off and marks it; nothing is taken back", async () => {
  const [forged, real] = [await anUpiOrder(), await anUpiOrder()];
  await alertOf(forged);
  await alertOf(real);
  shop.setNow(new Date("2026-11-29T06:00:00Z"));
  await confirm(await upload(creditOf(real)));
  expect(await proofOf(forged), "it does not cover the next day").toBe("awaited");
  await confirm(await upload(creditOf(real) + debitOn("27/11/26")));
  expect([await proofOf(forged), await proofOf(real)]).toEqual(["missing", "proven"]);
  expect(await statusOf(forged)).toBe("approved");
  expect(await readSettings(shop.services)).toMatchObject({ alertsDeliver: false });
  const [entry] = await query("select action from audit_entries order by at desc, id desc limit 1");
  expect(entry).toMatchObject({ action: "alerts-stopped" });
  await confirm(await upload(creditOf(forged) + debitOn("28/11/26")));
  expect(await proofOf(forged), "a later file has it").toBe("proven");
});

test("[S16.8] what another file has is not missing", async () => {
  const order = await anUpiOrder();
  await alertOf(order);
  shop.setNow(new Date("2026-11-29T06:00:00Z"));
  const first = await upload(creditOf(order) + debitOn("27/11/26"));
  const second = await upload(creditOf(order) + debitOn("28/11/26"));
  await confirm(first);
  expect(await proofOf(order)).toBe("awaited");
  expect(await readSettings(shop.services)).toMatchObject({ alertsDeliver: true });
  await confirm(second);
  expect(await proofOf(order)).toBe("proven");
});

test("[S16.5] [S16.8] a waiting alert stays with its day, is confirmed in the file that has it too, and no sweep deletes what paid", async () => {
  await alertsDeliver(false);
  const [waiting, paid] = [await anUpiOrder(), await anUpiOrder()];
  await alertOf(waiting);
  await alertOf(paid);
  const file = await upload(creditOf(waiting) + creditOf(paid));
  expect(await lineOf(waiting)).toMatchObject({ statement_id: "alerts-2026-11-26", seen_in: file });
  const shown = (await findStatement(shop.services, anOwner, file))?.shown.likely ?? [];
  expect(shown.map(({ utr }) => utr).sort()).toEqual([waiting.utr, paid.utr].sort());
  await confirm("alerts-2026-11-26", [String((await lineOf(paid)).id)]);
  shop.setNow(new Date("2026-11-28T06:00:00Z"));
  await sweepPayments(shop.services);
  expect(await findStatement(shop.services, anOwner, file), "nobody confirmed it").toBeNull();
  expect([await lineOf(waiting), await lineOf(paid)]).toMatchObject([{ seen_in: null }, { seen_in: null }]);
  const second = await upload(creditOf(waiting) + creditOf(paid));
  await confirm(second, [String((await lineOf(waiting)).id)]);
  expect([await statusOf(waiting), await proofOf(waiting), await proofOf(paid)]).toEqual(["approved", "proven", "proven"]);
});

test("[S10.13] an unconfirmed file with a line that paid is not swept", async () => {
  const order = await anUpiOrder({ utr: nextUtr() });
  const [{ utr: own }] = await query("select utr from orders where id = $1", [order.id]);
  const file = await upload(creditOf({ ...order, utr: own }));
  await confirm(file);
  await query("update statements set state = 'preview', confirmed_at = null where id = $1", [file]);
  shop.setNow(new Date("2026-11-28T06:00:00Z"));
  await sweepPayments(shop.services);
  expect(await findStatement(shop.services, anOwner, file)).toMatchObject({ counts: { used: 1 } });
  await query("update statements set state = 'confirmed', confirmed_at = uploaded_at where id = $1", [file]);
});

test("[S16.8] a payer's number in another line of the file neither proves nor breaks anything", async () => {
  const order = await anUpiOrder();
  await alertOf(order);
  const written = `26/11/26,UPI-${order.utr}-A@B-C-${nextUtr()}-X,,26/11/26,,${rupeesText(order.paise)},1000.00\n`;
  const id = await upload(written + creditOf(order) + debitOn("28/11/26"));
  expect(await findStatement(shop.services, anOwner, id)).toMatchObject({ lines: 2, knownLines: 1 });
});

test("[S16.10] an alert, a statement, a recorded payment, a cancellation and an expiry at once: one payment, one delivery", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await anUpiOrder({ utr: nextUtr() });
    const sent = { ...order, utr: (await query("select utr from orders where id = $1", [order.id]))[0].utr };
    const id = await upload(creditOf(sent));
    const amount = sent.paise;
    await Promise.all([
      alertOf(sent),
      alertOf(sent),
      confirm(id),
      recordPayment(shop.services, admin, { requestCode: sent.requestCode, utr: sent.utr, amount, isOtherMoney: true } as never),
      cancelOrder(shop.services, aGuest({ accessKey: sent.accessKey }), sent.requestCode),
      expireUnpaid(shop.services),
    ]);
    const paid = await query("select count(*)::int as n from payments where order_id = $1 and state = 'matched'", [sent.id]);
    expect(paid[0].n).toBe((await statusOf(sent)) === "approved" ? 1 : 0);
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S16.10] two lines of one order's money at once: one payment, and no second one to give back", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await anUpiOrder();
    await alertsDeliver(false);
    await take(`Credit Alert! Rs.${rupeesText(order.paise)} credited to HDFC Bank A/c XX2536 on 26-11-26`, {
      sentAt: new Date(START.getTime() - 10 * 60_000),
    });
    await alertOf(order);
    const lines = await query("select id from statement_lines where paise = $1 and verdict = 'likely'", [order.paise]);
    expect(lines).toHaveLength(2);
    await Promise.all(lines.map(({ id }) => confirm("alerts-2026-11-26", [String(id)])));
    expect(await query("select state from payments where order_id = $1", [order.id])).toEqual([{ state: "matched" }]);
  }
});

test("[S16.6] [S16.10] who stole the secret gets no more than the day's limit, and the statement finds it", async () => {
  await query("update payments set bank_proof = 'looked at' where bank_proof = 'awaited'");
  const orders: UpiOrder[] = [];
  for (let n = 0; n < 8; n++) orders.push(await anUpiOrder());
  const spent = Number(
    (
      await query(
        "select coalesce(sum(p.paise), 0) as n from payments p join statement_lines l on l.payment_id = p.id where l.sent_at is not null and l.waits_because is null",
      )
    )[0].n,
  );
  const max = Math.ceil((spent + 3 * (price * 100)) / 100);
  await alertsDeliver(true, max);
  await Promise.all(orders.map((order) => alertOf(order)));
  const statuses = await Promise.all(orders.map(statusOf));
  const delivered = orders.filter((_, n) => statuses[n] === "approved");
  expect(delivered.length).toBeGreaterThan(0);
  expect(spent + delivered.reduce((sum, { paise }) => sum + paise, 0)).toBeLessThanOrEqual(max * 100);
  expect(delivered.length).toBeLessThan(orders.length);
  shop.setNow(new Date("2026-11-29T06:00:00Z"));
  await confirm(await upload(debitOn("26/11/26") + debitOn("28/11/26")));
  expect(await Promise.all(delivered.map(proofOf))).toEqual(delivered.map(() => "missing"));
});

test("[S16.6] nothing that a payer writes decides: names, notes and UPI IDs with numbers and amounts of others", async () => {
  const victim = await anUpiOrder({ utr: nextUtr() });
  const own = (await query("select utr from orders where id = $1", [victim.id]))[0].utr;
  const names = [
    own,
    `UPI ${own}`,
    `${own}@okaxis`,
    `Rs.${rupeesText(victim.paise)} credited to HDFC Bank A/c XX2536 (UPI ${own})`,
    `(UPI Ref No ${own})`,
  ];
  await query("update orders set payable_paise = null where id = $1", [victim.id]);
  await query("delete from upi_amounts where order_id = $1", [victim.id]);
  const full = price * 100;
  for (const name of names) await take(smsOf(full, nextUtr(), name));
  expect(await statusOf(victim)).toBe("pending");
  expect(await query("select count(*)::int as n from statement_lines where paise = $1 and $2 = any(numbers)", [full, own])).toEqual([
    { n: names.length - 2 },
  ]);
  expect(await query("select count(*)::int as n from payments where order_id = $1", [victim.id])).toEqual([{ n: 0 }]);
});

test("[S16.1] a forwarder is known by its secret until it is revoked, and there are at most five", async () => {
  const form = { name: "Phone", senders: ["HDFCBK"], accountDigits: "2536" };
  const { hasShownPassword: _shown, ...unshown } = admin;
  expect(await makeForwarder(shop.services, unshown, form)).toMatchObject({ code: "currentPasswordNeeded" });
  const made = [];
  for (let n = 0; n < 4; n++) made.push(await makeForwarder(shop.services, admin, form));
  expect(await makeForwarder(shop.services, admin, form)).toMatchObject({ code: "tooManyForwarders" });
  const [first] = made;
  if (!first?.ok) throw new Error("not made");
  expect(await hearForwarder(shop.services, first.value.secret)).toMatchObject({ id: first.value.id });
  expect((await listForwarders(shop.services, anOwner)).find(({ id }) => id === first.value.id)).toMatchObject({ heardAt: START });
  expect(await revokeForwarder(shop.services, admin, first.value.id)).toMatchObject({ ok: true });
  expect(await revokeForwarder(shop.services, admin, first.value.id)).toMatchObject({ code: "forwarderNotFound" });
  expect(await hearForwarder(shop.services, first.value.secret)).toBeNull();
  expect(await hearForwarder(shop.services, "alerts_x")).toBeNull();
});
