import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoolClient } from "pg";
import { onTestFinished } from "vitest";
import type { Migration } from "#migration/migration.server.ts";
import type { ReportRow } from "#migration/report/report-row.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { operator } from "#shop/audit/operator.ts";
import type { TestShop } from "../shop/shop.ts";

/** Writes files into a folder that is deleted after the test; returns the folder. */
export async function aFolderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-old-shop-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** Runs the import of one kind in its own transaction, and returns the reported rows. */
export async function migratingOneKind(
  { ownServices: services }: TestShop,
  work: (migration: Migration) => Promise<void>,
): Promise<ReportRow[]> {
  const reported: ReportRow[] = [];
  await inTransaction(services.db, async (tx) => {
    const client = (tx as unknown as { session: { client: PoolClient } }).session.client;
    await work({
      services,
      tx,
      client,
      by: operator,
      at: services.now(),
      isPreview: false,
      report: async (rows) => void reported.push(...rows),
      seen: () => {},
    });
  });
  return reported;
}
