import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import type { Money } from "#shop/orders/payment/settling/settle.ts";
import { behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

/** An order of ₹499 and the id of its payment. */
type Paid = { id: string; code: string; payment: string };
type Shop = { plain: Paid; rejected: Paid; provided: Paid & { attempt: string }; credited: Paid & { refund: string; note: string } } & {
  waiting: { id: string; code: string };
  stated: Paid & { line: string };
};

let shop: TestShop;
let of: Shop;
beforeAll(async () => {
  shop = await openTestShop();
  of = await aShopWithMoney(await anAdmin(shop));
  const { rows } = await query(
    `select table_name as name, string_agg(format('%I', column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) group by 1`,
    [tables],
  );
  for (const { name, columns } of rows) columnsOf.set(name, columns);
});
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);

/** The tables that tests damage and repair, with their columns. */
const tables = ["orders", "payments", "refunds", "credit_notes", "credit_note_counters", "payment_attempts"].concat([
  "upi_amounts",
  "statements",
  "statement_lines",
]);
const columnsOf = new Map<string, string>();

async function aPaid(changes: Partial<Money> = {}): Promise<Paid> {
  const order = await paidOnline(shop, await aPendingOrder(shop));
  const { paymentId } = await settled(shop.services, someMoney(order.id, changes));
  return { id: order.id, code: order.requestCode, payment: paymentId ?? "" };
}

/**
 * A shop in which each kind of money is: plain, rejected, of a provider, credited, waiting and on a
 * statement.
 */
async function aShopWithMoney(admin: Admin): Promise<Shop> {
  const [plain, credited, stated] = [await aPaid(), await aPaid(), await aPaid()];
  await refundPayment(shop.services, admin, credited.payment, {
    how: "by hand",
    reference: "NEFT",
    reason: null,
    left: null,
    amount: 10_000,
  });
  const { rows } = await query("select n.refund_id as refund, n.code as note from credit_notes n where n.order_id = $1", [credited.id]);

  const refused = await aPendingOrder(shop);
  await rejectOrder(shop.services, admin, refused.requestCode, { reason: "No" });
  const { paymentId } = await settled(shop.services, someMoney(refused.id));
  const rejected = { id: refused.id, code: refused.requestCode, payment: paymentId ?? "" };

  const attempt = randomUUID();
  const byProvider = await paidOnline(shop, await aPendingOrder(shop));
  await query(
    `insert into payment_attempts (id, order_id, provider, number, reference, paise, state, created_at, expires_at)
      values ($1, $2, 'razorpay', 1, $3, 49900, 'opening', now(), now())`,
    [attempt, byProvider.id, attempt],
  );
  const money = { source: "razorpay", reference: `pay_${attempt}`, attemptId: attempt } as const;
  const provided = await settled(shop.services, someMoney(byProvider.id, money));

  const pending = await paidOnline(shop, await aPendingOrder(shop));
  await query("update orders set payable_paise = 49870 where id = $1", [pending.id]);
  await query("insert into upi_amounts (paise, order_id) values (49870, $1)", [pending.id]);

  await query(`insert into statements (id, bank, file_name, state, admin_id, uploaded_at, confirmed_at, lines)
    values ('statement', 'HDFC', 'a.csv', 'confirmed', '${admin.userId}', now(), now(), 1)`);
  const { rows: lines } = await query(
    `insert into statement_lines (statement_id, fingerprint, day, paise, verdict, order_id, payment_id)
      values ('statement', decode(repeat('ab', 32), 'hex'), '2026-11-26', 49900, 'certain', $1, $2) returning id::text`,
    [stated.id, stated.payment],
  );
  return {
    plain,
    rejected,
    credited: { ...credited, ...rows[0] },
    stated: { ...stated, line: lines[0]?.id },
    provided: { id: byProvider.id, code: byProvider.requestCode, payment: provided.paymentId ?? "", attempt },
    waiting: { id: pending.id, code: pending.requestCode },
  };
}

