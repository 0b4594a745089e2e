import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { rupeesText } from "#shop/money.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { confirmStatement } from "#shop/orders/payment/statements/confirm-statement.server.ts";
import { findStatement, listStatements } from "#shop/orders/payment/statements/find-statements.server.ts";
import { uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { expireUnpaid } from "#shop/orders/payment/upi/expire-unpaid.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import type { PlacedOrder } from "#shop/orders/placing/place-order.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import type { StatementBank } from "#shop/payments/statements/banks.ts";
import { lineOf } from "#shop/verify/fault.ts";
import { verifyShop } from "#shop/verify/verify-shop.server.ts";
import { asOwner, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { withinAWhile } from "#web/admin/orders/payment/statements/within-a-while.server.ts";

const START = new Date("2026-11-26T06:00:00Z");

let shop: TestShop;
let admin: Admin;
let price = 100;
let utr = 632_900_000_000;
beforeAll(async () => {
  shop = await openTestShop();
  await switchUpiOn(shop);
  admin = await anAdmin(shop);
});
beforeEach(() => shop.setNow(START));
afterAll(() => shop.close());

function nextUtr(): string {
  utr += 1;
  return String(utr);
}

/** An order by UPI of a new product with a price of its own, and what its buyer has to pay. */
async function anUpiOrder(options: { utr?: string; isUnsent?: boolean } = {}): Promise<PlacedOrder & { paise: number; utr: string }> {
  price += 10;
  const product = await aProduct(shop, { price });
  const order = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi" });
  const { rows } = await shop.services.db.$client.query("select payable_paise::int as paise from orders where id = $1", [order.id]);
  // The buyer saw the amount, or nobody could pay it.
  await shop.services.db.$client.query("update upi_amounts set is_unseen = false where order_id = $1", [order.id]);
  const sent = options.utr ?? nextUtr();
  if (!options.isUnsent) {
    const answer = await sendUtr(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode, { utr: sent }, null);
    if (!answer.ok) throw new Error(answer.code);
  }
  return { ...order, paise: rows[0].paise, utr: sent };
}

const creditOf = ({ paise, utr: reference }: { paise: number; utr: string }, day = "26/11/26") =>
  `${day},UPI-ASHA-A@B-C-${reference}-X,0000${reference},${day},,${rupeesText(paise)},1000.00\n`;
const HEADER = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n";

async function upload(lines: string, bank: StatementBank = "hdfc") {
  const bytes = Buffer.from(bank === "hdfc" ? HEADER + lines : lines);
  const file = { name: "nov.csv", size: bytes.length, stream: () => new Blob([bytes]).stream() };
  const uploaded = await uploadStatement(shop.services, admin, { bank, columns: {} }, file);
  if (!uploaded.ok) throw new Error(uploaded.code);
  return uploaded.value.statementId;
}

async function countsOf(statementId: string) {
  return (await findStatement(shop.services, anOwner, statementId))?.counts;
}

const confirm = (statementId: string, likely: string[] = []) => confirmStatement(shop.services, admin, statementId, { likely });
const statusOf = async ({ requestCode }: PlacedOrder) => (await findOrder(shop.services, aGuest(), requestCode))?.status;

test("[S10.13] nothing happens before the owner confirms; then the order of a certain line is delivered", async () => {
  const order = await anUpiOrder();
  const id = await upload(creditOf(order));
  expect(await countsOf(id)).toMatchObject({ certain: 1, likely: 0, conflict: 0, other: 0, used: 0 });
  expect(await statusOf(order)).toBe("pending");
  expect(await confirm(id)).toEqual({ ok: true, value: { settled: 1, changed: 0, left: 0 } });
  expect(await statusOf(order)).toBe("approved");
  expect(await countsOf(id)).toMatchObject({ certain: 0, used: 1 });
});

test("[S10.13] a confirmation reports its progress, and one that may not go on says what is left: ticked lines come first", async () => {
  const orders = [await anUpiOrder(), await anUpiOrder(), await anUpiOrder({ isUnsent: true })] as const;
  const id = await upload(orders.map((order) => creditOf(order)).join(""));
  const likely = (await findStatement(shop.services, anOwner, id))?.shown.likely.map((line) => line.id) ?? [];
  const steps: [number, number][] = [];
  const report = (done: number, of: number) => void steps.push([done, of]);
  const first = await confirmStatement(shop.services, admin, id, { likely }, report, () => steps.length < 1);
  expect(first).toEqual({ ok: true, value: { settled: 1, changed: 0, left: 2 } });
  expect(await statusOf(orders[2])).toBe("approved");
  expect(await confirmStatement(shop.services, admin, id, { likely: [] }, report)).toMatchObject({ value: { settled: 2, left: 0 } });
  expect(steps).toEqual([
    [1, 3],
    [1, 2],
    [2, 2],
  ]);
});

test("[S10.13] while a statement is read, the list says how much of it was read", async () => {
  const order = await anUpiOrder();
  const read = Promise.withResolvers<void>();
  const others = Array.from({ length: 20_000 }, () => creditOf({ paise: 100, utr: nextUtr() }));
  const bytes = Buffer.from(HEADER + creditOf(order) + others.join(""));
  async function* stream() {
    yield bytes;
    await read.promise;
  }
  const file = { name: "long.csv", size: bytes.length, stream };
  const upload = (onStart: () => void) => uploadStatement(shop.services, admin, { bank: "hdfc", columns: {} }, file, undefined, onStart);
  let reading: ReturnType<typeof upload> | undefined;
  const answered = await withinAWhile((onStart) => {
    reading = upload(onStart);
    return reading;
  }, 50);
  expect(answered, "the page does not wait for the whole file").toBeNull();
  const listed = async () => (await listStatements(shop.services, anOwner)).rows.find(({ fileName }) => fileName === "long.csv");
  expect(await listed()).toMatchObject({ isReading: true });
  read.resolve();
  expect(await reading).toMatchObject({ ok: true });
  expect(await listed()).toMatchObject({ isReading: false, counts: { certain: 1 } });
});

test("[S10.13] the same file and an overlapping one add nothing twice, and each line is used once", async () => {
  const [one, two] = [await anUpiOrder(), await anUpiOrder()];
  await confirm(await upload(creditOf(one)));
  const again = await upload(creditOf(one) + creditOf(two));
  expect(await countsOf(again)).toMatchObject({ certain: 1, used: 0 });
  expect(await findStatement(shop.services, anOwner, again)).toMatchObject({ lines: 2, knownLines: 1 });
  expect(await confirm(again)).toMatchObject({ value: { settled: 1 } });
  const third = await upload(creditOf(one) + creditOf(two));
  expect(await countsOf(third)).toMatchObject({ certain: 0, likely: 0, conflict: 0, other: 0, used: 0 });
  const { rows } = await shop.services.db.$client.query("select count(*)::int as n from payments where order_id = any($1)", [
    [one.id, two.id],
  ]);
  expect(rows).toEqual([{ n: 2 }]);
});

test("[S10.13] an amount of its own without a UTR is likely, and settled only if the owner ticks it", async () => {
  const order = await anUpiOrder({ isUnsent: true });
  const id = await upload(creditOf(order));
  expect(await countsOf(id)).toMatchObject({ certain: 0, likely: 1 });
  await confirm(id);
  expect(await statusOf(order)).toBe("pending");
  const line = (await findStatement(shop.services, anOwner, id))?.shown.likely[0];
  expect(line?.order?.requestCode).toBe(order.requestCode);
  expect(await confirm(id, [line?.id ?? ""])).toMatchObject({ value: { settled: 1 } });
  expect(await statusOf(order)).toBe("approved");
});

test("[S10.13] a line of an earlier statement pays once its buyer sends the UTR and the owner uploads it again", async () => {
  const order = await anUpiOrder({ isUnsent: true });
  const credit = creditOf({ ...order, paise: order.paise + 100_000 });
  await confirm(await upload(credit));
  await sendUtr(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode, { utr: order.utr }, null);
  const again = await upload(credit);
  expect(await countsOf(again)).toMatchObject({ conflict: 1, other: 0 });
  expect((await findStatement(shop.services, anOwner, again))?.shown.conflict[0]?.reason).toBe("otherAmount");
});

test("[S10.13] one UTR for two orders, a line before the order, a reversal, and money that went back are conflicts", async () => {
  const shared = nextUtr();
  const [one, two, early, back, reversed] = [
    await anUpiOrder({ utr: shared }),
    await anUpiOrder({ utr: shared }),
    await anUpiOrder(),
    await anUpiOrder(),
    await anUpiOrder(),
  ];
  const id = await upload(
    creditOf(one) +
      creditOf(early, "25/11/26") +
      creditOf(back) +
      `26/11/26,UPI-ASHA-A@B-C-${back.utr}-REVERSAL,0000${back.utr},26/11/26,${rupeesText(back.paise)},,1000.00\n` +
      `26/11/26,UPI-REV-${reversed.utr},0000${reversed.utr},26/11/26,,${rupeesText(reversed.paise)},1000.00\n`,
  );
  expect(await countsOf(id)).toMatchObject({ certain: 0, likely: 0, conflict: 4 });
  const reasons = (await findStatement(shop.services, anOwner, id))?.shown.conflict.map(({ reason }) => reason);
  expect(reasons).toEqual(["utrOfSeveral", "beforeOrder", "reversal", "reversal"]);
  expect(await confirm(id)).toMatchObject({ value: { settled: 0 } });
  for (const order of [one, two, early, back, reversed]) expect(await statusOf(order)).toBe("pending");
});

test("[S10.13] a reversal in the second half of a statement holds back the line in its first half", async () => {
  const [back, kept] = [await anUpiOrder(), await anUpiOrder()];
  const first = await upload(creditOf(back) + creditOf(kept));
  expect(await countsOf(first)).toMatchObject({ certain: 2 });
  await upload(`26/11/26,UPI-ASHA-A@B-C-${back.utr}-REVERSAL,0000${back.utr},26/11/26,${rupeesText(back.paise)},,1000.00\n`);
  expect(await countsOf(first)).toMatchObject({ certain: 1, conflict: 1 });
  expect(await confirm(first)).toMatchObject({ value: { settled: 1 } });
  expect([await statusOf(back), await statusOf(kept)]).toEqual(["pending", "approved"]);
});

test("[S10.13] a reversal that is read before the line of its money holds that back, in the preview and when it is confirmed", async () => {
  const [later, between, paid] = [await anUpiOrder(), await anUpiOrder(), await anUpiOrder()];
  const reversalOf = ({ paise, utr: reference }: { paise: number; utr: string }) =>
    `27/11/26,UPI-ASHA-A@B-C-${reference}-REVERSAL,0000${reference},27/11/26,${rupeesText(paise)},,1000.00\n`;
  shop.setNow(new Date("2026-11-27T06:00:00Z"));
  await upload(reversalOf(later) + creditOf({ paise: 100, utr: nextUtr() }));
  const id = await upload(creditOf(later) + creditOf(between) + creditOf(paid));
  expect(await countsOf(id)).toMatchObject({ certain: 2, conflict: 1 });
  expect((await findStatement(shop.services, anOwner, id))?.shown.conflict).toMatchObject([{ utr: later.utr, reason: "reversal" }]);
  await upload(reversalOf(between));
  expect(await confirm(id)).toMatchObject({ ok: true, value: { settled: 1 } });
  expect([await statusOf(later), await statusOf(between), await statusOf(paid)]).toEqual(["pending", "pending", "approved"]);
});

test("[S10.13] the right amount is certain after another one went back", async () => {
  const order = await anUpiOrder();
  const short = await upload(creditOf({ ...order, paise: order.paise - 500 }));
  const form = { requestCode: order.requestCode, utr: order.utr, amount: order.paise - 500 };
  const recorded = await recordPayment(shop.services, admin, form);
  const id = recorded.ok ? recorded.value.paymentId : "";
  await refundPayment(shop.services, admin, id, { how: "by hand", reference: "NEFT", reason: null, amount: null, left: null });
  const second = { paise: order.paise, utr: nextUtr() };
  await sendUtr(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode, { utr: second.utr }, null);
  expect(await confirm(await upload(creditOf(second)))).toMatchObject({ value: { settled: 1 } });
  expect(await confirm(short)).toMatchObject({ value: { settled: 0 } });
  expect(await statusOf(order)).toBe("approved");
});

test("[S10.13] what changed since the preview is not settled: the preview says so", async () => {
  const order = await anUpiOrder();
  const other = await anUpiOrder();
  const id = await upload(creditOf(order));
  await sendUtr(shop.services, aGuest({ accessKey: other.accessKey }), other.requestCode, { utr: order.utr }, null);
  expect(await confirm(id)).toEqual({ ok: true, value: { settled: 0, changed: 1, left: 0 } });
  expect(await countsOf(id)).toMatchObject({ certain: 0, conflict: 1 });
  expect(await statusOf(order)).toBe("pending");
});

test("[S10.2] [S10.13] a UTR that an admin recorded for one order pays no other, whose buyer sent the same UTR", async () => {
  const [right, thief] = [await anUpiOrder({ isUnsent: true }), await anUpiOrder()];
  const form = { requestCode: right.requestCode, utr: thief.utr, amount: right.paise };
  const before = await upload(creditOf(thief));
  expect(await countsOf(before)).toMatchObject({ certain: 1 });
  expect(await recordPayment(shop.services, admin, form)).toMatchObject({ ok: true, value: { outcome: "delivered" } });
  expect(await confirm(before), "what changed since the preview").toMatchObject({ value: { settled: 0, changed: 1 } });
  const after = await findStatement(shop.services, anOwner, await upload(creditOf(thief)));
  expect(after?.shown.conflict.map(({ reason }) => reason)).toEqual(["utrCounted"]);
  expect(await statusOf(thief)).toBe("pending");
});

test("[S10.2] [S10.13] a payment that is recorded while the statement is confirmed counts once, and the books agree", async () => {
  for (let time = 0; time < 5; time += 1) {
    const order = await anUpiOrder();
    const id = await upload(creditOf(order));
    const form = { requestCode: order.requestCode, utr: order.utr, amount: order.paise };
    const [confirmed, recorded] = await Promise.all([confirm(id), recordPayment(shop.services, admin, form)]);
    expect(confirmed.ok && confirmed.value.settled).toBe(recorded.ok ? 0 : 1);
    expect(await countsOf(id)).toMatchObject(recorded.ok ? { used: 0, conflict: 1 } : { used: 1 });
  }
});

test("[S10.8] [S10.13] money for an order that its buyer cancelled goes through settle: it is reopened while there is stock", async () => {
  const order = await anUpiOrder();
  await cancelOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(await confirm(await upload(creditOf(order)))).toMatchObject({ value: { settled: 1 } });
  expect(await statusOf(order)).toBe("approved");
});

test("[S10.13] two confirmations at once settle each line once", async () => {
  const orders = [await anUpiOrder(), await anUpiOrder(), await anUpiOrder()];
  const id = await upload(orders.map((order) => creditOf(order)).join(""));
  const both = await Promise.all([confirm(id), confirm(id)]);
  expect(both.reduce((sum, one) => sum + (one.ok ? one.value.settled : 0), 0)).toBe(3);
  expect(await countsOf(id)).toMatchObject({ used: 3 });
});

test("[S10.13] the same payment twice in one file, and two payments for one order", async () => {
  const order = await anUpiOrder();
  const twice = await upload(creditOf(order) + creditOf(order));
  expect(await countsOf(twice)).toMatchObject({ certain: 1 });
  const likely = await anUpiOrder({ isUnsent: true });
  const id = await upload(creditOf({ ...likely, utr: "632911111111" }) + creditOf({ ...likely, utr: "632922222222" }));
  expect(await countsOf(id)).toMatchObject({ likely: 0, conflict: 2 });
  expect((await findStatement(shop.services, anOwner, id))?.shown.conflict.map(({ reason }) => reason)).toEqual([
    "severalLines",
    "severalLines",
  ]);
});

const ICICI =
  "S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount(INR),Deposit Amount(INR),Balance(INR)\n";
const icici = (name: string, note: string, { paise, utr: its }: { paise: number; utr: string }, balance = 1) =>
  `1,26/11/2026,26/11/2026,-,UPI/${name}/asha.v@oka/${note}/AXIS BANK/${its}/AXL1,,${rupeesText(paise)},${balance}.00\n`;

test("[S10.13] a number that a payer typed into the name or the note makes no line certain, and its money pays no second order", async () => {
  for (const [name, note] of [
    ["632999999901", "UPI"],
    ["ASHA VERM", "632999999902"],
  ] as const) {
    const fake = [name, note].find((text) => text.startsWith("6329")) ?? "";
    const [fooled, second] = [await anUpiOrder({ utr: fake }), await anUpiOrder({ isUnsent: true })];
    const line = { paise: fooled.paise, utr: nextUtr() };
    const id = await upload(ICICI + icici(name, note, line), "icici");
    expect(await countsOf(id)).toMatchObject({ certain: 0, likely: 1 });
    const shown = (await findStatement(shop.services, anOwner, id))?.shown.likely[0];
    expect(shown?.numbers.toSorted()).toEqual([fake, line.utr].toSorted());
    expect(await confirm(id)).toMatchObject({ value: { settled: 0 } });
    expect(await confirm(id, [shown?.id ?? ""])).toMatchObject({ value: { settled: 1 } });
    // The same money in another file, after its buyer named the UTR for another order.
    await sendUtr(shop.services, aGuest({ accessKey: second.accessKey }), second.requestCode, { utr: line.utr }, null);
    const again = await upload(ICICI + icici(name, `${note} `, { ...line, paise: fooled.paise }, 2), "icici");
    expect(await countsOf(again)).toMatchObject({ certain: 0, likely: 0 });
  }
});

test("[S10.13] a line of which an admin recorded a number pays no other order", async () => {
  const [recorded, other] = [await anUpiOrder({ isUnsent: true }), await anUpiOrder()];
  const note = nextUtr();
  const form = { requestCode: recorded.requestCode, utr: note, amount: recorded.paise };
  expect(await recordPayment(shop.services, admin, form)).toMatchObject({ ok: true });
  const id = await upload(ICICI + icici("ASHA", note, other), "icici");
  expect((await findStatement(shop.services, anOwner, id))?.shown.conflict.map(({ reason }) => reason)).toEqual(["utrCounted"]);
});

test("[S10.13] payments of one payer are lines of their own, now and in the next file", async () => {
  const payments = Array.from({ length: 3 }, (_, n) => icici("919812345678", "UPI", { paise: 75_000, utr: nextUtr() }, n));
  const id = await upload(ICICI + payments.join(""), "icici");
  expect(await findStatement(shop.services, anOwner, id)).toMatchObject({ lines: 3, knownLines: 0, counts: { other: 3 } });
  const next = await upload(ICICI + icici("919812345678", "UPI", { paise: 75_000, utr: nextUtr() }, 9), "icici");
  expect(await findStatement(shop.services, anOwner, next)).toMatchObject({ lines: 1, knownLines: 0, counts: { other: 1 } });
});

test("[S10.13] a line that is twice in one file is not one of an earlier statement", async () => {
  const line = creditOf({ paise: 100, utr: nextUtr() });
  const filler = Array.from({ length: 1_000 }, () => creditOf({ paise: 100, utr: nextUtr() })).join("");
  expect(await findStatement(shop.services, anOwner, await upload(line + line + filler + line))).toMatchObject({
    lines: 1_003,
    knownLines: 0,
    counts: { other: 1_001 },
  });
  expect(await findStatement(shop.services, anOwner, await upload(line + line))).toMatchObject({ lines: 2, knownLines: 1 });
});

test("[S10.13] a payer's words are no reversal, and a debit with the UTR at the bank's place is one", async () => {
  const [noted, back] = [await anUpiOrder(), await anUpiOrder()];
  const debit = `1,26/11/2026,26/11/2026,-,UPI/ASHA VERM/asha.v@oka/x/AXIS BANK/${back.utr}/AXL1,${rupeesText(back.paise)},,1.00\n`;
  const words = icici("REV FR THOMAS", "return ticket", noted, 3);
  const id = await upload(ICICI + words + icici("ASHA", "refund", back, 4) + debit, "icici");
  expect(await countsOf(id)).toMatchObject({ certain: 1, conflict: 1 });
  expect(await confirm(id)).toMatchObject({ value: { settled: 1 } });
  expect([await statusOf(noted), await statusOf(back)]).toEqual(["approved", "pending"]);
});

test("[S10.13] a line without a UTR is likely for a buyer who sent one as for one who sent none", async () => {
  const orders = [await anUpiOrder(), await anUpiOrder({ isUnsent: true })];
  const cash = orders.map(({ paise }) => `26/11/26,UPI FROM A FRIEND,0000000000000000,26/11/26,,${rupeesText(paise)},${paise}.00\n`);
  expect(await countsOf(await upload(cash.join("")))).toMatchObject({ likely: 2, conflict: 0 });
});

test("[S10.13] the statement of a bank is read as it is, and a file that breaks in the middle leaves nothing", async () => {
  const bytes = await readFile("tests/payments/statements/sbi.tsv");
  const file = (content: Uint8Array<ArrayBuffer>) => ({ name: "x", size: content.length, stream: () => new Blob([content]).stream() });
  const read = await uploadStatement(shop.services, admin, { bank: "sbi", columns: {} }, file(new Uint8Array(bytes)));
  expect(read).toMatchObject({ ok: true, value: { unreadable: 0 } });
  const stored = async () => (await shop.services.db.$client.query("select id from statements")).rowCount;
  const before = await stored();
  const broken = Buffer.from(`${HEADER}${creditOf(await anUpiOrder())}26/11/26,"${"x".repeat(1_100_000)}`);
  const answer = await uploadStatement(shop.services, admin, { bank: "hdfc", columns: {} }, file(new Uint8Array(broken)));
  expect(answer).toMatchObject({ ok: false, code: "csvUnreadable", field: "file" });
  expect(await stored()).toBe(before);
  // A line of an earlier statement stays there, too.
  const line = creditOf({ paise: 100, utr: nextUtr() });
  const earlier = await upload(line);
  const others = Array.from({ length: 1_000 }, () => creditOf({ paise: 100, utr: nextUtr() })).join("");
  const brokenLater = Buffer.from(`${HEADER}${line}${others}26/11/26,"${"x".repeat(1_100_000)}`);
  await uploadStatement(shop.services, admin, { bank: "hdfc", columns: {} }, file(new Uint8Array(brokenLater)));
  expect(await countsOf(earlier)).toMatchObject({ other: 1 });
});

test("[S10.13] a statement whose lines another one locks crosswise is stored all the same, whatever its file is called", async () => {
  const [first, last] = [creditOf(await anUpiOrder()), creditOf(await anUpiOrder())];
  const earlier = await upload(first + last);
  const stored = await asOwner(shop, async (client) => {
    const lockOf = (order: "asc" | "desc") =>
      client.query(`select from statement_lines where statement_id = $1 order by id ${order} limit 1 for update`, [earlier]);
    // Only the owner may change the deadlock timeout.
    await client.query("begin; set local deadlock_timeout = '20s'");
    await lockOf("desc");
    const bytes = Buffer.from(HEADER + first + last);
    const file = { name: "n\0v \ud83d.csv", size: bytes.length, stream: () => new Blob([bytes]).stream() };
    const again = uploadStatement(shop.services, admin, { bank: "hdfc", columns: {} }, file);
    const waiting = "select from pg_locks l join pg_stat_activity a using (pid) where not granted and a.datname = current_database()";
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 5_000 }).toBeGreaterThan(0);
    await lockOf("asc");
    await client.query("commit");
    return await again;
  });
  expect(stored).toMatchObject({ ok: true });
  const { rows } = await shop.services.db.$client.query("select lines, known_lines from statements where file_name = $1", [
    "nv \ufffd.csv",
  ]);
  expect(rows).toEqual([{ lines: 2, known_lines: 2 }]);
});

