import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import type { AuditFacts, SubjectKind } from "#shop/audit/audited-deed.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { standsInAnyCase } from "#shop/stands-in.server.ts";

/** Something that an admin did. */
export type AuditEntry = {
  id: string;
  at: Date;
  adminName: string;
  deed: string;
  subject: { kind: SubjectKind; id: string; name: string };
  facts: AuditFacts;
  /** Whether it is an order, or a product that is still in the inventory: then it has a page. */
  hasPage: boolean;
};

/** Which of it: done to one kind of thing, by one admin, to things whose name holds the words. */
export type ActivityFilter = { kind?: SubjectKind | null; adminId?: string | null; search?: string | null; after?: string | null };

/** A page of what was done, and everybody who ever did something, by the last name each had. */
export type Activity = { rows: AuditEntry[]; next: string | null; admins: { id: string; name: string }[] };

/** What admins did, the latest first, page by page, in one query. For admins. [S4.6] [S6.3] */
export async function listActivity(
  { db }: Pick<Services, "db">,
  asker: Asker,
  filter: ActivityFilter = {},
): Promise<Result<Activity, "adminsOnly">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  const listed = db
    .select()
    .from(auditEntries)
    .where(matching(filter))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(PAGE_SIZE + 1)
    .as("listed");
  const row = sql`json_build_object('id', ${listed.id}::text, 'at', ${listed.at}, 'adminName', ${listed.adminName}, 'deed', ${listed.deed},
    'subject', json_build_object('kind', ${listed.subjectKind}, 'id', ${listed.subjectId}, 'name', ${listed.subjectName}), 'facts', ${listed.facts}, 'hasPage', case ${listed.subjectKind} when 'order' then true
      when 'product' then exists(select from products p where p.id = ${listed.subjectId} and p.deleted_at is null) else false end)`;
  const { rows } = await db.execute<{ entries: TextEntry[]; admins: Activity["admins"] }>(sql`select
    (select coalesce(json_agg(${row} order by ${listed.at} desc, ${listed.id} desc), '[]') from ${listed}) as entries,
    (${everybody}) as admins`);
  const [{ entries, admins } = { entries: [], admins: [] }] = rows;
  const found = entries.map((entry) => ({ ...entry, at: new Date(entry.at) }));
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return granted({ rows: shown, next: found.length > PAGE_SIZE && last ? writePlace(last.at, last.id) : null, admins });
}

type TextEntry = Omit<AuditEntry, "at"> & { at: string };

/** Walks the index from admin to admin, however much each did. */
const everybody = sql.raw(`with recursive did (admin_id) as (
    (select admin_id from audit_entries order by admin_id limit 1)
    union all
    select (select e.admin_id from audit_entries e where e.admin_id > did.admin_id order by e.admin_id limit 1) from did where did.admin_id is not null
  ), named as (
    select admin_id as id, (select e.admin_name from audit_entries e where e.admin_id = did.admin_id order by e.id desc limit 1) as name
    from did where admin_id is not null
  )
  select coalesce(json_agg(named order by name), '[]') from named`);

function matching({ kind = null, adminId = null, search = null, after = null }: ActivityFilter): SQL | undefined {
  const place = after === null ? null : readPlace(after);
  const isPlace = place && /^\d{1,18}$/.test(place.id);
  const words = search?.trim();
  return and(
    kind ? eq(auditEntries.subjectKind, kind) : undefined,
    adminId ? eq(auditEntries.adminId, adminId) : undefined,
    words ? standsInAnyCase(auditEntries.subjectName, words) : undefined,
    isPlace ? sql`(${auditEntries.at}, ${auditEntries.id}) < (${place.at}::timestamptz, ${place.id}::bigint)` : undefined,
  );
}
