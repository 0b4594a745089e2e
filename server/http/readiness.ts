import { sql } from "drizzle-orm";
import { goesOnBeside } from "#platform/database/goes-on-beside.ts";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import { MIGRATED, migrationNames } from "#platform/database/migrate.server.ts";
import { THIS_MACHINE, usualPulse } from "#platform/jobs/heartbeat.server.ts";
import type { Services } from "#platform/provides.ts";
import { refused } from "#shop/refusal.ts";
import { answerRefusal } from "./answers.ts";
import type { HostMiddleware } from "./host-env.ts";

type Needs = Pick<Services, "db" | "live" | "log">;

/** Whether this process may answer visitors. */
type Readiness = {
  /** Looks at the database, and returns in a few words why the process is not ready, or null. */
  problem(): Promise<string | null>;
  /**
   * Answers every request with 503 once another version has migrated the database from under it. A
   * failure (500) is a reason to look.
   */
  guard: HostMiddleware;
};

/**
 * When a machine without a living worker is not ready: once it has been up for `startMs`, and none
 * was seen in `misses` looks in a row, each `everyMs` after the one before. A database that crashed
 * has forgotten who reported, and workers that were cut off from it need a moment.
 */
type Allowance = { startMs: number; everyMs: number; misses: number };
const usualAllowance: Allowance = { startMs: 60_000, everyMs: usualPulse.everyMs, misses: 4 };

const OUTDATED = "another version has migrated the database";

/**
 * Watches whether the database is one that this process can use. Once another version of the shop
 * has migrated it and does not say that this one goes on, the process is not ready until it ends,
 * and the log says so once. It is not
 * ready either while no worker of the job queue reports itself on this `machine`, whose web
 * processes share them: its emails and payments might stand still.
 */
export function openReadiness(services: Needs, machine = THIS_MACHINE, { startMs, everyMs, misses } = usualAllowance): Readiness {
  // Read now: an update may replace the files under a running process.
  const known = migrationNames();
  known.catch(() => {});
  const openedAt = performance.now();
  let isOutdated = false;
  let missed = { times: 0, at: Number.NEGATIVE_INFINITY };

  async function problem(): Promise<string | null> {
    if (isOutdated) return OUTDATED;
    const { rows } = await services.db.execute<{ name: string; isReadOnly: boolean; hasWorkers: boolean }>(
      sql`select name, current_setting('transaction_read_only') = 'on' as "isReadOnly",
          exists (select from job_workers where id = ${machine} and beat_at > now() - ${usualPulse.deadAfterMs}::float8 * interval '1 millisecond') as "hasWorkers"
        from migrations`,
    );
    const names = new Set(await known);
    const stranger = rows.find(({ name }) => !names.has(name) && !goesOnBeside(name, names));
    if (!stranger) return problemOf(rows[0]);
    if (!isOutdated) services.log.error("not ready", new Error(OUTDATED), { migration: stranger.name });
    isOutdated = true;
    return OUTDATED;
  }

  function problemOf(row: { isReadOnly: boolean; hasWorkers: boolean } | undefined): string | null {
    if (!row) return null;
    const now = performance.now();
    if (row.hasWorkers) missed = { times: 0, at: Number.NEGATIVE_INFINITY };
    else if (now - missed.at >= everyMs) {
      missed = { times: missed.times + 1, at: now };
      // Nobody may ask for a while, and workers that came back meanwhile must be seen.
      setTimeout(() => void look(), everyMs + 10).unref();
    }
    if (row.isReadOnly) return "database read-only";
    return missed.times >= misses && now - openedAt >= startMs ? "no job worker is alive" : null;
  }

  let looking: Promise<string | null> | null = null;
  const look = () => {
    looking ??= problem()
      .catch(faultOf)
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  // Twice: a look that runs already may have read the state of before.
  services.live.follow(MIGRATED, () => void look().then(look));
  return {
    async problem() {
      const wasOutdated = isOutdated;
      const reason = await look();
      if (reason !== null && !wasOutdated && !isOutdated) services.log.warn("not ready", { reason });
      return reason;
    },
    guard: async (c, next) => {
      if (!isOutdated) await next();
      // Not after a 503: the database is away, and looking would wait for it once more.
      if (c.res.status === 500 && !isOutdated) await look();
      if (!isOutdated) return;
      c.res = undefined;
      c.res = answerRefusal(c, refused("shopUnavailable"));
    },
  };
}

function faultOf(error: unknown): string {
  return isUnreachable(error) ? "database unreachable" : "database not migrated";
}
