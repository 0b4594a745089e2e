import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { findMigrationRun } from "../report/migration-report.server.ts";
import { oldShopImports } from "../tables.server.ts";
import { seeRoom } from "../uploads/disk-space.server.ts";
import type { MigrationOrder } from "../uploads/import-uploads.server.ts";
import { readUploads, sourcesOf } from "../uploads/uploads.server.ts";

const POLL_MS = 50;
/**
 * A process that has not recorded its run by then hangs: it starts within seconds, and waits 10 s
 * for the lock of a killed import.
 */
const BEGINS_WITHIN_MS = 60_000;
/** How often a stopped run is noticed, and how long its process then has to exit by itself. */
const WATCH_EVERY_MS = 1_000;
const LEAVES_WITHIN_MS = 5_000;

type Started = Result<
  { runId: string; ended: Promise<void> },
  "rightMissing" | "migrationFileMissing" | "migrationAccountsIncomplete" | "migrationNoRoom" | "migrationUnderway"
>;

/**
 * Starts a preview or an import of the uploaded files in a child process; its run records the
 * outcome. The files are deleted after an import. A child process that does not start, or does not
 * exit after its run failed or was stopped, is killed. `ended` resolves when it is over. For
 * admins. Refuses `migrationFileMissing`, `migrationAccountsIncomplete`, `migrationNoRoom`, and
 * `migrationUnderway`.
 */
export async function startMigration(
  services: Pick<Services, "db" | "uploadsDir" | "databaseDir" | "childRunner" | "log">,
  visitor: Visitor,
  { isPreview }: { isPreview: boolean },
): Promise<Started> {
  const uploads = await readUploads(services, visitor);
  if (!uploads.ok || !may(visitor, "own-shop")) return rightMissing("own-shop");
  const sources = sourcesOf(services, uploads.value);
  if (!sources.ok) return sources;
  const room = await seeRoom(services, sources.value, isPreview);
  if (!room.ok) return room;

  const { kind, userId, email, rights } = visitor;
  const by = { kind, userId, email, rights };
  const order: MigrationOrder = { sources: sources.value, by, isPreview, runId: randomUUID() };
  const givingUp = new AbortController();
  const migration = services.childRunner.do("import-old-shop", order, givingUp.signal);
  let isOver = false;
  const ended = migration
    .catch((error) => services.log.error("import of the old shop failed", error))
    .finally(() => {
      isOver = true;
    });
  const begunAt = performance.now();
  while (!(await isRecorded(services, order.runId))) {
    if (performance.now() - begunAt > BEGINS_WITHIN_MS) givingUp.abort();
    if (isOver && !(await isRecorded(services, order.runId))) {
      // It exits normally without recording a run only if another import holds the lock.
      await migration;
      return refused("migrationUnderway");
    }
    await wait(POLL_MS);
  }
  void giveUpWhenOver(services, order.runId, givingUp, () => isOver);
  return ok({ runId: order.runId, ended });
}

/**
 * Kills a child process whose run is over in the database but which does not exit, because it hangs
 * or is frozen.
 */
async function giveUpWhenOver(services: Pick<Services, "db">, runId: string, givingUp: AbortController, isOver: () => boolean) {
  for (let overSince: number | null = null; !isOver(); await wait(WATCH_EVERY_MS, undefined, { ref: false })) {
    const run = await findMigrationRun(services, runId).catch(() => null);
    if (run?.state !== "failed") continue;
    overSince ??= performance.now();
    if (performance.now() - overSince > LEAVES_WITHIN_MS) givingUp.abort();
  }
}

async function isRecorded({ db }: Pick<Services, "db">, runId: string): Promise<boolean> {
  return (await db.$count(oldShopImports, eq(oldShopImports.id, runId))) > 0;
}
