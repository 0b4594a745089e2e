import { setTimeout as wait } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
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
  /** How long a worker has a row alone, which is longer than any receiver takes. */
  claimMs: number;
  retries: RetryWaits;
  /** What the key of a job begins with; its row's id follows. */
  key: string;
  /** An expression that queues the job of each row of `rows`, now or at `runAt`, and its value is their number. */
  queueing(jobs: Services["jobs"], rows: SQL, runAt?: SQL): SQL;
};

type Needs = Pick<Services, "db" | "now" | "jobs">;
type RowOf<T extends Table> = T["$inferSelect"];

const AGAIN_MS = 1_000;

/**
 * Claims the first of the due rows that match `which`: no other worker gets it for `claimMs`, after
 * which its worker is taken for dead. Null if none is due. `cleared` is written too.
 */
export async function claimDue<T extends Table>(
  { db, now }: Pick<Needs, "db" | "now">,
  { table, mayGo, claimMs }: Outbox<T>,
  which: SQL,
  cleared: Partial<RowOf<T>> = {},
): Promise<RowOf<T> | null> {
  const at = now();
  const due = sql`(select id from ${table} where state = 'waiting' and next_attempt_at <= ${at}::timestamptz and ${mayGo} and ${which}
    order by next_attempt_at, id limit 1 for update skip locked)`;
  const claim = { ...cleared, attempts: sql`${table.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + claimMs) };
  const [claimed] = await db.update<Table>(table).set(claim).where(sql`${table.id} = ${due}`).returning();
  return (claimed as RowOf<T> | undefined) ?? null;
}

/**
 * Records how an attempt went, with what the table stores of it, and queues the next one after
 * `waitMs`, or gives the row up if that is null. Writes nothing if another worker has claimed it
 * since. While the database is away it tries again until the claim ends, because a row that was
 * sent and not recorded would be sent again. One statement.
 */
export async function recordAttempt<T extends Table>(
  services: Needs,
  { table, claimMs, queueing }: Outbox<T>,
  { id, attempts }: RowOf<T>,
  { isSent, waitMs }: { isSent: boolean; waitMs: number | null },
  stored: Partial<RowOf<T>>,
): Promise<void> {
  const at = services.now();
  const nextAttemptAt = isSent || waitMs === null ? null : new Date(at.getTime() + waitMs);
  const state = isSent ? "sent" : nextAttemptAt ? "waiting" : "failed";
  const again = queueing(services.jobs, sql`recorded where next_attempt_at is not null`, whenDue(at));
  await untilThere(claimMs, () => {
    const recorded = services.db
      .update<Table>(table)
      .set({ ...stored, state, nextAttemptAt })
      .where(and(eq(table.id, id), eq(table.state, "waiting"), eq(table.attempts, attempts)))
      .returning();
    return nextAttemptAt ? services.db.execute(sql`with recorded as ${recorded} select ${again}`) : recorded;
  });
}

async function untilThere(mostMs: number, write: () => PromiseLike<unknown>): Promise<void> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isUnreachable(error) || waited >= mostMs) throw error;
      await wait(AGAIN_MS);
    }
  }
}

/**
 * Queues the job of each waiting row that matches `which` and may go, for when it is due. Returns
 * how many.
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
  const { table, mayGo, claimMs, retries, key, queueing } = outbox;
  const waits = sql`${`{${retries.waitsMs}}`}::float8[]`;
  const longest = sql`case when attempts = 0 then 0 else greatest((${waits})[least(attempts, ${retries.waitsMs.length}::integer)], ${retries.askedMaxMs}::float8) end`;
  const setBack = await db.execute<{ jobs: number }>(sql`with due as (
    update ${table} set next_attempt_at = ${now()}::timestamptz
    where state = 'waiting' and ${mayGo}
      and next_attempt_at > ${now()}::timestamptz + (${claimMs} + ${longest}) * interval '1 millisecond'
    returning *)
    select ${queueing(jobs, sql`due`)} as jobs`);
  const lost = await queueWaiting(services, db, outbox, sql`not ${jobs.isQueued(sql`${key}::text || ${table.id}`)}`);
  return (setBack.rows[0]?.jobs ?? 0) + lost;
}

function whenDue(at: Date): SQL {
  return sql`now() + greatest(next_attempt_at - ${at}::timestamptz, interval '0')`;
}
