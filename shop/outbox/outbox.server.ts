import { setTimeout as wait } from "node:timers/promises";
import { eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import { retryDeadlock } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { isUnreachable, type Services } from "#platform/provides.ts";
import type { RetryWaits } from "./retry-waits.ts";

type Table = PgTable & Record<"id" | "state" | "attempts" | "nextAttemptAt", PgColumn>;

/**
 * What is sent later, such as emails: a row each, which is written with the job that sends it in
 * the transaction that causes it, and which several workers may take.
 */
export type Outbox<T extends Table = Table> = {
  table: T;
  /** An expression over a row: whether it may be sent at present. */
  mayGo: SQL;
  /** The columns by which due rows are claimed, the smallest first. */
  order: SQL;
  /** How long a worker has a row alone, which is longer than any receiver takes. */
  claimMs: number;
  retries: RetryWaits;
  /** An expression that queues the jobs of `rows`, now or at `runAt`; its value is the number of jobs. */
  queueing(jobs: Services["jobs"], rows: SQL, runAt?: SQL): SQL;
  /** An expression over a row that is due at `runAt`: whether a job that sends it is queued. */
  isQueued(jobs: Services["jobs"], runAt: SQL): SQL;
};

/** How an attempt went: sent, or again after `waitMs`, or given up if that is null. */
type Outcome = { isSent: boolean; waitMs: number | null };

/** An attempt, with what the table stores of it: the same columns for all of one call. */
export type Attempt<T extends Table> = Outcome & { row: RowOf<T>; stored: Partial<RowOf<T>> };

type Needs = Pick<Services, "db" | "now" | "jobs">;
type RowOf<T extends Table> = T["$inferSelect"];

const AGAIN_MS = 1_000;

/**
 * Claims the first of the due rows that match `which`, `most` of them: no other worker gets them for
 * `claimMs`, after which their worker is taken for dead. `cleared` is written too. Returns them in
 * the outbox's order. `name` is that of the statement, which is planned once for each connection.
 */
export async function claimDue<T extends Table>(
  { db, now }: Pick<Needs, "db" | "now">,
  { table, mayGo, order, claimMs }: Outbox<T>,
  { name, which, most, cleared = {} }: { name: string; which: SQL; most: number; cleared?: Partial<RowOf<T>> },
): Promise<RowOf<T>[]> {
  const at = now();
  const due = db
    .$with("due", { id: table.id, place: sql<number>`place`.as("place") })
    .as(sql`select id, (row_number() over ())::integer as place from (
      select id from ${table} where state = 'waiting' and next_attempt_at <= ${at}::timestamptz and ${mayGo} and ${which}
      order by ${order} limit ${most} for update skip locked) as locked`);
  const claim = { ...cleared, attempts: sql`${table.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + claimMs) };
  const claimed = await db
    .with(due)
    .update<Table>(table)
    .set(claim)
    .from(due)
    .where(eq(table.id, due.id))
    .returning({ ...getTableColumns<Table>(table), place: due.place })
    .prepare(name)
    .execute();
  return claimed.toSorted((a, b) => a.place - b.place).map(({ place: _, ...row }) => row as RowOf<T>);
}

/**
 * Records how attempts went, and queues the next ones. Writes nothing for a row that another worker
 * has claimed since. While the database is away it tries again until the claim ends, because a row
 * that was sent and not recorded would be sent again. One statement.
 */
export async function recordAttempts<T extends Table>(
  services: Needs,
  { table, claimMs, queueing }: Outbox<T>,
  attempts: readonly Attempt<T>[],
): Promise<void> {
  const at = services.now();
  const rows = attempts.map(({ row, isSent, waitMs, stored }) => {
    const nextAttemptAt = isSent || waitMs === null ? null : new Date(at.getTime() + waitMs);
    const state = isSent ? "sent" : nextAttemptAt ? "waiting" : "failed";
    return { id: row.id, attempts: row.attempts, written: { ...stored, state, nextAttemptAt } };
  });
  const again = queueing(services.jobs, sql`recorded where next_attempt_at is not null`, whenDue(at));
  const isAny = rows.some(({ written }) => written.nextAttemptAt !== null);
  const statement = sql`with recorded as (${recording(table, rows)}) select ${isAny ? again : sql`1`} as jobs`;
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const name = `record-${getTableName(table)}${isAny ? "-again" : ""}`;
  await untilThere(claimMs, () => services.db.$client.query({ name, text, values: params }));
}

const dialect = new PgDialect();

/** Gives claimed rows back that were not attempted. They are due at once. */
export async function giveBack<T extends Table>({ db, now }: Needs, { table }: Outbox<T>, claimed: readonly RowOf<T>[]): Promise<void> {
  const written = (attempts: number) => ({ attempts: attempts - 1, nextAttemptAt: now() });
  await db.execute(
    recording(
      table,
      claimed.map(({ id, attempts }) => ({ id, attempts, written: written(Number(attempts)) })),
    ),
  );
}

type Written = { id: unknown; attempts: unknown; written: Record<string, unknown> };

/** Updates rows that are still claimed by the attempt with this number. */
function recording(table: Table, rows: readonly Written[]): SQL {
  const columns = getTableColumns(table);
  const nameOf = (key: string) => columns[key]?.name ?? key;
  const given = rows.map(({ id, attempts, written }) => ({
    id,
    claim: attempts,
    ...Object.fromEntries(Object.entries(written).map(([key, value]) => [nameOf(key), value])),
  }));
  const set = Object.keys(rows[0]?.written ?? {}).map(
    (key) => sql`${sql.identifier(nameOf(key))} = (outcome).${sql.identifier(nameOf(key))}`,
  );
  return sql`update ${table} set ${sql.join(set, sql`, `)}
    from (select (given->>'claim')::integer as claim, json_populate_record(null::${table}, given) as outcome
      from json_array_elements(${JSON.stringify(given)}::json) as given) as attempt
    where ${table.id} = (outcome).id and ${table.state} = 'waiting' and ${table.attempts} = claim returning ${table}.*`;
}

async function untilThere(mostMs: number, write: () => PromiseLike<unknown>): Promise<void> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      await retryDeadlock(async () => write());
      return;
    } catch (error) {
      if (!isUnreachable(error) || waited >= mostMs) throw error;
      await wait(AGAIN_MS);
    }
  }
}

/**
 * Queues the jobs of the waiting rows that match `which` and may go, for when they are due. Returns
 * how many jobs.
 */
export async function queueWaiting(
  { jobs, now }: Pick<Needs, "jobs" | "now">,
  tx: Pick<Tx, "execute">,
  { table, mayGo, queueing }: Outbox,
  which: SQL,
): Promise<number> {
  const rows = sql`${table} where state = 'waiting' and ${mayGo} and ${which}`;
  const queued = await tx.execute<{ jobs: number }>(sql`select ${queueing(jobs, rows, whenDue(now()))} as jobs`);
  return queued.rows[0]?.jobs ?? 0;
}

/**
 * Queues the waiting rows without a job, such as those of a restored database. Rows whose next
 * attempt is further ahead than the longest wait are due now, because the clock was set back.
 * Returns how many.
 */
export async function requeueLost(services: Needs, outbox: Outbox): Promise<number> {
  const { db, jobs, now } = services;
  const { table, mayGo, claimMs, retries, queueing, isQueued } = outbox;
  const waits = sql`${`{${retries.waitsMs}}`}::float8[]`;
  const longest = sql`case when attempts = 0 then 0 else greatest((${waits})[least(attempts, ${retries.waitsMs.length}::integer)], ${retries.askedMaxMs}::float8) end`;
  const setBack = await db.execute<{ jobs: number }>(sql`with due as (
    update ${table} set next_attempt_at = ${now()}::timestamptz
    where state = 'waiting' and ${mayGo}
      and next_attempt_at > ${now()}::timestamptz + (${claimMs} + ${longest}) * interval '1 millisecond'
    returning *)
    select ${queueing(jobs, sql`due`)} as jobs`);
  const lost = await queueWaiting(services, db, outbox, sql`not ${isQueued(jobs, whenDue(now()))}`);
  return (setBack.rows[0]?.jobs ?? 0) + lost;
}

function whenDue(at: Date): SQL {
  return sql`now() + greatest(next_attempt_at - ${at}::timestamptz, interval '0')`;
}
