import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { sql } from "drizzle-orm";
import type { ClientBase, Pool } from "pg";
import type { Tx } from "#platform/database/open.server.ts";
import { textOf } from "#shop/refusal.ts";
import { readKey, storeKey } from "#shop/stored-text.ts";
import { ExportProblem } from "../export-problem.ts";
import type { MigrationOptions } from "../migrate-shop.server.ts";
import type { MigrationNeeds, MigrationSources } from "../migration.server.ts";
import { type MigrationProgress, MigrationSummary } from "../report/migration-summary.ts";
import { whyBrokenOff } from "./explain-failure.server.ts";

/** The key of the advisory lock that an import holds. The database's `end_import` knows it too. */
const LOCK = 6_120_025;

/** The message of a run that ended without recording why. */
export const INTERRUPTED = textOf("migrationInterrupted");

/** PostgreSQL's code for a lock timeout. */
const LOCKED = "55P03";

/**
 * Takes the lock that lets only one import run. It waits up to 10 s, because a process that was
 * just killed may hold the lock until the database notices.
 */
export async function lockMigration(client: ClientBase): Promise<void> {
  await client.query("set lock_timeout = '10s'");
  await client.query("select pg_advisory_lock($1)", [LOCK]).catch((error: Error & { code?: string }) => {
    if (error.code !== LOCKED) throw error;
    throw new ExportProblem(textOf("migrationUnderwayElsewhere"));
  });
  await client.query("set lock_timeout = 0");
  // Ends the statement of an import whose process was killed; not every system supports the check.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
}

/**
 * Whether a preview or an import is running now, in any process. A killed process loses its lock.
 */
