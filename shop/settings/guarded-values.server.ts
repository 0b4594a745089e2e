import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { GuardedChange } from "#shop/emails/guarded-change.ts";
import { type QueueNeeds, queueing } from "#shop/emails/queue-email.server.ts";
import { about, type Refusal, refused } from "#shop/refusal.ts";

type Value = string | null | undefined;

/**
 * A change of a value that says where the buyers' money goes, or where news of orders does; null if
 * the value stays.
 */
export function guardedChange(what: GuardedChange["what"], before: Value, after: Value, of = ""): GuardedChange | null {
  return (before || null) === (after || null) ? null : { what, of, before: before || null, after: after || null };
}

/** Leaves values that stay out of a list. */
export function isChange(change: GuardedChange | null): change is GuardedChange {
  return change !== null;
}

/** The same of a secret, of which only the last four characters are kept. */
export function guardedSecret(what: GuardedChange["what"], before: Value, after: Value, of = ""): GuardedChange | null {
  const change = guardedChange(what, before, after, of);
  return change && { ...change, before: last4(change.before), after: last4(change.after) };
}

function last4(secret: string | null): string | null {
  return secret && `…${secret.slice(-4)}`;
}

/**
 * Refuses changes of guarded values by an admin who did not show the own password for them
 * (`currentPasswordNeeded`); null if there are none, or the password was shown.
 */
export function refuseUnshown(admin: ActingAdmin, changes: readonly GuardedChange[]): Refusal<"currentPasswordNeeded"> | null {
  return changes.length === 0 || admin.hasShownPassword ? null : about(refused("currentPasswordNeeded"), "currentPassword");
}

/**
 * Records each change in the audit log, with the value before and after, and emails every enabled
 * admin, also the one who did it: whoever took over one account cannot do it silently.
 */
export async function recordGuarded(services: QueueNeeds, tx: Tx, admin: ActingAdmin, changes: readonly GuardedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const at = services.now();
  for (const { what, of, before, after } of changes) {
    const subject = { kind: "settings", id: what, name: of ? `${of}: ${what}` : what } as const;
    await recordAction(tx, admin, { action: "guarded-value-changed", subject, facts: { before, after } }, at);
  }
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`select id, email from users where role = 'admin' and not disabled`);
  const facts = { by: admin.email, changes: JSON.stringify(changes) };
  const emails = rows.map(({ id, email }) => ({ id: randomUUID(), kind: "guarded-values" as const, to: { email }, userId: id, facts }));
  if (emails.length > 0) await tx.execute(queueing(services, emails));
}
