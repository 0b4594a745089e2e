import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { type LockedAccount, lockAccount } from "../lock-account.server.ts";
import { lockOwners } from "../make-admin.server.ts";
import { voidReset } from "../passwords/set-password.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import { users, withdrawnAccounts } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

type Needs = Pick<Services, "db" | "now">;

/** The changed account's address, for the success message. */
type ChangedAccount = Pick<LockedAccount, "email">;
type Answer = Promise<Result<ChangedAccount, "rightMissing" | "accountNotFound" | "accountWithdrawn" | "accountOfPerson">>;

/**
 * Disables a customer's account: its sessions end at once, in open pages too, and it cannot log in.
 * For owners; refuses `accountOfPerson`. [S4.10]
 */
export function disableAccount(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, true);
}

/** Lets a disabled customer log in again. For owners; refuses `accountOfPerson`. */
export function enableAccount(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, false);
}

/**
 * Disables or enables an account, records the action, ends its sessions, and voids its reset link.
 * Changes and records nothing if the account is already as wanted; refuses a withdrawn account with
 * `accountWithdrawn`, and somebody who works in the shop, who is changed under *People*, with
 * `accountOfPerson`. [S13.8]
 */
async function changeAccount(services: Needs, visitor: Visitor, userId: string, disabled: boolean): Answer {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  return inTransaction(services.db, async (tx) => {
    // Another owner may have removed this one since the request began.
    if (!(await lockOwners(tx)).includes(visitor.userId)) return rightMissing("own-shop");
    const account = await lockAccount(tx, userId);
    if (!account) return refused("accountNotFound");
    if (account.role !== "customer") return refused("accountOfPerson");
    if ((await tx.$count(withdrawnAccounts, eq(withdrawnAccounts.userId, userId))) > 0) return refused("accountWithdrawn");
    const { email } = account;
    if (account.disabled === disabled) return ok({ email });

    const at = services.now();
    await tx.update(users).set({ disabled, updatedAt: at }).where(eq(users.id, userId));
    await voidReset(tx, userId);
    await endSessions(tx, userId);
    const action = disabled ? "account-disabled" : "account-enabled";
    await recordAction(tx, visitor, { action, subject: { kind: "account", id: userId, name: email } }, at);
    return ok({ email });
  });
}
