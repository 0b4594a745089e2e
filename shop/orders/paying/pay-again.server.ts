import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { isProviderName, type ProviderName, providerNames } from "#shop/payments/payment.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { type LockedOrder, lockOrder } from "../lock-order.server.ts";
import { providersOn, takesTotal } from "../payment.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { orders } from "../tables.server.ts";
import { writeAttempt } from "./begin-payment.server.ts";
import { HOLD_AGAIN_MAX_MS, HOLD_MS } from "./constants.ts";
import { closeOpenAttempt } from "./end-holds.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/**
 * Begins a new attempt to pay an order: the earlier one is closed at its provider first, and money
 * that is there already is settled instead. Does nothing while an attempt is being opened. The hold
 * is prolonged, 40 minutes after the order at most. A buyer who was asked to pay chooses the
 * provider, and the time stays as it is. Refuses while the provider does not answer
 * (`providerSilent`), when the time is over (`timeToPayOver`), and a provider that is off
 * (`paymentMethodOff`). For the order's buyer. [S10.3] [S10.17]
 */
export async function payAgain(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  origin: string,
  { paymentMethod: chosen }: AttemptForm = {},
): Promise<Result<null, Refused>> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  const [known] = await services.db.select({ id: orders.id }).from(orders).where(eq(orders.requestCode, requestCode));
  // A double click, or another tab: a new page is on its way.
  if (known && (await isOpening(services, known.id))) return ok(null);
  // Another tab may begin an attempt just now: that one stays.
  const closed = known ? await closeOpenAttempt(services, known.id, ["open"]) : "closed";
  if (closed === "unsure") return refused("providerSilent");
  if (closed === "paid") return ok(null);

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    if (order.status !== "pending") return refused("orderNotPending", { status: order.status });
    if (order.paidAt !== null || order.hasPaymentToReview) return refused("noPaymentNeeded");
    const openNow = and(eq(paymentAttempts.orderId, order.id), inArray(paymentAttempts.state, ["opening", "open"]));
    // Another tab was faster.
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

/**
 * The provider that a buyer chooses who was asked to pay; without one, the only one that is on.
 * [S10.17]
 */
export const AttemptForm = z.object({ paymentMethod: z.enum(providerNames).optional() });
export type AttemptForm = z.output<typeof AttemptForm>;

type Refused = "orderNotForYou" | "orderNotPending" | "noPaymentNeeded" | "paymentMethodOff" | "providerSilent" | "timeToPayOver";
type Hold = { provider: ProviderName; holdUntil: Date | null };

async function isOpening({ db }: Pick<Services, "db">, orderId: string): Promise<boolean> {
  return (await db.$count(paymentAttempts, and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, "opening")))) > 0;
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