test("[S10.13] a line's narration and payer are stored encrypted", async () => {
  const order = await anUpiOrder();
  await confirm(await upload(creditOf(order)));
  const { rows } = await shop.services.db.$client.query(
    "select encode(narration, 'escape') as narration from statement_lines where order_id = $1 union all select encode(payer, 'escape') from payments where order_id = $1",
    [order.id],
  );
  expect(rows).toHaveLength(2);
  for (const { narration } of rows) expect(narration).not.toContain("ASHA");
});

test("[S10.13] every line of a long statement and every statement can be reached, page by page", async () => {
  const id = await upload(Array.from({ length: 120 }, () => creditOf({ paise: 100, utr: nextUtr() })).join(""));
  const seen: string[] = [];
  for (let after: string | null = "0"; after !== null; ) {
    const page: Awaited<ReturnType<typeof findStatement>> = await findStatement(shop.services, anOwner, id, {
      kind: "other",
      after: Number(after),
    });
    seen.push(...(page?.shown.other.map((line) => line.id) ?? []));
    after = page?.next.other ?? null;
  }
  expect(new Set(seen).size).toBe(120);

  for (let n = 0; n < 21; n += 1) await upload(creditOf({ paise: 100, utr: nextUtr() }));
  const first = await listStatements(shop.services, anOwner);
  const second = await listStatements(shop.services, anOwner, first.next);
  expect(first.rows).toHaveLength(20);
  expect(new Set([...first.rows, ...second.rows].map((one) => one.id)).size).toBe(20 + second.rows.length);
  expect(second.rows.length).toBeGreaterThan(1);
});

