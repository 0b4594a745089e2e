import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { sql } from "drizzle-orm";
import type { ClientBase, Pool } from "pg";
import type { Tx } from "#platform/database/open.server.ts";
import { ExportProblem } from "./export-problem.ts";
import type { MovingOptions } from "./move-in.server.ts";
import type { MovingNeeds, MovingSources } from "./moving.server.ts";
import { type MovingProgress, MovingSummary } from "./moving-summary.ts";
import { whyBrokenOff } from "./why-broken-off.server.ts";

/** The number of the lock that an import holds. */
const LOCK = 6_120_025;

/** What is said of one that ended without a word. */
export const INTERRUPTED = "It was interrupted. Start it again: it goes on where it was, and nothing comes in twice.";

/** What PostgreSQL says when a lock was not to be had in time. */
const LOCKED = "55P03";

/** Lets one import at a time go on. One that was killed a moment ago may still hold the lock until the database notices. */
export async function lockMoving(client: ClientBase): Promise<void> {
  await client.query("set lock_timeout = '10s'");
  await client.query("select pg_advisory_lock($1)", [LOCK]).catch((error: Error & { code?: string }) => {
    if (error.code !== LOCKED) throw error;
    throw new ExportProblem("Another import or preview is running. Wait until it has ended. Nothing was written.");
  });
  await client.query("set lock_timeout = 0");
  // One whose process was killed is broken off in the midst of a statement; not every system can tell the database.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
}

