import type { Tx } from "#platform/database/open.server.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import type { AuditedAction } from "./audited-action.ts";
import { auditEntries } from "./tables.server.ts";

/**
 * Records an admin's action in the audit log, in the same transaction as the action. One statement.
 */
export async function recordAction(
  tx: Pick<Tx, "insert">,
  admin: Pick<ActingAdmin, "userId" | "email">,
  { action, subject, facts = {} }: AuditedAction,
  at: Date,
): Promise<void> {
  await tx
    .insert(auditEntries)
    .values({
      at,
      adminId: admin.userId,
      adminName: admin.email,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      facts,
    })
    .prepare("record-action")
    .execute();
}
