import type { PoolClient } from "pg";
import { inTransactionOn } from "#platform/database/in-transaction.server.ts";
import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { importAccounts } from "./importing/import-accounts.server.ts";
import { importIds } from "./importing/import-ids.server.ts";
import { importOrders } from "./importing/import-orders.server.ts";
import { importProducts } from "./importing/import-products.server.ts";
import { importProofs } from "./importing/import-proofs.server.ts";
import type { Migration, MigrationNeeds, MigrationSources } from "./migration.server.ts";
import { normalizeExport } from "./old-shop/normalize-export.server.ts";
import { createTables, finishTables } from "./old-shop/normalized-tables.server.ts";
import { reconcileExport } from "./old-shop/reconcile-export.server.ts";
import type { MigrationProgress, MigrationStep, MigrationSummary } from "./report/migration-summary.ts";
import { whyBrokenOff } from "./runs/explain-failure.server.ts";
import {
  beginRun,
  endRun,
  failRun,
  lockMigration,
  recordProgress,
  storeCheckpoint,
  storeRows,
  storeRowsOfChild,
  sumUp,
  unlockMigration,
} from "./runs/migration-run.server.ts";

/** Who imports, whether it is only a preview, and who receives progress. */
export type MigrationOptions = {
  by: ActingAdmin;
  isPreview: boolean;
  /** The id of its row in `old_shop_imports`, if the caller needs to know it in advance. */
  runId?: string;
  seen?: (progress: MigrationProgress) => void;
};

/** The result of an import. */
export type MigrationResult = { runId: string; summary: MigrationSummary };

/**
 * Imports the data of the old shop. A preview does everything in one transaction and rolls it back.
 * An import uses one transaction for each kind, in the order accounts, products, IDs, orders,
 * proofs, and records a checkpoint in each: run again after an interruption it continues, and run
 * again after success it adds nothing. Throws `ExportProblem` if a file cannot be read (nothing is
 * written), if another import is running, or if an admin stopped it.
 */
export async function migrateShop(
  services: MigrationNeeds,
  sources: MigrationSources,
  options: MigrationOptions,
): Promise<MigrationResult> {
  const client = await services.db.$client.connect();
  try {
    await letTakeLong(client);
    await lockMigration(client);
    const runId = await beginRun(services, sources, options);
    try {
      return { runId, summary: await run(services, client, sources, options, runId) };
    } catch (error) {
      // If the database is gone, the failure cannot be recorded; the run then shows as interrupted,
      // because its lock is gone.
      throw await failRun(services, runId, error).catch(() => whyBrokenOff(error));
    }
  } finally {
    await unlockMigration(client);
    // Closes the connection, which drops its temporary tables.
    client.release(true);
  }
}

async function run(
  services: MigrationNeeds,
  client: PoolClient,
  sources: MigrationSources,
  options: MigrationOptions,
  runId: string,
): Promise<MigrationSummary> {
  const at = services.now();
  const progress = recordProgress(services, runId, options.seen);
  await createTables(client);
  await normalizeExport(services, client, sources.database, at, progress.seen);
  progress.seen({ doing: "sorting the rows", done: 0, total: null });
  await finishTables(client);
  await reconcileExport(client, progress.seen);
  const stage = { services, client, by: options.by, at, isPreview: options.isPreview, report: reportRows(client), seen: progress.seen };
  const summary = options.isPreview ? await preview(stage, sources, runId) : await importAll(stage, sources, runId);
  await progress.end();
  return summary;
}

/** Adds rows to the report of this connection's run, in one statement. */
function reportRows(client: PoolClient): Migration["report"] {
  return async (rows) => {
    if (rows.length === 0) return;
    await client.query(
      "insert into report_rows (kind, path, outcome, warnings) select kind, path, outcome, warnings from json_populate_recordset(null::report_rows, $1::json)",
      [JSON.stringify(rows)],
    );
  };
}

type Stage = Omit<Migration, "tx">;

const THE_REPORT: MigrationProgress = { doing: "the report", done: 0, total: null };

/** The kinds in import order. */
function kindsOf({ accounts, proofs }: MigrationSources): [MigrationStep, (migration: Migration) => Promise<void>][] {
  return [
    ["accounts", async (migration) => (accounts ? importAccounts(migration, accounts) : undefined)],
    ["products", importProducts],
    ["IDs", importIds],
    ["orders", importOrders],
    ["proofs", async (migration) => (proofs ? importProofs(migration, proofs) : undefined)],
  ];
}

async function importAll(stage: Stage, sources: MigrationSources, runId: string): Promise<MigrationSummary> {
  const { client, by, at } = stage;
  for (const [name, importKind] of kindsOf(sources)) {
    stage.seen({ doing: name, done: 0, total: null });
    await inTransactionOn(client, async (tx) => {
      await signTransaction(tx, by);
      await importKind({ ...stage, tx });
      await storeCheckpoint(tx, runId, name, stage.services.now());
    });
  }
  stage.seen(THE_REPORT);
  return inTransactionOn(client, async (tx) => {
    const summary = await sumUp(client);
    await storeRows(client, runId);
    await signTransaction(tx, by);
    const facts = Object.fromEntries(
      summary.counts.filter(({ outcome }) => outcome === "imported").map(({ kind, rows }) => [`${kind}s`, rows]),
    );
    await recordAction(
      tx,
      by,
      { action: "old-shop-imported", subject: { kind: "settings", id: "settings", name: "the shop before" }, facts },
      at,
    );
    await endRun(client, runId, summary, stage.services.now());
    return summary;
  });
}

class Undone extends Error {
  override name = "Undone";
}

async function preview(stage: Stage, sources: MigrationSources, runId: string): Promise<MigrationSummary> {
  const { client, by, services } = stage;
  let summary: MigrationSummary | null = null;
  const all = async (tx: Tx) => {
    await signTransaction(tx, by);
    for (const [name, importKind] of kindsOf(sources)) {
      stage.seen({ doing: name, done: 0, total: null });
      await importKind({ ...stage, tx });
    }
    stage.seen(THE_REPORT);
    // Makes deferred constraints fail now instead of at a commit that never comes.
    await client.query("set constraints all immediate");
    summary = await sumUp(client);
    await storeRowsOfChild(services, client, runId);
    throw new Undone();
  };
  await inTransactionOn(client, all).catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  if (summary === null) throw new Error("the preview was not summed up");
  await endRun(services.db.$client, runId, summary, services.now());
  return summary;
}
