import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { MESSAGES } from "#shop/contact/send-message.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { withdrawClaimsOf } from "#shop/orders/claims/decide-claim.server.ts";
import { releaseHeld } from "#shop/orders/decisions/release-held.server.ts";
import { eraseMessages } from "#shop/orders/messages/erase-messages.server.ts";
import { closePaymentOf } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { oweRefund } from "#shop/orders/payment/settling/owe-refund.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { withoutPayer } from "#shop/payments/statements/without-payer.server.ts";
import { payments, statementLines } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { lockEntriesOf, removeFromWaitlist } from "#shop/waitlist/remove-from-waitlist.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { DeletionForm } from "../account-forms.ts";
import { lockAccount } from "../lock-account.server.ts";
import { refuseLastAdmin } from "../make-admin.server.ts";
import { checkOwnPassword } from "../passwords/check-own-password.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import type { Visitor } from "../visitor.ts";
import { removeAccount } from "./remove-account.server.ts";

type Needs = Pick<Services, "db" | "now" | "jobs" | "vault">;
type Deleted = Result<null>;
type SignedIn = Exclude<Visitor, { kind: "guest" }>;

/** How often the deletion is retried because new orders arrived meanwhile. */
const ATTEMPTS_MAX = 5;

/**
 * Deletes the visitor's own account with all personal data, including contact messages sent while
 * logged in and the waitlist's entries of its address. Pending orders are cancelled and their IDs
 * released; all orders stay with the shop, without user and address. Requires the password. Refuses
 * `signInFirst`, `wrongCurrentPassword`, `tooManyRequests`, and `lastAdmin`. [S4.3] [S6.2] [S6.8]
 */
export async function deleteAccount(services: Needs, auth: Auth, visitor: Visitor, form: DeletionForm, headers: Headers): Promise<Deleted> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const password = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!password.ok) return password;

  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const deleted = await inTransaction(services.db, (tx) => deleteIn(services, tx, visitor));
    if (deleted !== "ordersCameMeanwhile") return deleted;
  }
  throw new Error("orders kept coming while their account was being deleted");
}

/**
 * Locks orders, then stock, then the waitlist's entries, then the account, in the same order as
 * placing and handling an order.
 */
async function deleteIn(services: Needs, tx: Tx, { userId, email }: SignedIn): Promise<Deleted | "ordersCameMeanwhile"> {
  const own = await lockOrdersOf(tx, userId);
  const pending = own.filter(({ status }) => status === "pending");
  await lockStock(tx, [...new Set(pending.map(({ productId }) => productId))]);
  const entries = await lockEntriesOf(services, tx, { userId, email });
  const others = await refuseLastAdmin(tx, userId);
  const account = await lockAccount(tx, userId);
  if (!account) return refused("signInFirst");
  if (account.role === "admin" && !account.disabled && !others.ok) return others;
  if ((await tx.$count(orders, eq(orders.userId, userId))) !== own.length) return "ordersCameMeanwhile";

  for (const order of pending) {
    await releaseHeld(tx, order);
    await tx.update(orders).set({ status: "cancelled", cancelledAt: services.now() }).where(eq(orders.id, order.id));
    await oweRefund(tx, order.id, "cancelled");
    await closePaymentOf(services, tx, order.id);
    await queueOrderDeliveries(services, tx, order, "cancelled");
    await announceOrder(tx, order.requestCode);
  }
  await forgetBuyer(services, tx, userId);
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId));
  await announce(tx, MESSAGES);
  await removeFromWaitlist(tx, entries);
  await endSessions(tx, userId);
  await removeAccount(tx, userId);
  return ok(null);
}

function lockOrdersOf(tx: Tx, userId: string) {
  const { id, requestCode, productId, productName, quantity, totalPaise, status } = orders;
  return tx
    .select({ id, requestCode, productId, productName, quantity, totalPaise, status })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id))
    .for("update");
}

/**
 * Removes the buyer from the orders and their payments, deletes the emails sent to that buyer, and
 * erases what the buyer wrote about the orders, which then wait for no answer and have no open claim.
 * `sweepFiles` removes the pictures of it. [S14.16] [S15.13]
 */
async function forgetBuyer(services: Pick<Services, "now" | "jobs">, tx: Tx, userId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx.delete(emails).where(and(inArray(emails.orderId, own), ne(emails.kind, "new-order")));
  const ownIds = (await own).map(({ id }) => id);
  await eraseMessages(tx, ownIds, services.now(), "buyer");
  await withdrawClaimsOf(services, tx, ownIds);
  await tx.update(payments).set({ payer: null }).where(inArray(payments.orderId, own));
  await tx.update(statementLines).set(withoutPayer).where(inArray(statementLines.orderId, own));
  await tx.update(orders).set({ userId: null, email: null, emailPrint: null }).where(eq(orders.userId, userId));
}
