import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { AuditedAction } from "#shop/audit/audited-action.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, type Right, rightMissing, rightNames } from "#shop/rights.ts";
import { accountTopic } from "../account-topic.ts";
import { type LockedAccount, lockAccount } from "../lock-account.server.ts";
import { lockOwners, othersThan } from "../make-admin.server.ts";
import { voidReset } from "../passwords/set-password.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

type Needs = Pick<Services, "db" | "now">;
type To = Partial<Pick<LockedAccount, "role" | "disabled" | "rights">>;
type Change = { action: Extract<AuditedAction, { subject: { kind: "account" } }>["action"]; to: To };
type No = "rightMissing" | "currentPasswordNeeded" | "personNotFound" | "lastAdmin";
type Answer<C extends No | "rightsRequired" = No> = Promise<Result<Pick<LockedAccount, "email">, C>>;

/**
 * Gives a helper exactly these rights, from the next request on; event streams that were opened
 * with others end. An owner becomes a helper. For owners, who give their password; refuses
 * `rightsRequired`, `personNotFound` and `lastAdmin`. [S13.2] [S13.8]
 */
export async function changeRights(
  services: Needs,
  visitor: Visitor,
  userId: string,
  rights: readonly Right[],
): Answer<No | "rightsRequired"> {
  if (rights.length === 0) return about(refused("rightsRequired"), "rights");
  const to: To = { role: "helper", rights: rightNames.filter((right) => rights.includes(right)) };
  return changePerson(services, visitor, userId, { action: "rights-changed", to });
}

/** Makes a helper an owner, who logs in anew. For owners, who give their password. [S13.8] */
export function makeOwner(services: Needs, visitor: Visitor, userId: string): Answer {
  return changePerson(services, visitor, userId, { action: "owner-made", to: { role: "admin", rights: [] } });
}

/**
 * Disables an owner or a helper: sessions, devices and event streams end at once. For owners, who
 * give their password; refuses `lastAdmin`. [S13.8]
 */
export function disablePerson(services: Needs, visitor: Visitor, userId: string): Answer {
  return changePerson(services, visitor, userId, { action: "account-disabled", to: { disabled: true } });
}

/** Lets a disabled owner or helper log in again. For owners, who give their password. [S13.8] */
export function enablePerson(services: Needs, visitor: Visitor, userId: string): Answer {
  return changePerson(services, visitor, userId, { action: "account-enabled", to: { disabled: false } });
}

/**
 * Makes an owner or a helper a customer: sessions, devices, event streams and views of others'
 * orders end at once, and what the person did keeps the name. For owners, who give their password; refuses `lastAdmin`. [S13.8]
 */
export function removePerson(services: Needs, visitor: Visitor, userId: string): Answer {
  return changePerson(services, visitor, userId, { action: "person-removed", to: { role: "customer", rights: [] } });
}

/** Changes nothing, and records nothing, if the person is already as wanted. */
async function changePerson(services: Needs, visitor: Visitor, userId: string, { action, to }: Change): Answer {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  if (!visitor.hasShownPassword) return about(refused("currentPasswordNeeded"), "currentPassword");

  return inTransaction(services.db, async (tx) => {
    const owners = await lockOwners(tx);
    // Another owner may have removed this one since the request began.
    if (!owners.includes(visitor.userId)) return rightMissing("own-shop");
    const others = othersThan(owners, userId);
    const account = await lockAccount(tx, userId);
    if (!account || account.role === "customer") return refused("personNotFound");
    const changed = { ...account, ...to };
    const { email } = account;
    if (isAlike(changed, account)) return ok({ email });
    if ((changed.role !== "admin" || changed.disabled) && !others.ok) return others;

    const at = services.now();
    await tx
      .update(users)
      .set({ ...to, updatedAt: at })
      .where(eq(users.id, userId));
    if (changed.role === account.role && changed.disabled === account.disabled) {
      await announce(tx, accountTopic(userId));
    } else {
      await voidReset(tx, userId);
      await endSessions(tx, userId);
    }
    if (changed.role === "customer") await tx.execute(sql`delete from order_views where user_id = ${userId}`);
    const facts = { rights: changed.rights.join(", ") };
    const subject = { kind: "account", id: userId, name: email } as const;
    await recordAction(tx, visitor, { action, subject, ...(action === "rights-changed" && { facts }) }, at);
    return ok({ email });
  });
}

function isAlike(one: LockedAccount, other: LockedAccount): boolean {
  return one.role === other.role && one.disabled === other.disabled && one.rights.join() === other.rights.join();
}
