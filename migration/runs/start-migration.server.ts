import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { MovingOrder } from "./move-uploaded.server.ts";
import { findMovingRun } from "./moving-report.server.ts";
import { seeRoom } from "./room.server.ts";
import { movingInRuns } from "./tables.server.ts";
import { readUploads, sourcesOf } from "./uploads.server.ts";

const LOOK_EVERY_MS = 50;
/** A process that has not noted its run after so long hangs: it starts within seconds, and waits ten for an import that was killed. */
const BEGINS_WITHIN_MS = 60_000;
/** How often it is looked whether a run was stopped, and how long its process then has to leave by itself. */
const WATCH_EVERY_MS = 1_000;
const LEAVES_WITHIN_MS = 5_000;

type Started = Result<
  { runId: string; ended: Promise<void> },
  "adminsOnly" | "movingFileMissing" | "movingAccountsInPart" | "movingNoRoom" | "movingUnderway"
>;

/**
 * Begins a preview or an import of the uploaded files, which goes on by itself beside this process; what becomes of it stands in its run. The files go when an
 * import is done. A process that does not begin, or does not leave when its run has failed or was stopped, is ended. `ended` is for whoever has to wait. For
 * admins. Refuses `movingFileMissing`, `movingAccountsInPart`, `movingNoRoom`, and `movingUnderway`.
 */
export async function startMoving(
  services: Pick<Services, "db" | "uploadsDir" | "databaseDir" | "aside" | "log">,
  visitor: Visitor,
  { isPreview }: { isPreview: boolean },
): Promise<Started> {
  const uploads = await readUploads(services, visitor);
  if (!uploads.ok || visitor.kind !== "admin") return refused("adminsOnly");
  const sources = sourcesOf(services, uploads.value);
  if (!sources.ok) return sources;
  const room = await seeRoom(services, sources.value, isPreview);
  if (!room.ok) return room;

  const by = { kind: visitor.kind, userId: visitor.userId, email: visitor.email };
  const order: MovingOrder = { sources: sources.value, by, isPreview, runId: randomUUID() };
  const givingUp = new AbortController();
  const moving = services.aside.do("moving-in", order, givingUp.signal);
  let isOver = false;
  const ended = moving
    .catch((error) => services.log.error("moving in failed", error))
    .finally(() => {
      isOver = true;
    });
  const begunAt = performance.now();
  while (!(await isNoted(services, order.runId))) {
    if (performance.now() - begunAt > BEGINS_WITHIN_MS) givingUp.abort();
    if (isOver && !(await isNoted(services, order.runId))) {
      // It ends well before it is noted only where another one holds the lock.
      await moving;
      return refused("movingUnderway");
    }
    await wait(LOOK_EVERY_MS);
  }
  void giveUpWhenOver(services, order.runId, givingUp, () => isOver);
  return granted({ runId: order.runId, ended });
}

/** Ends a process whose run is over for the database, and which does not leave: it is frozen, or hangs. */
async function giveUpWhenOver(services: Pick<Services, "db">, runId: string, givingUp: AbortController, isOver: () => boolean) {
  for (let overSince: number | null = null; !isOver(); await wait(WATCH_EVERY_MS, undefined, { ref: false })) {
    const run = await findMovingRun(services, runId).catch(() => null);
    if (run?.state !== "failed") continue;
    overSince ??= performance.now();
    if (performance.now() - overSince > LEAVES_WITHIN_MS) givingUp.abort();
  }
}

async function isNoted({ db }: Pick<Services, "db">, runId: string): Promise<boolean> {
  return (await db.$count(movingInRuns, eq(movingInRuns.id, runId))) > 0;
}
