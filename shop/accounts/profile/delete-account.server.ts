import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { DeletionForm } from "#shop/accounts/account-forms.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import { endSessions } from "#shop/accounts/end-sessions.server.ts";
import { lockAccount } from "#shop/accounts/lock-account.server.ts";
import { refuseLastAdmin } from "#shop/accounts/make-admin.server.ts";
import { checkOwnPassword } from "#shop/accounts/own-password.server.ts";
import { removeAccount } from "#shop/accounts/remove-account.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { MESSAGES } from "#shop/contact/send-message.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { letters } from "#shop/letters/tables.server.ts";
import { tellOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { announceOrder } from "./announce-order.server.ts";
import { releaseHeld } from "./release-held.server.ts";
import { orders } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Deleted = Result<null>;

/** How often it begins anew because orders came in between. */
const TRIES_MAX = 5;

/**
 * Deletes the visitor's own account with everything that names the person, also what was written to the shop while logged in. Pending orders are cancelled and their IDs are available again; every order
 * stays with the shop, without user and address. Asks for the password. Refuses `signInFirst`, `wrongCurrentPassword`, `tooManyRequests`, and `lastAdmin`.
 * [S4.3] [S6.2] [S6.8]
 */
export async function deleteAccount(services: Needs, auth: Auth, visitor: Visitor, form: DeletionForm, headers: Headers): Promise<Deleted> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const password = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!password.ok) return password;

  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const deleted = await services.db.transaction((tx) => deleteIn(services, tx, visitor.userId));
    if (deleted !== "ordersCameMeanwhile") return deleted;
  }
  throw new Error("orders kept coming while their account was being deleted");
}

/** Locks the orders first, then the stock, the account last, as whoever places or handles an order does; then decides, then writes. */
async function deleteIn(services: Needs, tx: Tx, userId: string): Promise<Deleted | "ordersCameMeanwhile"> {
  const own = await lockOrdersOf(tx, userId);
  const pending = own.filter(({ status }) => status === "pending");
  await lockStock(tx, [...new Set(pending.map(({ productId }) => productId))]);
  const others = await refuseLastAdmin(tx, userId);
  const account = await lockAccount(tx, userId);
  if (!account) return refused("signInFirst");
  if (account.role === "admin" && !account.disabled && !others.ok) return others;
  if ((await tx.$count(orders, eq(orders.userId, userId))) !== own.length) return "ordersCameMeanwhile";

  for (const order of pending) {
    await releaseHeld(tx, order);
    await tx.update(orders).set({ status: "cancelled", cancelledAt: services.now() }).where(eq(orders.id, order.id));
    await tellOfOrder(services, tx, order, "cancelled");
    await announceOrder(tx, order.requestCode);
  }
  await forgetBuyer(tx, userId);
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId));
  await announce(tx, MESSAGES);
  await endSessions(tx, userId);
  await removeAccount(tx, userId);
  return granted(null);
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

/** The orders stay; who placed them is forgotten, and so are the letters that were written to that address. */
async function forgetBuyer(tx: Tx, userId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx.delete(letters).where(and(inArray(letters.orderId, own), ne(letters.kind, "new-order")));
  await tx.update(orders).set({ userId: null, email: null }).where(eq(orders.userId, userId));
}
