import type { Database } from "../database/open.server.ts";
import type { Log } from "../log.server.ts";
import { quiet } from "./job-log.server.ts";
import { jobLibrary } from "./load-library.server.ts";
import { openTroubleLog } from "./trouble-log.ts";

/**
 * How often a worker reports that it is alive, and how long after the last report its jobs are
 * unlocked, in ms. Both by the database's clock.
 */
export type Pulse = { everyMs: number; deadAfterMs: number };

/** The name of a machine that has no other, as in tests. */
export const THIS_MACHINE = "this machine";

/** Jobs of a killed process are unlocked within `deadAfterMs` and two beats: 40 s. */
export const usualPulse: Pulse = { everyMs: 5_000, deadAfterMs: 30_000 };

/**
 * Reports that this process's workers are alive, with the name of its machine, and unlocks the jobs
 * of dead workers; the queue's library alone would wait for four hours. `workerIds` returns the
 * current ones. A worker that did not report itself unlocks nothing until it has reported for a
 * while: if the database was down, no worker could report. Returns how to stop.
 */
export function startHeartbeat(
  { db, log, machine }: { db: Database; log: Log; machine: string },
  workerIds: () => string[],
  pulse: Pulse,
): () => Promise<void> {
  const { $client } = db;
  const trouble = openTroubleLog(log);
  let isOver = false;
  let beating: Promise<void> | null = null;

  async function beat(): Promise<void> {
    const ids = workerIds();
    if (ids.length === 0) return;
    await $client.query(beats, [[...ids, machine], pulse.deadAfterMs / 2]);
    const { rows } = await $client.query<{ id: string }>(deadWorkers, [ids, pulse.deadAfterMs]);
    if (rows.length > 0) {
      const dead = rows.map(({ id }) => id);
      await unlock(db, dead);
      log.warn("jobs of dead workers unlocked", { workers: dead.length });
    }
    await $client.query(forgetting, [ids, pulse.deadAfterMs]);
  }

  function next(): void {
    beating ??= beat()
      .catch((error) => void (isOver || trouble("heartbeat of the job queue failed", error)))
      .finally(() => {
        beating = null;
      });
  }

  const timer = setInterval(next, pulse.everyMs);
  return async () => {
    isOver = true;
    clearInterval(timer);
    await beating;
  };
}

const beats = `insert into job_workers (id, beat_at, beating_since) select id, now(), now() from unnest($1::text[]) as id
  on conflict (id) do update set beat_at = now(), beating_since = case
    when job_workers.beat_at < now() - $2::float8 * interval '1 millisecond' then now() else job_workers.beating_since end`;

const mayJudge = `exists (select from job_workers where id = any($1::text[]) and beating_since < now() - $2::float8 * interval '1 millisecond')`;

/** Also finds workers that the table has forgotten and that still hold jobs. */
const deadWorkers = `select distinct locked_by as id from graphile_worker.jobs
  where locked_at < now() - $2::float8 * interval '1 millisecond' and ${mayJudge}
    and not exists (select from job_workers where id = locked_by and beat_at >= now() - $2::float8 * interval '1 millisecond')`;

const forgetting = `delete from job_workers where beat_at < now() - $2::float8 * interval '1 millisecond' and ${mayJudge}`;

async function unlock(db: Database, workerIds: string[]): Promise<void> {
  const { makeWorkerUtils } = jobLibrary();
  const utils = await makeWorkerUtils({ pgPool: db.$client, logger: quiet() });
  await utils.forceUnlockWorkers(workerIds);
  await utils.release();
}
