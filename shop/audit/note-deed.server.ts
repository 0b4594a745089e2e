import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type Open, type Statement, written } from "#platform/database/statement.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { AuditedDeed } from "./audited-deed.ts";
import { auditEntries } from "./tables.server.ts";

/** Step: notes in the deed's own transaction that an admin did it. One statement. */
export async function noteDeed(tx: Pick<Tx, "execute">, admin: AskingAdmin, deed: AuditedDeed, at: Date): Promise<void> {
  await tx.execute(noting(entryOf(admin, deed, at)));
}

/** The same as a statement, to be sent along with others in one round trip. */
export function noteOfDeed(admin: AskingAdmin, deed: AuditedDeed, at: Date): Statement {
  return note(entryOf(admin, deed, at));
}

function entryOf(admin: AskingAdmin, { deed, subject, facts = {} }: AuditedDeed, at: Date) {
  return {
    at,
    adminId: admin.userId,
    adminName: admin.email,
    deed,
    kind: subject.kind,
    id: subject.id,
    name: subject.name,
    facts: JSON.stringify(facts),
  };
}

const note = written("note-deed", noting);

function noting({ at, adminId, adminName, deed, kind, id, name, facts }: Open<ReturnType<typeof entryOf>>): SQL {
  return sql`insert into ${auditEntries} (at, admin_id, admin_name, deed, subject_kind, subject_id, subject_name, facts)
    values (${at}::timestamptz, ${adminId}, ${adminName}, ${deed}, ${kind}, ${id}, ${name}, ${facts}::jsonb)`;
}
