import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import type { PlacedOrder } from "#shop/orders/placing/place-order.server.ts";
import { providerId as providerIdField } from "#shop/payments/providers/read-answer-fields.ts";
import { paymentAttempts, payments, refunds } from "#shop/payments/tables.server.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { aPaymentRow } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const write = (work: (tx: Tx) => Promise<unknown>) => inTransaction(shop.services.db, work);
/** The name of the database's rule that refuses this; null if none does. */
async function ruleOf(writing: Promise<unknown>): Promise<string | null> {
  return writing.then(
    () => null,
    (error: Error & { constraint?: string; cause?: { constraint?: string } }) =>
      error.constraint ?? error.cause?.constraint ?? error.message,
  );
}

async function aCancelledOrder(): Promise<PlacedOrder> {
  const order = await aPendingOrder(shop);
  await cancelOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  return order;
}

/** Approves a cancelled order with a free ID by plain SQL, as only a payment may. */
async function reopen(tx: Tx, { id, productId }: Pick<PlacedOrder, "id" | "productId">): Promise<void> {
  await tx.execute(
    sql`update orders set status = 'approved', approved_by = 'payment:upi', processed_at = now(), paid_at = now(), reopened_at = now() where id = ${id}`,
  );
  await tx.execute(sql`with taken as (delete from free_units where product_id = ${productId} and unit_id = (
      select min(unit_id) from free_units where product_id = ${productId}) returning unit_id),
    counted as (update product_stock set available = available - 1 where product_id = ${productId})
    insert into order_units (unit_id, order_id, delivered_at, position) select unit_id, ${id}, now(), 0 from taken`);
}

test("[S10.8] a cancelled order is final, but for the transaction that writes its matched payment", async () => {
  const order = await aCancelledOrder();
  expect(await ruleOf(write((tx) => reopen(tx, order)))).toBe("order_is_final");
  expect(
    await ruleOf(
      write(async (tx) => {
        await tx.insert(payments).values(aPaymentRow({ orderId: order.id, state: "refund due", problem: "late" }));
        await reopen(tx, order);
      }),
    ),
    "money that goes back reopens nothing",
  ).toBe("order_is_final");
  const other = await aPendingOrder(shop);
  expect(
    await ruleOf(
      write(async (tx) => {
        await tx.insert(payments).values(aPaymentRow({ orderId: other.id }));
        await reopen(tx, order);
      }),
    ),
    "money of another order reopens nothing",
  ).toBe("order_is_final");

  await write(async (tx) => {
    await tx.insert(payments).values(aPaymentRow({ orderId: order.id }));
    await reopen(tx, order);
  });
  expect(await faultsOf(shop)).toEqual([]);
  expect(
    await ruleOf(
      write((tx) =>
        tx.execute(sql`update orders set status = 'cancelled', approved_by = null, processed_at = null where id = ${order.id}`),
      ),
    ),
    "nothing goes back",
  ).toBe("order_is_final");
});

test("[S10.8] a rejected order is final, also when its money comes", async () => {
  const order = await aPendingOrder(shop);
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "No" });
  expect(
    await ruleOf(
      write(async (tx) => {
        await tx.insert(payments).values(aPaymentRow({ orderId: order.id }));
        await tx.execute(
          sql`update orders set status = 'approved', reason = null, approved_by = 'payment:upi', cancelled_at = now(), reopened_at = now() where id = ${order.id}`,
        );
      }),
    ),
  ).toBe("order_is_final");
  expect(await ruleOf(write((tx) => tx.insert(payments).values(aPaymentRow({ orderId: order.id })))), "nor does it match").toBe(
    "matched_order_stands",
  );
});

test("[S10.2] a payment counts once, and one payment pays for an order", async () => {
  const order = await aPendingOrder(shop);
  const row = aPaymentRow({ state: "review", problem: "unknown" });
  await write((tx) => tx.insert(payments).values(row));
  expect(await ruleOf(write((tx) => tx.insert(payments).values({ ...row, id: crypto.randomUUID() })))).toBe("payments_once");
  await write((tx) => tx.insert(payments).values({ ...row, id: crypto.randomUUID(), source: "razorpay" }));
  const matched = aPaymentRow({ orderId: order.id });
  expect(await ruleOf(write((tx) => tx.insert(payments).values([matched, aPaymentRow({ orderId: order.id })])))).toBe(
    "payments_one_for_an_order",
  );
});