test("[S10.13] verify finds no fault in a shop whose orders were paid so", async () => {
  const faults: string[] = [];
  for await (const fault of verifyShop(shop.services)) faults.push(lineOf(fault));
  expect(faults).toEqual([]);
});

test("[S6.3] [S10.13] only admins upload and confirm statements", async () => {
  const file = { name: "x", size: 0, stream: () => new Blob([]).stream() };
  expect(await uploadStatement(shop.services, aGuest(), { bank: "hdfc", columns: {} }, file)).toMatchObject({ code: "rightMissing" });
  expect(await confirmStatement(shop.services, aGuest(), "x", { likely: [] })).toMatchObject({ code: "rightMissing" });
  expect(await confirm("unknown")).toMatchObject({ code: "statementNotFound" });
});

/** An order whose time to pay was over before the owner read the statement, a day later. */
async function anExpiredOrder() {
  const order = await anUpiOrder({ isUnsent: true });
  shop.setNow(new Date(START.getTime() + 40 * 60_000));
  await expireUnpaid(shop.services);
  expect(await statusOf(order)).toBe("cancelled");
  shop.setNow(new Date(START.getTime() + 30 * 3_600_000));
  return order;
}

test("[S10.8] [S10.13] money that came on the day of its order is in time, however late its statement is read, and the preview says what happens", async () => {
  const order = await anExpiredOrder();
  const id = await upload(creditOf({ paise: order.paise, utr: nextUtr() }));
  const [line] = (await findStatement(shop.services, anOwner, id))?.shown.likely ?? [];
  expect(line).toMatchObject({ effect: "reopen", order: { requestCode: order.requestCode } });
  expect(await confirm(id, [line?.id ?? ""])).toMatchObject({ value: { settled: 1 } });
  expect(await statusOf(order)).toBe("approved");
});

