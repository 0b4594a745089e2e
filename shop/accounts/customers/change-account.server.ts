import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { AuditedDeed } from "#shop/audit/audited-deed.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "../refusal.ts";
import { endSessions } from "./end-sessions.server.ts";
import { type LockedAccount, lockAccount } from "./lock-account.server.ts";
import { refuseLastAdmin } from "./make-admin.server.ts";
import { voidReset } from "./set-password.server.ts";
import { setAsideAccounts, users } from "./tables.server.ts";
import type { Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db" | "now">;
type Change = {
  deed: Extract<AuditedDeed, { subject: { kind: "account" } }>["deed"];
  to: Partial<Pick<LockedAccount, "role" | "disabled">>;
};

/** What came of it: the address of the account, to be named in the answer. */
export type ChangedAccount = Pick<LockedAccount, "email">;
type Answer = Promise<Result<ChangedAccount, "adminsOnly" | "accountNotFound" | "accountSetAside" | "lastAdmin">>;

/** Disables an account: its sessions end at once, in open pages too, and nobody logs in with it. For admins; refuses `lastAdmin`. [S4.10] [S6.8] */
export function disableAccount(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { deed: "account-disabled", to: { disabled: true } });
}

/** Lets a disabled account log in again. For admins. */
export function enableAccount(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { deed: "account-enabled", to: { disabled: false } });
}

/** Makes an admin of a customer, who logs in anew for it. For admins. [S6.3] */
export function makeAdminOf(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { deed: "admin-made", to: { role: "admin" } });
}

/** Makes a customer of an admin, whose sessions end. For admins; refuses `lastAdmin`. [S6.3] [S6.8] */
export function makeCustomerOf(services: Needs, visitor: Visitor, userId: string): Answer {
  return changeAccount(services, visitor, userId, { deed: "admin-unmade", to: { role: "customer" } });
}

/**
 * Changes an account, notes who did it, ends its sessions, and voids a reset link that another admin may have seen while it was a customer's. What is so
 * already stays so, without a note; one that is set aside stays as it is.
 */
async function changeAccount({ db, now }: Needs, visitor: Visitor, userId: string, { deed, to }: Change): Answer {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return db.transaction(async (tx) => {
    const others = await refuseLastAdmin(tx, userId);
    const account = await lockAccount(tx, userId);
    if (!account) return refused("accountNotFound");
    if ((await tx.$count(setAsideAccounts, eq(setAsideAccounts.userId, userId))) > 0) return refused("accountSetAside");
    const changed = { ...account, ...to };
    if (changed.role === account.role && changed.disabled === account.disabled) return granted({ email: account.email });
    const isLost = changed.role !== "admin" || changed.disabled;
    if (isLost && !others.ok) return others;

    const at = now();
    await tx
      .update(users)
      .set({ ...to, updatedAt: at })
      .where(eq(users.id, userId));
    await voidReset(tx, userId);
    await endSessions(tx, userId);
    await noteDeed(tx, visitor, { deed, subject: { kind: "account", id: userId, name: account.email } }, at);
    return granted({ email: account.email });
  });
}
