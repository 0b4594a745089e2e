import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type LockedOrder, lockOrderById } from "#shop/orders/lock-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import type { InstantLimit, PaymentProblem, PaymentState } from "#shop/payments/payment.ts";
import { paymentAttempts, payments } from "#shop/payments/tables.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { closePaymentOf } from "../attempts/payment-jobs.server.ts";
import { lockEnough } from "./deliver-paid.server.ts";
import { paidFor } from "./has-matched-payment.server.ts";
import { notifyOfPayment } from "./notify-of-payment.server.ts";
import { payOrder } from "./pay-order.server.ts";
import { type InstantRead, noteInstantDelivery, readInstantLimit } from "./read-instant-limit.server.ts";
import { fateOf, type Money, type PaidFrom } from "./settle.ts";

type Needs = QueueNeeds & Pick<Services, "settings">;

/**
 * What `settle` did. `known`: the payment counted before, so nothing changed. `held back`: the
 * order is paid and waits for an approval. `recorded`: it was delivered before and is paid now.
 */
export type Settled = {
  outcome: "known" | "delivered" | "reopened" | "recorded" | "held back" | "review" | "refund due";
  requestCode: string | null;
  /** The id of the new payment; null if it is known. */
  paymentId: string | null;
};

/**
 * The only way by which money changes an order, whoever brings the news. Locks the order, writes
 * the payment, and delivers the IDs, reopens the order, or says what is to be done with the money.
 * Its emails, webhooks and announcement belong to the transaction, and a job closes a page on which
 * a paid order could be paid once more. It signs no admin: its ledger rows name the order. A
 * payment that is known changes nothing. [S10.2] [S10.5] [S10.6] [S10.7] [S10.8]
 */
export async function settle(services: Needs, tx: Tx, money: Money): Promise<Settled> {
  const order = money.orderId === null ? null : await lockOrderById(tx, money.orderId);
  const requestCode = order?.requestCode ?? null;
  const plan = await planFor(services, tx, money, order, await readSettings(services));
  const paymentId = await writePayment(services, tx, money, plan, order);
  if (paymentId === null) return { outcome: "known", requestCode, paymentId };

  await closeAttempt(tx, money, services.now());
  const { source, paidAt } = money;
  if (order && plan.from) await payOrder(services, tx, order, { source, paidAt, from: plan.from });
  if (order && plan.from && plan.instant) await noteInstantDelivery(services, tx, order, plan.instant);
  if (order && plan.state === "matched") await closePaymentOf(services, tx, order.id);
  if (order && plan.heldBack) await tx.update(orders).set({ paidAt }).where(eq(orders.id, order.id));
  await notifyOfPayment(services, tx, order, { ...money, ...plan });
  return { outcome: outcomeOf(plan), requestCode, paymentId };
}

/** What is written: the payment's state, and where the order's IDs come from if it is delivered. */
type Plan = {
  state: PaymentState;
  problem: PaymentProblem | null;
  heldBack: InstantLimit | null;
  from: PaidFrom | null;
  /** What was read about its buyer, if the order is to be delivered at once. */
  instant: InstantRead | null;
};

const none = { problem: null, heldBack: null, from: null, instant: null };

/** Decides about money by its order, the owner's limits and the stock, which it locks. */
async function planFor(services: Needs, tx: Tx, money: Money, order: LockedOrder | null, settings: ShopSettings): Promise<Plan> {
  const toPay = order && {
    ...order,
    cancelledAt: order.status === "cancelled" ? order.cancelledAt : null,
    ...(await paidFor(tx, order.id)),
  };
  const at = money.countsWhenPaid ? money.paidAt : services.now();
  const fate = fateOf(money, toPay, { at, latePaymentHours: settings.latePaymentHours });
  if (fate.is !== "pays") return { ...none, state: fate.is, problem: fate.problem };
  const { from } = fate;
  if (!order || from === "delivered") return { ...none, state: "matched", from };

  const instant = await readInstantLimit(services, tx, order, settings, money.paidBy ?? []);
  const heldBack = instant.limit;
  if (from === "stock" && isOfNobody(order)) return { ...none, state: "refund due", problem: "late" };
  if (from === "reserved") return { ...none, state: "matched", heldBack, from: heldBack ? null : from, instant };
  if (heldBack) return { ...none, state: "review", problem: "limit" };
  return (await lockEnough(tx, order)) ? { ...none, state: "matched", from, instant } : { ...none, state: "refund due", problem: "late" };
}

/**
 * Whether nobody can see an order any more: its buyer deleted the account, or forgot the device,
 * and there is no link. [S6.8]
 */
function isOfNobody({ userId, accessKeyHash, unlockedBy }: LockedOrder): boolean {
  return userId === null && accessKeyHash === null && unlockedBy.every((browser) => browser.length === 0);
}

/** Writes a payment and returns its id; null if it is known. */
async function writePayment(services: Needs, tx: Tx, money: Money, plan: Plan, order: LockedOrder | null): Promise<string | null> {
  const { state, problem, heldBack } = plan;
  const { payer, refundedPaise: _found, countsWhenPaid: _counts, paidBy: _by, ...known } = money;
  const id = randomUUID();
  const written = await tx
    .insert(payments)
    .values({
      ...known,
      id,
      payer: payer === null ? null : services.vault.encrypt(placeOf("payments.payer", id), payer),
      orderId: order?.id ?? null,
      receivedAt: services.now(),
      state,
      problem,
      heldBack,
    })
    .onConflictDoNothing({ target: [payments.source, payments.reference] })
    .returning({ id: payments.id });
  return written[0]?.id ?? null;
}

/** Marks the attempt that the money came by as paid, whatever became of it before. [S10.3] */
async function closeAttempt(tx: Tx, { attemptId }: Money, at: Date): Promise<void> {
  if (attemptId === null) return;
  await tx
    .update(paymentAttempts)
    .set({ state: "paid", closedAt: sql`coalesce(${paymentAttempts.closedAt}, ${at.toISOString()}::timestamptz)`, nextCheckAt: null })
    .where(and(eq(paymentAttempts.id, attemptId), ne(paymentAttempts.state, "paid")));
}

const deliveredFrom = { reserved: "delivered", stock: "reopened", delivered: "recorded" } as const;

function outcomeOf({ state, heldBack, from }: Plan): Settled["outcome"] {
  if (from) return deliveredFrom[from];
  if (heldBack) return "held back";
  return state === "review" ? "review" : "refund due";
}
