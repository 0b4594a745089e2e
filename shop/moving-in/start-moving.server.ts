import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { MovingOrder } from "./move-uploaded.server.ts";
import { movingInRuns } from "./tables.server.ts";
import { readUploads, sourcesOf } from "./uploads.server.ts";

const LOOK_EVERY_MS = 50;

type Started = Result<
  { runId: string; ended: Promise<void> },
  "adminsOnly" | "movingFileMissing" | "movingAccountsInPart" | "movingUnderway"
>;

/**
 * Begins a preview or an import of the uploaded files, which goes on by itself beside this process; what becomes of it stands in its run. The files go when an
 * import is done. `ended` is for whoever has to wait. For admins. Refuses `movingFileMissing`, `movingAccountsInPart`, and `movingUnderway`.
 */
export async function startMoving(
  services: Pick<Services, "db" | "uploadsDir" | "aside" | "log">,
  visitor: Visitor,
  { isPreview }: { isPreview: boolean },
): Promise<Started> {
  const uploads = await readUploads(services, visitor);
  if (!uploads.ok || visitor.kind !== "admin") return refused("adminsOnly");
  const sources = sourcesOf(services, uploads.value);
  if (!sources.ok) return sources;

  const by = { kind: visitor.kind, userId: visitor.userId, email: visitor.email };
  const order: MovingOrder = { sources: sources.value, by, isPreview, runId: randomUUID() };
  const moving = services.aside.do("moving-in", order);
  let isOver = false;
  const ended = moving
    .catch((error) => services.log.error("moving in failed", error))
    .finally(() => {
      isOver = true;
    });
  while (!(await isNoted(services, order.runId))) {
    if (isOver && !(await isNoted(services, order.runId))) {
      // It ends well before it is noted only where another one holds the lock.
      await moving;
      return refused("movingUnderway");
    }
    await wait(LOOK_EVERY_MS);
  }
  return granted({ runId: order.runId, ended });
}

async function isNoted({ db }: Pick<Services, "db">, runId: string): Promise<boolean> {
  return (await db.$count(movingInRuns, eq(movingInRuns.id, runId))) > 0;
}
