import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused, textOf } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { storeKey } from "#shop/stored-text.ts";
import { findMigrationRun } from "../report/migration-report.server.ts";
import { abortMigration } from "./migration-run.server.ts";

/**
 * A process frozen just before it records the end of its run keeps that row locked. If the row
 * stays locked this long, the run is aborted first and recorded then.
 */
const RECORD_WITHIN = "2s";

/** PostgreSQL's code for a lock timeout. */
const LOCKED = "55P03";

/**
 * Stops a preview or an import in any process, even a frozen one. What its completed kinds wrote
 * stays; the current one is rolled back. For admins. Refuses `migrationRunNotFound`, and
 * `migrationOver` if it has already ended.
 */
export async function stopMigration(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  runId: string,
): Promise<Result<null, "rightMissing" | "migrationRunNotFound" | "migrationOver">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const run = await findMigrationRun(services, runId);
  if (!run) return refused("migrationRunNotFound");

  const record = () => recordStop(services, visitor, run);
  const recorded = await record().catch((error) => {
    if ((error.cause ?? error).code !== LOCKED) throw error;
    return "locked" as const;
  });
  if (recorded === "over") return refused("migrationOver");
  await abortMigration(services, runId);
  return recorded === "recorded" || (await record()) === "recorded" ? ok(null) : refused("migrationOver");
}

type Run = { id: string; isPreview: boolean };

/** The process of the run finds at its next step that it was stopped. */
function recordStop({ db, now }: Pick<Services, "db" | "now">, admin: Visitor & { kind: "admin" }, run: Run): Promise<"recorded" | "over"> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = '${RECORD_WITHIN}'`));
    const problem = storeKey(textOf(run.isPreview ? "previewStopped" : "migrationStopped", { admin: admin.email }));
    const stopped = await tx.execute(
      sql`update old_shop_imports set state = 'failed', problem = ${problem}, ended_at = ${now()} where id = ${run.id} and state = 'running'`,
    );
    if (stopped.rowCount !== 1) return "over";
    const action = run.isPreview ? "migration-preview-stopped" : "migration-stopped";
    await recordAction(tx, admin, { action, subject: { kind: "settings", id: "settings", name: "the shop before" } }, now());
    return "recorded";
  });
}