test("[S10.9] the money of an order that is rejected or cancelled is to be refunded", async () => {
  const states = async (orderId: string) => {
    const { rows } = await shop.services.db.$client.query("select state, problem from payments where order_id = $1", [orderId]);
    return rows;
  };
  const [rejected, cancelled, forgotten] = [await aPendingOrder(shop), await aPendingOrder(shop), await aPendingOrder(shop)];
  for (const { id } of [rejected, cancelled, forgotten]) {
    await write(async (tx) => {
      await tx.insert(payments).values(aPaymentRow({ orderId: id }));
      await tx.execute(sql`update orders set paid_at = now() where id = ${id}`);
    });
  }
  expect(await rejectOrder(shop.services, admin, rejected.requestCode, { reason: "No" })).toMatchObject({ ok: true });
  await cancelOrder(shop.services, aGuest({ accessKey: cancelled.accessKey }), cancelled.requestCode);
  expect(await states(rejected.id)).toEqual([{ state: "refund due", problem: "rejected" }]);
  expect(await states(cancelled.id)).toEqual([{ state: "refund due", problem: "cancelled" }]);
  expect(
    await ruleOf(
      write(async (tx) => {
        await tx.execute(sql`update orders set status = 'cancelled', cancelled_at = now() where id = ${forgotten.id}`);
        await tx.execute(sql`with gone as (delete from order_units where order_id = ${forgotten.id} returning unit_id),
        freed as (insert into free_units select ${forgotten.productId}, unit_id from gone)
        update product_stock set available = available + 1 where product_id = ${forgotten.productId}`);
      }),
    ),
    "a command that forgets the money fails",
  ).toBe("matched_order_stands");
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.10] refunds never exceed their payment, also two at once, and decide whether it is refunded", async () => {
  const { db } = shop.services;
  const payment = aPaymentRow({ state: "review", problem: "unknown" });
  await db.insert(payments).values(payment);
  const refund = (paise: number, state: "done" | "due" = "due") => {
    const at = new Date();
    const id = crypto.randomUUID();
    const row = { id, paymentId: payment.id, paise, how: "provider", idempotencyKey: id, state, createdAt: at } as const;
    return write((tx) => tx.insert(refunds).values({ ...row, doneAt: state === "done" ? at : null }));
  };
  expect(await ruleOf(refund(49_901))).toBe("refunds_stay_below");
  const both = await Promise.allSettled([refund(30_000), refund(30_000)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(
    await ruleOf(refund(19_900, "done").then(() => db.execute(sql`update payments set state = 'refunded' where id = ${payment.id}`))),
  ).toBe("refunds_add_up");
  expect(
    await ruleOf(db.execute(sql`update refunds set state = 'done', done_at = now() where payment_id = ${payment.id}`)),
    "all of it is back, and the payment says otherwise",
  ).toBe("refunds_add_up");
  await write(async (tx) => {
    await tx.execute(sql`update refunds set state = 'done', done_at = now() where payment_id = ${payment.id}`);
    await tx.execute(sql`update payments set state = 'refunded' where id = ${payment.id}`);
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.3] [S10.9] [S10.10] the books take every id that the answers of providers may have, and no longer one", async () => {
  const { db } = shop.services;
  const at = new Date();
  const store = async (providerId: string) => {
    expect(providerIdField.safeParse(providerId).success).toBe(providerId.length === 255);
    const { id: orderId } = await aPendingOrder(shop);
    const [id, payment] = [
      crypto.randomUUID(),
      aPaymentRow({ source: "stripe", reference: providerId, state: "review", problem: "unknown" }),
    ];
    const attempt = { id, orderId, provider: "stripe", number: 1, reference: id, providerId, paise: 49_900, state: "opening" } as const;
    const ofAttempt = await ruleOf(db.insert(paymentAttempts).values({ ...attempt, createdAt: at, expiresAt: at }));
    const ofPayment = await ruleOf(db.insert(payments).values(payment));
    const known = aPaymentRow({ state: "review", problem: "unknown" });
    await db.insert(payments).values(known);
    const refund = {
      id,
      paymentId: known.id,
      paise: 1,
      how: "provider",
      idempotencyKey: id,
      providerId,
      state: "due",
      createdAt: at,
    } as const;
    return [ofAttempt, ofPayment, await ruleOf(db.insert(refunds).values(refund))];
  };
  expect(await store("p".repeat(255))).toEqual([null, null, null]);
  expect(await store("p".repeat(256))).toEqual([
    "payment_attempts_provider_id_check",
    "payments_reference_check",
    "refunds_provider_id_check",
  ]);
});

test("[S10.9] money is not deleted, and does not change its amount", async () => {
  const { db } = shop.services;
  const payment = aPaymentRow({ state: "review", problem: "unknown" });
  await db.insert(payments).values(payment);
  for (const statement of [
    sql`delete from payments where id = ${payment.id}`,
    sql`update payments set paise = 1 where id = ${payment.id}`,
    sql`update payments set reference = 'other' where id = ${payment.id}`,
  ])
    expect(await ruleOf(db.execute(statement))).toBe("money_stays");
});

test("[S10.3] an attempt is one at a time and goes on, never back; what was not paid may still become paid", async () => {
  const { db } = shop.services;
  const { id: orderId } = await aPendingOrder(shop);
  const attempt = (number: number) => {
    const id = crypto.randomUUID();
    const row = { id, orderId, provider: "razorpay", number, reference: id, paise: 49_900, state: "opening" } as const;
    return db.insert(paymentAttempts).values({ ...row, createdAt: new Date(), expiresAt: new Date() });
  };
  const become = (state: string) =>
    db.execute(sql`update payment_attempts set state = ${state}, provider_id = 'plink', pay_url = 'https://pay.example/', opened_at = now(),
      closed_at = case when ${state} in ('opening', 'open') then null else now() end where order_id = ${orderId} and number = 1`);
  await attempt(1);
  expect(await ruleOf(attempt(2))).toBe("payment_attempts_one_at_a_time");
  for (const state of ["open", "expired"]) await become(state);
  await attempt(2);
  for (const state of ["opening", "open", "cancelled", "failed"]) expect(await ruleOf(become(state)), state).toBe("attempt_goes_on");
  await become("paid");
  for (const state of ["open", "expired"]) expect(await ruleOf(become(state)), state).toBe("attempt_goes_on");
});
