import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { ExportProblem } from "./export-problem.ts";
import { moveIn } from "./move-in.server.ts";
import type { MovingNeeds } from "./moving.server.ts";
import { movingInRuns } from "./tables.server.ts";
import { readUploads, removeUploads, sourcesOf } from "./uploads.server.ts";

const LOOK_EVERY_MS = 50;

type Started = Result<
  { runId: string; ended: Promise<void> },
  "adminsOnly" | "movingFileMissing" | "movingAccountsInPart" | "movingUnderway"
>;

/**
 * Begins a preview or an import of the uploaded files, which goes on by itself in this process; what becomes of it stands in its run. The files go when an import
 * is done. `ended` is for whoever has to wait. For admins. Refuses `movingFileMissing`, `movingAccountsInPart`, and `movingUnderway`.
 */
export async function startMoving(
  services: MovingNeeds & Pick<Services, "uploadsDir">,
  visitor: Visitor,
  { isPreview }: { isPreview: boolean },
): Promise<Started> {
  const uploads = await readUploads(services, visitor);
  if (!uploads.ok || visitor.kind !== "admin") return refused("adminsOnly");
  const sources = sourcesOf(services, uploads.value);
  if (!sources.ok) return sources;

  const runId = randomUUID();
  const moving = moveIn(services, sources.value, { by: visitor, isPreview, runId });
  let isOver = false;
  const ended = moving
    .then(() => (isPreview ? undefined : removeUploads(services)))
    .catch((error) => {
      if (!(error instanceof ExportProblem)) services.log.error("moving in failed", error);
    })
    .finally(() => {
      isOver = true;
    });
  while (!(await isNoted(services, runId))) {
    // It ends before it is noted only where another one holds the lock.
    if (isOver && !(await isNoted(services, runId))) return refused("movingUnderway");
    await wait(LOOK_EVERY_MS);
  }
  return granted({ runId, ended });
}

async function isNoted({ db }: Pick<Services, "db">, runId: string): Promise<boolean> {
  return (await db.$count(movingInRuns, eq(movingInRuns.id, runId))) > 0;
}