export async function isMigrationUnderway({ db }: Pick<MigrationNeeds, "db">): Promise<boolean> {
  const { rows } = await db.$client.query<{ is: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())) as is`,
    [LOCK],
  );
  return rows[0]?.is ?? false;
}

const GONE_WITHIN_MS = 5_000;

/**
 * Aborts the running preview or import, in any process; the database rolls back its open
 * transaction. Ignores a run that began after `runId`.
 */
export async function abortMigration({ db }: Pick<MigrationNeeds, "db">, runId: string): Promise<void> {
  await db.$client.query("select end_import($1, $2)", [GONE_WITHIN_MS, runId]);
}

/** Releases the lock; if the connection broke, the lock is gone already. */
export async function unlockMigration(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => {});
}

/**
 * Records the start of a run under the lock, marks any other run that seems active as interrupted,
 * and deletes the report rows of earlier runs of the same type (preview or import).
 */
export async function beginRun(
  { db, now }: MigrationNeeds,
  sources: MigrationSources,
  { by, isPreview, runId = randomUUID() }: MigrationOptions,
): Promise<string> {
  const files = [sources.database, sources.accounts?.file, sources.proofs].flatMap((file) => (file ? [basename(file)] : []));
  await db.$client.query("update old_shop_imports set state = 'failed', problem = $2, ended_at = $1 where state = 'running'", [
    now(),
    storeKey(INTERRUPTED),
  ]);
  await db.$client.query("delete from old_shop_import_rows r using old_shop_imports w where w.id = r.run_id and w.is_preview = $1", [
    isPreview,
  ]);
  await db.$client.query(
    "insert into old_shop_imports (id, state, is_preview, by_name, files, started_at) values ($1, 'running', $2, $3, $4, $5)",
    [runId, isPreview, by.email, JSON.stringify(files), now()],
  );
  return runId;
}

/**
 * Records that an import failed, and returns the cause. Only a cause that the owner can fix is
 * shown in words; a stopped run keeps the message from the stop, whatever failed because of it.
 */
export async function failRun({ db, now }: MigrationNeeds, runId: string, error: unknown): Promise<unknown> {
  const why = whyBrokenOff(error);
  const problem = why instanceof ExportProblem ? why.text : textOf("migrationFailed");
  const { rowCount } = await db.$client.query(
    "update old_shop_imports set state = 'failed', problem = $2, ended_at = $3 where id = $1 and state = 'running'",
    [runId, typeof problem === "string" ? problem : storeKey(problem), now()],
  );
  if (rowCount === 1) return why;
  const { rows } = await db.$client.query<{ problem: string | null }>("select problem from old_shop_imports where id = $1", [runId]);
  return rows[0]?.problem ? new ExportProblem(readKey(rows[0].problem)) : error;
}

/** Thrown when a run is no longer active, so that its current step is not committed. */
class Stopped extends Error {
  override name = "Stopped";
}

/**
 * Records in a kind's own transaction that it is complete. Throws, which rolls the kind back, if
 * the run was stopped meanwhile.
 */
export async function storeCheckpoint(tx: Pick<Tx, "execute">, runId: string, kind: string, at: Date): Promise<void> {
  const recorded = await tx.execute(
    sql`update old_shop_imports set checkpoints = checkpoints || jsonb_build_object(${kind}::text, ${at.toISOString()}::text)
        where id = ${runId} and state = 'running'`,
  );
  if (recorded.rowCount !== 1) throw new Stopped();
}

/** Records the result of a run. Throws if it was stopped meanwhile. */
export async function endRun(client: Pick<ClientBase | Pool, "query">, runId: string, summary: MigrationSummary, at: Date): Promise<void> {
  const { rowCount } = await client.query(
    "update old_shop_imports set state = 'done', summary = $2, ended_at = $3 where id = $1 and state = 'running'",
    [runId, JSON.stringify(summary), at],
  );
  if (rowCount !== 1) throw new Stopped();
}

const RECORD_EVERY_MS = 500;

/** Passes progress on, and records it from time to time for other processes. */
export function recordProgress(
  { db }: MigrationNeeds,
  runId: string,
  seen: (progress: MigrationProgress) => void = () => {},
): { seen(progress: MigrationProgress): void; end(): Promise<void> } {
  let [recorded, recordedAt] = ["", 0];
  let recording: Promise<unknown> = Promise.resolve();
  return {
    seen(progress) {
      seen(progress);
      if (progress.doing === recorded && performance.now() - recordedAt < RECORD_EVERY_MS) return;
      [recorded, recordedAt] = [progress.doing, performance.now()];
      recording = recording
        .then(() => db.$client.query("update old_shop_imports set progress = $2 where id = $1", [runId, JSON.stringify(progress)]))
        .catch(() => {});
    },
    end: async () => void (await recording),
  };
}

/** Stores the report rows of a run. */
export async function storeRows(client: ClientBase, runId: string): Promise<void> {
  await client.query(
    "insert into old_shop_import_rows (run_id, n, kind, path, outcome, warnings) select $1, n, kind, path, outcome, warnings from report_rows order by n",
    [runId],
  );
}

const ROWS_AT_ONCE = 2_000;

/** Stores the report rows over another connection, because a preview rolls back its own. */
export async function storeRowsOfChild({ db }: MigrationNeeds, client: ClientBase, runId: string): Promise<void> {
  await client.query("declare reported no scroll cursor for select n, kind, path, outcome, warnings from report_rows order by n");
  for (;;) {
    const { rows } = await client.query(`fetch ${ROWS_AT_ONCE} from reported`);
    await db.$client.query(
      `insert into old_shop_import_rows (run_id, n, kind, path, outcome, warnings)
       select $1, n, kind, path, outcome, warnings from json_populate_recordset(null::old_shop_import_rows, $2::json)`,
      [runId, JSON.stringify(rows)],
    );
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close reported");
}

/** Counts the report rows and adds up the orders of both shops. */
export async function sumUp(client: ClientBase): Promise<MigrationSummary> {
  const counts = await client.query("select kind, outcome, count(*)::float8 as rows from report_rows group by 1, 2 order by 1, 2");
  const warnings = await client.query(
    "select warning, count(*)::float8 as rows from report_rows, unnest(warnings) as warning group by 1 order by 2 desc, 1",
  );
  const sums = await client.query(sumsOfOrders);
  return MigrationSummary.parse({ counts: counts.rows, warnings: warnings.rows, sums: sums.rows });
}

/**
 * The orders of the file, each once, and what they are here. Several customers' copies of one order
 * that the file lacks count once. A row without a readable total counts with the total it was
 * imported with.
 */
const sumsOfOrders = `with one as (
    select distinct on (coalesce(order_id, n::text)) order_id, coalesce(stated_total_paise, total_paise) as paise,
      case when is_status_known then coalesce(stated_status, status) else 'other' end as status
    from old_orders where into_n is null order by coalesce(order_id, n::text), n
  ), there as (
    select status, count(*) as orders, sum(paise) as paise from one group by 1
  ), here as (
    select o.status, count(*) as orders, sum(o.total_paise) as paise from one join orders o on o.id = one.order_id group by 1
  )
  select s.status, json_build_object('orders', coalesce(t.orders, 0), 'paise', coalesce(t.paise, 0)) as there,
    json_build_object('orders', coalesce(h.orders, 0), 'paise', coalesce(h.paise, 0)) as here
  from unnest('{pending,approved,rejected,cancelled,other}'::text[]) with ordinality as s (status, n) left join there t using (status) left join here h using (status)
  order by s.n`;