/** Changes the shop with triggers switched off, and restores it afterwards. */
async function whileBroken(text: string, check: () => Promise<void>): Promise<void> {
  const each = (statement: (name: string, columns: string) => string) =>
    [...columnsOf].map(([name, columns]) => statement(name, columns)).join(";");
  await behindTheRules(shop, `create schema kept; ${each((name) => `create table kept.${name} as table ${name}`)}; ${text}`);
  try {
    await check();
  } finally {
    const back = each(
      (name, columns) =>
        `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
    );
    await behindTheRules(shop, `${back}; drop schema kept cascade`);
  }
}

test("[S10.9] a shop in which every rupee ends somewhere has no fault", async () => {
  expect(await faultsOf(shop)).toEqual([]);
});

const payment = ({ payment: id }: Paid, ...wrong: string[]) => wrong.map((one) => `payment ${id}: ${one}`);
const order = ({ code }: { code: string }, wrong: string) => `order ${code}: ${wrong}`;
const UNPAID = "its order is not marked as paid";
const BY_NOBODY = "approved or reopened by a payment that is not there";

/** Direct changes to the database, and every fault that `verify` then reports. */
const broken: [string, () => string, () => string[]][] = [
  [
    "a payment of an order that is not there",
    () => `update payments set order_id = 'gone' where id = '${of.plain.payment}'`,
    () => [order(of.plain, BY_NOBODY), ...payment(of.plain, UNPAID, "its order is not there")],
  ],
  [
    "a payment that pays for a rejected order",
    () => `update payments set state = 'matched', problem = null where id = '${of.rejected.payment}'`,
    () => payment(of.rejected, "it pays for an order that is rejected", UNPAID),
  ],
  [
    "another amount than the order's",
    () => `update payments set paise = paise + 1 where id = '${of.plain.payment}'`,
    () => payment(of.plain, "it pays for an order with another amount"),
  ],
  [
    "another currency",
    () => `update payments set currency = 'USD' where id = '${of.plain.payment}'`,
    () => payment(of.plain, "it pays for an order with another amount"),
  ],
  [
    "a paid order that is not marked so",
    () => `update orders set paid_at = null where id = '${of.plain.id}'`,
    () => payment(of.plain, UNPAID),
  ],
  [
    "a payment whose attempt is not there",
    () => `delete from payment_attempts where id = '${of.provided.attempt}'`,
    () => payment(of.provided, "its attempt is not there"),
  ],
  [
    "a payment whose attempt is of another provider",
    () => `update payment_attempts set provider = 'stripe' where id = '${of.provided.attempt}'`,
    () => payment(of.provided, "its attempt is of another order or provider"),
  ],
  [
    "a payment whose attempt is of another order",
    () => `update payment_attempts set order_id = '${of.waiting.id}' where id = '${of.provided.attempt}'`,
    () => payment(of.provided, "its attempt is of another order or provider"),
  ],
  [
    "a payment whose attempt is not paid",
    () => `update payment_attempts set state = 'expired' where id = '${of.provided.attempt}'`,
    () => payment(of.provided, "its attempt is expired"),
  ],
  [
    "an attempt of an order that is not there",
    () => `update payment_attempts set order_id = 'gone' where id = '${of.provided.attempt}'`,
    () => [
      `attempt to pay ${of.provided.attempt}: its order is not there`,
      ...payment(of.provided, "its attempt is of another order or provider"),
    ],
  ],
  [
    "a paid attempt without its payment",
    () => `update payments set attempt_id = null where id = '${of.provided.payment}'`,
    () => [`attempt to pay ${of.provided.attempt}: paid, and no payment came by it`],
  ],
  [
    "more refunded than came in",
    () => `update refunds set paise = 60000 where id = '${of.credited.refund}'`,
    () => payment(of.credited, "more of it was refunded than came in"),
  ],
  [
    "a payment that is refunded in its state alone",
    () => `update payments set state = 'refunded' where id = '${of.credited.payment}'`,
    () => payment(of.credited, "its state and the sum of its refunds disagree"),
  ],
  [
    "a refund of a payment that is not there",
    () => `delete from payments where id = '${of.credited.payment}'`,
    () => [order(of.credited, BY_NOBODY), `refund ${of.credited.refund}: its payment is not there`],
  ],
  [
    "an order approved by money of another source",
    () => `update payments set source = 'razorpay' where id = '${of.plain.payment}'`,
    () => [order(of.plain, BY_NOBODY)],
  ],
  [
    "a credit note of a refund that is not there",
    () => `delete from refunds where id = '${of.credited.refund}'`,
    () => [`credit note ${of.credited.note}: its refund is not there`],
  ],
  [
    "a credit note of another order, which has no receipt",
    () => `update credit_notes set order_id = '${of.waiting.id}'`,
    () => [`credit note ${of.credited.note}: its order has no receipt`, `credit note ${of.credited.note}: its refund is of another order`],
  ],
  [
    "a credit note of more than its refund",
    () => "update credit_notes set paise = paise + 1",
    () => [`credit note ${of.credited.note}: it is of more than its refund`],
  ],
  [
    "more credited than the receipt is of",
    () => "update credit_notes set paise = 50000; update refunds set paise = 50000",
    () => [
      order(of.credited, "more of its receipt was credited than it is of"),
      ...payment(of.credited, "more of it was refunded than came in"),
    ],
  ],
  [
    "a gap in the numbers of credit notes",
    () => "update credit_note_counters set last = last + 1",
    () => [expect.stringMatching(/^credit notes of \d{4}: 1, of which the last is number 1, and 2 by the counter$/)],
  ],
  [
    "an amount of an order that is not there",
    () => "update upi_amounts set order_id = 'gone'",
    () => ["amount of 49870 paise: its order is not there", "amount of 49870 paise: its order pays another amount"],
  ],
  [
    "an order that pays another amount than its own",
    () => `update orders set payable_paise = 49869 where id = '${of.waiting.id}'`,
    () => ["amount of 49870 paise: its order pays another amount"],
  ],
  [
    "an amount that is free while its order waits",
    () => "update upi_amounts set free_at = now()",
    () => ["amount of 49870 paise: free, and its order is pending"],
  ],
  [
    "a line of a statement that is not there",
    () => "delete from statements",
    () => [`line ${of.stated.line} of a bank statement: its statement is not there`],
  ],
  [
    "a line whose payment is not there",
    () => "update statement_lines set payment_id = 'gone'",
    () => [`line ${of.stated.line} of a bank statement: its payment is not there`],
  ],
  [
    "a line with another amount than its payment",
    () => "update statement_lines set paise = paise + 1",
    () => [`line ${of.stated.line} of a bank statement: its payment has another amount or source`],
  ],
  [
    "a line of a payment that came by a provider",
    () => `update statement_lines set payment_id = '${of.provided.payment}'`,
    () => [`line ${of.stated.line} of a bank statement: its payment has another amount or source`],
  ],
  [
    "a line of a day to come",
    () => "update statement_lines set day = (now() + interval '3 days')::date",
    () => [`line ${of.stated.line} of a bank statement: its day is after the day on which it was uploaded`],
  ],
  [
    "[S16.10] a payment of a bank alert that is not there",
    () => `update payments set bank_proof = 'awaited' where id = '${of.plain.payment}'`,
    () => [`payment ${of.plain.payment}: its proof and the bank alert that brought it disagree`],
  ],
  [
    "money of which a line of a statement has paid already",
    () => `update statement_lines set trust = 'sure', reference = (select reference from payments where id = '${of.plain.payment}')`,
    () => [`payment ${of.plain.payment}: a line of a bank statement with its UTR has paid already`],
  ],
  [
    "a line that has paid twice",
    () => `update statement_lines set trust = 'sure', reference = '633100000001';
      insert into statement_lines (statement_id, fingerprint, day, paise, reference, trust, verdict, order_id, payment_id)
        select statement_id, decode(repeat('cd', 32), 'hex'), day, paise, reference, trust, verdict, order_id, '${of.plain.payment}' from statement_lines`,
    () => [expect.stringContaining("another line with its UTR and amount has paid too")],
  ],
  [
    "a line of an order that is not there",
    () => "update statement_lines set order_id = 'gone'",
    () => [`line ${of.stated.line} of a bank statement: its order is not there`],
  ],
];

test.each(broken)("[S10.9] verify finds %s", async (_name, text, faults) => {
  await whileBroken(text(), async () => expect(await faultsOf(shop)).toEqual(faults()));
});

test("[S10.9] verify finds an order that is paid twice", async () => {
  const other = `insert into payments (id, source, reference, paise, currency, paid_at, received_at, order_id, state)
    values ('other', 'upi', 'other', 49900, 'INR', now(), now(), '${of.plain.id}', 'matched')`;
  const again = "create unique index payments_one_for_an_order on payments (order_id) where state = 'matched'";
  await whileBroken(`drop index payments_one_for_an_order; ${other}`, async () => {
    expect(await faultsOf(shop)).toEqual(["other", of.plain.payment].map((id) => `payment ${id}: its order is paid twice`).sort());
  });
  await behindTheRules(shop, again);
  expect(await faultsOf(shop)).toEqual([]);
});