test("[S10.8] [S10.13] money of a later day than the time to pay is to be refunded, and the preview says so", async () => {
  const order = await anExpiredOrder();
  shop.setNow(new Date(START.getTime() + 60 * 3_600_000));
  const id = await upload(creditOf({ paise: order.paise, utr: nextUtr() }, "28/11/26"));
  const [line] = (await findStatement(shop.services, anOwner, id))?.shown.likely ?? [];
  expect(line).toMatchObject({ effect: "refund" });
  expect(await confirm(id, [line?.id ?? ""])).toMatchObject({ value: { settled: 1 } });
  expect(await statusOf(order)).toBe("cancelled");
});

test("[S10.12] [S10.13] the money of a line is not recorded for a second order, unless the owner says that it is other money", async () => {
  const [one, two] = [await anUpiOrder({ isUnsent: true }), await anUpiOrder({ isUnsent: true })];
  // The payer wrote another order's number into the note.
  const noted = nextUtr();
  const id = await upload(`26/11/26,UPI-ASHA ${noted}-A@OKAXIS-UTIB0000123-${nextUtr()}-X,0,26/11/26,,${rupeesText(one.paise)},1000.00\n`);
  const [line] = (await findStatement(shop.services, anOwner, id))?.shown.likely ?? [];
  await confirm(id, [line?.id ?? ""]);
  expect(await statusOf(one)).toBe("approved");

  const record = (form: { utr: string; amount: number; isOtherMoney?: boolean }) =>
    recordPayment(shop.services, admin, { requestCode: two.requestCode, ...form });
  const said = { ok: false, code: "lineHasPaid", field: "isOtherMoney" };
  expect(await record({ utr: noted, amount: two.paise }), "a number of the line").toMatchObject(said);
  expect(await record({ utr: nextUtr(), amount: one.paise }), "its amount, on its day").toMatchObject(said);
  expect(await statusOf(two)).toBe("pending");
  expect(await faultsOf(shop)).toEqual([]);

  expect(await record({ utr: noted, amount: two.paise, isOtherMoney: true })).toMatchObject({ ok: true });
  expect(await statusOf(two)).toBe("approved");
  expect(await faultsOf(shop)).toEqual([]);
});
