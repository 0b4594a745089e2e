import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { AuditedAction } from "#shop/audit/audited-action.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { type LockedAccount, lockAccount } from "../lock-account.server.ts";
import { lockOwners, othersThan } from "../make-admin.server.ts";
import { sendPasswordLink } from "../passwords/send-password-link.server.ts";
import { dropPassword, voidReset } from "../passwords/set-password.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import { users, withdrawnAccounts } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

type Needs = Pick<Services, "db"> & QueueNeeds;
type Change = {
  action: Extract<AuditedAction, { subject: { kind: "account" } }>["action"];
  to: Partial<Pick<LockedAccount, "role" | "disabled">>;
};

/** The changed account's address, for the success message. */
type ChangedAccount = Pick<LockedAccount, "email">;
type No = "rightMissing" | "accountNotFound" | "accountWithdrawn" | "lastAdmin" | "promotionNeedsMail" | "currentPasswordNeeded";
type Answer = Promise<Result<ChangedAccount, No>>;

/**
 * Disables an account: its sessions end at once, in open pages too, and it cannot log in. For
 * admins; refuses `lastAdmin`. [S4.10] [S6.8]
 */
export function disableAccount(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { action: "account-disabled", to: { disabled: true } });
}

/** Lets a disabled account log in again. For admins. */
export function enableAccount(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { action: "account-enabled", to: { disabled: false } });
}

/**
 * Makes a customer an admin. Another admin may know the customer's password, so it is deleted, the
 * sessions end, and an email with a link to set a new one goes to the account's own address. For
 * admins; refuses `promotionNeedsMail` if email is not set up. [S6.3]
 */
export function makeAdminOf(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { action: "admin-made", to: { role: "admin" } });
}

/**
 * Makes an admin a customer and ends the sessions. For admins; refuses `lastAdmin`. [S6.3] [S6.8]
 */
export function makeCustomerOf(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { action: "admin-unmade", to: { role: "customer" } });
}

/**
 * Changes an account, records the action, ends its sessions, and voids its reset link, which
 * another admin may have seen while it belonged to a customer. Changes and records nothing if the
 * account is already as wanted; refuses a withdrawn account with `accountWithdrawn`. A change of
 * somebody who works in the shop, or will, needs the own password. [S13.8]
 */
async function changeAccount(services: Needs, visitor: Visitor, userId: string, { action, to }: Change): Answer {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  return inTransaction(services.db, async (tx) => {
    const owners = await lockOwners(tx);
    // Another owner may have removed this one since the request began.
    if (!owners.includes(visitor.userId)) return rightMissing("own-shop");
    const others = othersThan(owners, userId);
    const account = await lockAccount(tx, userId);
    if (!account) return refused("accountNotFound");
    if ((await tx.$count(withdrawnAccounts, eq(withdrawnAccounts.userId, userId))) > 0) return refused("accountWithdrawn");
    const changed = { ...account, ...to };
    if (changed.role === account.role && changed.disabled === account.disabled) return ok({ email: account.email });
    const isLost = changed.role !== "admin" || changed.disabled;
    if (isLost && !others.ok) return others;

    const isPromoted = changed.role === "admin" && account.role !== "admin";
    if (isPromoted && !services.mail.isOn) return refused("promotionNeedsMail", { email: account.email });

    const isAboutPeople = changed.role !== "customer" || account.role !== "customer";
    if (isAboutPeople && !visitor.hasShownPassword) return about(refused("currentPasswordNeeded"), "currentPassword");

    const at = services.now();
    await tx
      .update(users)
      .set({ ...to, updatedAt: at })
      .where(eq(users.id, userId));
    await voidReset(tx, userId);
    await endSessions(tx, userId);
    if (isPromoted) {
      await dropPassword(tx, userId);
      await sendPasswordLink(services, tx, { kind: "new-admin", userId, email: account.email });
    }
    await recordAction(tx, visitor, { action, subject: { kind: "account", id: userId, name: account.email } }, at);
    return ok({ email: account.email });
  });
}
