import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { type RateLimitNeeds, takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { type LockedOrder, lockOrder } from "#shop/orders/lock-order.server.ts";
import { isBuyer, isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { isProviderName, type ProviderName, providerNames } from "#shop/payments/payment.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { payAgainLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { providersOn, takesTotal } from "../order-payment.ts";
import { writeAttempt } from "./begin-payment.server.ts";
import { ATTEMPTS_OF_ORDER_MAX, HOLD_AGAIN_MAX_MS, HOLD_MS } from "./constants.ts";
import { closeOpenAttempt } from "./end-holds.server.ts";

type Needs = QueueNeeds & RateLimitNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/**
 * Begins a new attempt to pay an order: the earlier one is closed at its provider first, and money
 * that is there already is settled instead. Does nothing while an attempt is being opened. The hold
 * is prolonged, 40 minutes after the order at most. A buyer who was asked to pay chooses the
 * provider, and the time stays as it is. Refuses a second try within 20 s (`tooManyRequests`) and
 * an eleventh attempt (`paymentAttemptsUsedUp`) before the provider is asked anything; while the
 * provider does not answer (`providerUnresponsive`), when the time is over (`timeToPayOver`), and a
 * provider that is off (`paymentMethodOff`). For the order's buyer. [S10.3] [S10.17]
 */
export async function payAgain(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  origin: string,
  form: AttemptForm = {},
): Promise<Result<null, Refused>> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  const { orderId, isOpening, attempts } = await readAttempts(services, requestCode);
  // A double click, or another tab: a new page is on its way.
  if (isOpening) return ok(null);
  if (attempts >= ATTEMPTS_OF_ORDER_MAX) return refused("paymentAttemptsUsedUp", { n: ATTEMPTS_OF_ORDER_MAX });
  const limits = [payAgainLimit(requestCode)];
  const allowed = await countWithin(services, limits);
  if (!allowed.ok) return allowed;
  // Another tab may begin an attempt just now: that one stays.
  const closed = orderId === null ? "closed" : await closeOpenAttempt(services, orderId, ["open"]);
  if (closed === "unsure") return refused("providerUnresponsive");
  if (closed === "paid") return ok(null);

  const begun = await begin(services, visitor, requestCode, origin, form);
  // No page is open any more, so that the provider is not asked by the next try either.
  if (!begun.ok) await takeBackAttempts(services, limits);
  return begun;
}

/**
 * The provider that a buyer chooses who was asked to pay; without one, the only one that is on.
 * [S10.17]
 */
export const AttemptForm = z.object({ paymentMethod: z.enum(providerNames).optional() });
export type AttemptForm = z.output<typeof AttemptForm>;

type Refused = Begun | "providerUnresponsive" | "paymentAttemptsUsedUp" | "tooManyRequests";
type Begun = "orderNotForYou" | "orderNotPending" | "noPaymentNeeded" | "paymentMethodOff" | "timeToPayOver";
type Hold = { provider: ProviderName; holdUntil: Date | null };

/** The order with this code, how many attempts it has, and whether one is being opened. */
async function readAttempts({ db }: Pick<Services, "db">, requestCode: string) {
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.requestCode, requestCode));
  if (!known) return { orderId: null, isOpening: false, attempts: 0 };
  const { orderId, state } = paymentAttempts;
  const [isOpening, attempts] = await Promise.all([
    db.$count(paymentAttempts, and(eq(orderId, known.id), eq(state, "opening"))),
    db.$count(paymentAttempts, eq(orderId, known.id)),
  ]);
  return { orderId: known.id, isOpening: isOpening > 0, attempts };
}

/** Writes the new attempt under the order's lock, unless another tab was faster. */
async function begin(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  origin: string,
  { paymentMethod: chosen }: AttemptForm,
): Promise<Result<null, Begun>> {
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    if (order.status !== "pending") return refused("orderNotPending", { status: order.status });
    if (order.paidAt !== null || order.hasPaymentToReview) return refused("noPaymentNeeded");
    const openNow = and(eq(paymentAttempts.orderId, order.id), inArray(paymentAttempts.state, ["opening", "open"]));
    if ((await tx.$count(paymentAttempts, openNow)) > 0) return ok(null);
    const hold = isProviderName(order.paymentMethod)
      ? ok({ provider: order.paymentMethod, holdUntil: prolonged(order.createdAt, services.now()) })
      : await holdWhenAsked(services, tx, order, chosen);
    if (!hold.ok) return hold;
    const { provider, holdUntil } = hold.value;
    if (holdUntil !== null && holdUntil <= services.now()) return refused("timeToPayOver");
    await tx.update(orders).set({ holdUntil }).where(eq(orders.id, order.id));
    await writeAttempt(services, tx, order, { provider, origin });
    return ok(null);
  });
}

function prolonged(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + HOLD_MS, createdAt.getTime() + HOLD_AGAIN_MAX_MS));
}

/** The hold of a `Request First` order whose buyer was asked to pay, and who sent no UTR. */
async function holdWhenAsked(
  services: Needs,
  tx: Tx,
  { id, paymentMethod, paymentAskedAt, totalPaise }: LockedOrder,
  chosen: ProviderName | undefined,
): Promise<Result<Hold, "noPaymentNeeded" | "paymentMethodOff">> {
  const [row] = await tx.select({ utr: orders.utr, holdUntil: orders.holdUntil }).from(orders).where(eq(orders.id, id));
  if (paymentMethod !== "request" || paymentAskedAt === null || !row || row.utr !== null) return refused("noPaymentNeeded");
  const on = providersOn(await readSettings(services)).filter((name) => takesTotal(name, totalPaise));
  const provider = chosen ? on.find((name) => name === chosen) : on[0];
  return provider ? ok({ provider, holdUntil: row.holdUntil }) : refused("paymentMethodOff");
}
