import { and, eq, inArray } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { orders } from "../tables.server.ts";
import { writeAttempt } from "./begin-payment.server.ts";
import { HOLD_AGAIN_MAX_MS, HOLD_MS } from "./constants.ts";
import { closeOpenAttempt } from "./end-holds.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/**
 * Begins a new attempt to pay an order: the earlier one is closed at its provider first, and money
 * that is there already is settled instead. Does nothing while an attempt is being opened. The hold is prolonged, 40 minutes after the order at
 * most. Refuses while the provider does not answer (`providerSilent`), and when the time is over
 * (`timeToPayOver`). For the order's buyer. [S10.3]
 */
export async function payAgain(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  origin: string,
): Promise<Result<null, "orderNotForYou" | "orderNotPending" | "noPaymentNeeded" | "providerSilent" | "timeToPayOver">> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  const [known] = await services.db.select({ id: orders.id }).from(orders).where(eq(orders.requestCode, requestCode));
  // A double click, or another tab: a new page is on its way.
  if (known && (await isOpening(services, known.id))) return ok(null);
  const closed = known ? await closeOpenAttempt(services, known.id) : "closed";
  if (closed === "unsure") return refused("providerSilent");
  if (closed === "paid") return ok(null);

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    if (order.status !== "pending") return refused("orderNotPending", { status: order.status });
    if (!isProviderName(order.paymentMethod) || order.paidAt !== null) return refused("noPaymentNeeded");
    const openNow = and(eq(paymentAttempts.orderId, order.id), inArray(paymentAttempts.state, ["opening", "open"]));
    // Another tab was faster.
    if ((await tx.$count(paymentAttempts, openNow)) > 0) return ok(null);
    const now = services.now().getTime();
    const holdUntil = Math.min(now + HOLD_MS, order.createdAt.getTime() + HOLD_AGAIN_MAX_MS);
    if (holdUntil <= now) return refused("timeToPayOver");
    await tx
      .update(orders)
      .set({ holdUntil: new Date(holdUntil) })
      .where(eq(orders.id, order.id));
    await writeAttempt(services, tx, order, { provider: order.paymentMethod, origin });
    return ok(null);
  });
}

async function isOpening({ db }: Pick<Services, "db">, orderId: string): Promise<boolean> {
  return (await db.$count(paymentAttempts, and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, "opening")))) > 0;
}
