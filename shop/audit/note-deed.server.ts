import type { Tx } from "#platform/database/open.server.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { AuditedDeed } from "./audited-deed.ts";
import { auditEntries } from "./tables.server.ts";

/** Step: notes in the deed's own transaction that an admin did it. One statement. */
export async function noteDeed(
  tx: Pick<Tx, "insert">,
  admin: AskingAdmin,
  { deed, subject, facts = {} }: AuditedDeed,
  at: Date,
): Promise<void> {
  await tx.insert(auditEntries).values({
    at,
    adminId: admin.userId,
    adminName: admin.email,
    deed,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    facts,
  });
}
