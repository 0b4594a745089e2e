import type { Tx } from "#platform/database/open.server.ts";
import { type Statement, statement } from "#platform/database/statement.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { AuditedDeed } from "./audited-deed.ts";
import { auditEntries } from "./tables.server.ts";

/** Step: notes in the deed's own transaction that an admin did it. One statement. */
export async function noteDeed(tx: Pick<Tx, "insert">, admin: AskingAdmin, deed: AuditedDeed, at: Date): Promise<void> {
  await noting(tx, admin, deed, at);
}

/** The same as a statement, to be sent along with others in one round trip. */
export function noteOfDeed(tx: Pick<Tx, "insert">, admin: AskingAdmin, deed: AuditedDeed, at: Date): Statement {
  return statement("note-deed", noting(tx, admin, deed, at));
}

function noting(tx: Pick<Tx, "insert">, admin: AskingAdmin, { deed, subject, facts = {} }: AuditedDeed, at: Date) {
  return tx.insert(auditEntries).values({
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
