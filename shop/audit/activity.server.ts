import { and, desc, eq, gte, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { matchesSearch, productsTranslated } from "#shop/matches-search.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { AuditFacts, SubjectKind } from "./audited-action.ts";
import { auditEntries } from "./tables.server.ts";

/** An entry of the audit log. */
export type AuditEntry = {
  id: string;
  at: Date;
  adminId: string;
  adminName: string;
  action: string;
  subject: { kind: SubjectKind; id: string; name: string };
  facts: AuditFacts;
  /** Whether the subject has a page: orders, and products still in the inventory. */
  hasPage: boolean;
};

/**
 * Filters by kind of subject, by admin, by action, by the last days and by words in the subject's
 * name; `after` is the cursor.
 */
export type ActivityFilter = {
  kind?: SubjectKind | null;
  adminId?: string | null;
  action?: string | null;
  since?: Date | null;
  search?: string | null;
  after?: string | null;
};

/** A page of the audit log, and all admins in it, each with the latest name. */
type Activity = { rows: AuditEntry[]; next: string | null; admins: { id: string; name: string }[] };

/** Returns a page of the audit log, newest first, in one query. For admins. [S4.6] [S6.3] */
export async function listActivity(
  { db }: Pick<Services, "db">,
  actor: Actor,
  filter: ActivityFilter = {},
): Promise<Result<Activity, "rightMissing">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");

  const listed = db
    .select()
    .from(auditEntries)
    .where(matching(filter))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(PAGE_SIZE + 1)
    .as("listed");
  const row = sql`json_build_object('id', ${listed.id}::text, 'at', ${listed.at}, 'adminId', ${listed.adminId}, 'adminName', ${listed.adminName}, 'action', ${listed.action},
    'subject', json_build_object('kind', ${listed.subjectKind}, 'id', ${listed.subjectId}, 'name', ${listed.subjectName}), 'facts', ${listed.facts}, 'hasPage', case ${listed.subjectKind} when 'order' then true
      when 'product' then exists(select from products p where p.id = ${listed.subjectId} and p.deleted_at is null) else false end)`;
  const { rows } = await db.execute<{ entries: TextEntry[]; admins: Activity["admins"] }>(sql`select
    (select coalesce(json_agg(${row} order by ${listed.at} desc, ${listed.id} desc), '[]') from ${listed}) as entries,
    (${everybody}) as admins`);
  const [{ entries, admins } = { entries: [], admins: [] }] = rows;
  const found = entries.map((entry) => ({ ...entry, at: new Date(entry.at) }));
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return ok({ rows: shown, next: found.length > PAGE_SIZE && last ? writeCursor(last.at, last.id) : null, admins });
}

type TextEntry = Omit<AuditEntry, "at"> & { at: string };

/**
 * Finds the distinct admins by skipping through the index, independent of the number of entries.
 */
const everybody = sql.raw(`with recursive did (admin_id) as (
    (select admin_id from audit_entries order by admin_id limit 1)
    union all
    select (select e.admin_id from audit_entries e where e.admin_id > did.admin_id order by e.admin_id limit 1) from did where did.admin_id is not null
  ), named as (
    select admin_id as id, (select e.admin_name from audit_entries e where e.admin_id = did.admin_id order by e.id desc limit 1) as name
    from did where admin_id is not null
  )
  select coalesce(json_agg(named order by name), '[]') from named`);

function matching({
  kind = null,
  adminId = null,
  action = null,
  since = null,
  search = null,
  after = null,
}: ActivityFilter): SQL | undefined {
  const cursor = after === null ? null : readCursor(after);
  const isValid = cursor && /^\d{1,18}$/.test(cursor.id);
  const words = search?.trim();
  return and(
    kind ? eq(auditEntries.subjectKind, kind) : undefined,
    adminId ? eq(auditEntries.adminId, adminId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    since ? gte(auditEntries.at, since) : undefined,
    words ? or(matchesSearch(sql`searched_text(${auditEntries.subjectName})`, words), isProductCalled(words)) : undefined,
    isValid ? sql`(${auditEntries.at}, ${auditEntries.id}) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)` : undefined,
  );
}

/** The entries have a product's name in its main language; a search knows the others too. */
function isProductCalled(words: string): SQL | undefined {
  return and(eq(auditEntries.subjectKind, "product"), sql`${auditEntries.subjectId} = any(${productsTranslated(words)})`);
}
