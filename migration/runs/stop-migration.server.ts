import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { findMovingRun } from "./moving-report.server.ts";
import { breakOffMoving } from "./run.server.ts";

/** A process that is frozen just before its run is noted as done keeps the run's row locked: it is broken off first, and the run noted then. */
const NOTE_WITHIN = "2s";

/** What PostgreSQL says when a lock was not to be had in time. */
const LOCKED = "55P03";

/**
 * Stops a preview or an import, whichever process does it, also one that is frozen: what its finished kinds wrote stays, and the one it was at is undone.
 * For admins. Refuses `movingRunNotFound`, and `movingOver` where it has ended already.
 */
export async function stopMoving(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  runId: string,
): Promise<Result<null, "adminsOnly" | "movingRunNotFound" | "movingOver">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const run = await findMovingRun(services, runId);
  if (!run) return refused("movingRunNotFound");

  const note = () => noteStop(services, visitor, run);
  const noted = await note().catch((error) => {
    if ((error.cause ?? error).code !== LOCKED) throw error;
    return "locked" as const;
  });
  if (noted === "over") return refused("movingOver");
  await breakOffMoving(services, runId);
  return noted === "noted" || (await note()) === "noted" ? granted(null) : refused("movingOver");
}

type Run = { id: string; isPreview: boolean };

/** Whoever does the run finds at its next step that it is not running any more. */
function noteStop({ db, now }: Pick<Services, "db" | "now">, admin: Visitor & { kind: "admin" }, run: Run): Promise<"noted" | "over"> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = '${NOTE_WITHIN}'`));
    const problem = `It was stopped by ${admin.email}. ${run.isPreview ? "Nothing was written." : WHAT_STAYS}`;
    const stopped = await tx.execute(
      sql`update moving_in_runs set state = 'failed', problem = ${problem}, ended_at = ${now()} where id = ${run.id} and state = 'running'`,
    );
    if (stopped.rowCount !== 1) return "over";
    const deed = run.isPreview ? "moving-preview-stopped" : "moving-stopped";
    await noteDeed(tx, admin, { deed, subject: { kind: "settings", id: "settings", name: "the shop before" } }, now());
    return "noted";
  });
}

const WHAT_STAYS = "What its finished steps brought in stays. Start it again: it goes on where it was, and nothing comes in twice.";