/** Whether a preview or an import is at work at this moment, in whichever process: the lock of one that was killed is gone with it. */
export async function isMovingUnderway({ db }: Pick<MovingNeeds, "db">): Promise<boolean> {
  const { rows } = await db.$client.query<{ is: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())) as is`,
    [LOCK],
  );
  return rows[0]?.is ?? false;
}

const GONE_WITHIN_MS = 5_000;

/** Breaks off the preview or import that is at work, in whichever process: the database undoes its open step. One that began after `runId` is left alone. */
export async function breakOffMoving({ db }: Pick<MovingNeeds, "db">, runId: string): Promise<void> {
  await db.$client.query(
    `select pg_terminate_backend(pid, $2) from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())
       and not exists (select from moving_in_runs where state = 'running' and id <> $3)`,
    [LOCK, GONE_WITHIN_MS, runId],
  );
}

/** Lets the next one go on; where the connection broke, the lock went with it. */
export async function unlockMoving(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => {});
}

/** Notes that an import begins, behind its lock: whatever else seems to run was interrupted. The rows of the one before it are forgotten. */
export async function beginRun(
  { db, now }: MovingNeeds,
  sources: MovingSources,
  { by, isPreview, runId = randomUUID() }: MovingOptions,
): Promise<string> {
  const files = [sources.database, sources.accounts?.file, sources.proofs].flatMap((file) => (file ? [basename(file)] : []));
  await db.$client.query("update moving_in_runs set state = 'failed', problem = $2, ended_at = $1 where state = 'running'", [
    now(),
    INTERRUPTED,
  ]);
  await db.$client.query("delete from moving_in_rows r using moving_in_runs w where w.id = r.run_id and w.is_preview = $1", [isPreview]);
  await db.$client.query(
    "insert into moving_in_runs (id, state, is_preview, by_name, files, started_at) values ($1, 'running', $2, $3, $4, $5)",
    [runId, isPreview, by.email, JSON.stringify(files), now()],
  );
  return runId;
}

/**
 * Notes that an import failed, and gives what it failed of. Only what its owner can do something about is told in words; one that was stopped keeps the words with which
 * it was, whatever broke of that.
 */
export async function failRun({ db, now }: MovingNeeds, runId: string, error: unknown): Promise<unknown> {
  const why = whyBrokenOff(error);
  const problem = why instanceof ExportProblem ? why.message : "It failed: the log says why.";
  const { rowCount } = await db.$client.query(
    "update moving_in_runs set state = 'failed', problem = $2, ended_at = $3 where id = $1 and state = 'running'",
    [runId, problem, now()],
  );
  if (rowCount === 1) return why;
  const { rows } = await db.$client.query<{ problem: string | null }>("select problem from moving_in_runs where id = $1", [runId]);
  return rows[0]?.problem ? new ExportProblem(rows[0].problem) : error;
}

/** A step of a run that is not running any more must not be written. */
class Stopped extends Error {
  override name = "Stopped";
}

/** Step: notes in a kind's own transaction that it is done. Undoes the kind where the run was stopped meanwhile. */
export async function noteCheckpoint(tx: Pick<Tx, "execute">, runId: string, kind: string, at: Date): Promise<void> {
  const noted = await tx.execute(
    sql`update moving_in_runs set checkpoints = checkpoints || jsonb_build_object(${kind}::text, ${at.toISOString()}::text)
        where id = ${runId} and state = 'running'`,
  );
  if (noted.rowCount !== 1) throw new Stopped();
}

/** Notes what came of it. Throws where it was stopped meanwhile. */
export async function endRun(client: Pick<ClientBase | Pool, "query">, runId: string, summary: MovingSummary, at: Date): Promise<void> {
  const { rowCount } = await client.query(
    "update moving_in_runs set state = 'done', summary = $2, ended_at = $3 where id = $1 and state = 'running'",
    [runId, JSON.stringify(summary), at],
  );
  if (rowCount !== 1) throw new Stopped();
}

const NOTED_EVERY_MS = 500;

/** Hands progress on, and notes it for whoever looks at the run from elsewhere, now and then. */
export function noteProgress(
  { db }: MovingNeeds,
  runId: string,
  seen: (progress: MovingProgress) => void = () => {},
): { seen(progress: MovingProgress): void; end(): Promise<void> } {
  let [noted, notedAt] = ["", 0];
  let noting: Promise<unknown> = Promise.resolve();
  return {
    seen(progress) {
      seen(progress);
      if (progress.doing === noted && performance.now() - notedAt < NOTED_EVERY_MS) return;
      [noted, notedAt] = [progress.doing, performance.now()];
      noting = noting
        .then(() => db.$client.query("update moving_in_runs set progress = $2 where id = $1", [runId, JSON.stringify(progress)]))
        .catch(() => {});
    },
    end: async () => void (await noting),
  };
}

/** Keeps what was told of every row. */
export async function keepRows(client: ClientBase, runId: string): Promise<void> {
  await client.query(
    "insert into moving_in_rows (run_id, n, kind, path, outcome, oddities) select $1, n, kind, path, outcome, oddities from told order by n",
    [runId],
  );
}

const ROWS_AT_ONCE = 2_000;

/** Keeps it by another connection, where the one that told it is about to undo all. */
export async function keepRowsFromAside({ db }: MovingNeeds, client: ClientBase, runId: string): Promise<void> {
  await client.query("declare told_rows no scroll cursor for select n, kind, path, outcome, oddities from told order by n");
  for (;;) {
    const { rows } = await client.query(`fetch ${ROWS_AT_ONCE} from told_rows`);
    await db.$client.query(
      `insert into moving_in_rows (run_id, n, kind, path, outcome, oddities)
       select $1, n, kind, path, outcome, oddities from json_populate_recordset(null::moving_in_rows, $2::json)`,
      [runId, JSON.stringify(rows)],
    );
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close told_rows");
}

/** Adds up what was told, and what the orders of both sides come to. */
export async function sumUp(client: ClientBase): Promise<MovingSummary> {
  const counts = await client.query("select kind, outcome, count(*)::float8 as rows from told group by 1, 2 order by 1, 2");
  const odd = await client.query(
    "select oddity, count(*)::float8 as rows from told, unnest(oddities) as oddity group by 1 order by 2 desc, 1",
  );
  const sums = await client.query(sumsOfOrders);
  return MovingSummary.parse({ counts: counts.rows, oddities: odd.rows, sums: sums.rows });
}

/**
 * The orders of the file, each once, and what they are here; several customers' copies of one order that is not in the file are that order once. A row there
 * without a total that can be read counts for what it came in for.
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
