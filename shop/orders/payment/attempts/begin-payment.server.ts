import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { type LockedOrder, lockOrder } from "#shop/orders/lock-order.server.ts";
import type { Placed } from "#shop/orders/order.ts";
import { isProviderName, type ProviderName } from "#shop/payments/payment.ts";
import type { ProviderAttempt } from "#shop/payments/providers/provider.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { payableOf } from "../settling/settle.ts";
import { attemptDescription, attemptReference } from "./attempt-reference.ts";
import { PAGE_ENDS_MS } from "./constants.ts";
import { followPayment } from "./payment-jobs.server.ts";

type Needs = Pick<Services, "db" | "now" | "jobs">;

/**
 * Writes the first attempt to pay a pending order at its provider, and queues the job that opens
 * it. Does nothing for an order that has an attempt, and for one that is paid otherwise. `origin`
 * is the shop's address, to which its buyer comes back. [S10.3]
 */
export async function beginPayment(
  services: Needs,
  { requestCode, paymentMethod }: Pick<Placed, "requestCode" | "paymentMethod">,
  origin: string,
): Promise<void> {
  if (!isProviderName(paymentMethod)) return;
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (order?.status !== "pending") return;
    const attempts = await tx.$count(paymentAttempts, eq(paymentAttempts.orderId, order.id));
    if (attempts > 0) return;
    await writeAttempt(services, tx, order, { provider: paymentMethod, origin });
  });
}

/**
 * Writes an attempt for a locked order, with all that the provider is sent, so that it can be
 * repeated byte by byte. The order has no open attempt. [S10.3]
 */
export async function writeAttempt(
  services: Pick<Services, "now" | "jobs">,
  tx: Tx,
  order: LockedOrder,
  { provider, origin }: { provider: ProviderName; origin: string },
): Promise<void> {
  const now = services.now();
  const number = 1 + (await tx.$count(paymentAttempts, eq(paymentAttempts.orderId, order.id)));
  const id = randomUUID();
  const sent: ProviderAttempt = {
    id,
    reference: attemptReference(order.requestCode, number, randomBytes(6).toString("base64url")),
    amountPaise: payableOf(order),
    description: attemptDescription(order),
    expiresAt: new Date(now.getTime() + PAGE_ENDS_MS[provider]),
    // The guest's private link is not in it: the provider and its logs get this address.
    returnUrl: `${origin}/order-status/${order.requestCode}/paid`,
  };
  await tx.insert(paymentAttempts).values({
    id,
    orderId: order.id,
    provider,
    number,
    reference: sent.reference,
    paise: sent.amountPaise,
    state: "opening",
    request: JSON.stringify(sent),
    createdAt: now,
    expiresAt: sent.expiresAt,
    nextCheckAt: now,
  });
  await followPayment(services, tx, id);
  await announceOrder(tx, order.requestCode);
}
