import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoolClient } from "pg";
import { onTestFinished } from "vitest";
import { operator } from "#shop/audit/operator.ts";
import type { Moving } from "#shop/moving-in/moving.server.ts";
import type { ReportRow } from "#shop/moving-in/report-row.ts";
import type { TestShop } from "./shop.ts";

/** Lays files out in a folder of their own until the test is over; gives the folder. */
export async function aFolderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-old-shop-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** Does one kind's part of an import in a transaction of its own, and gives what it told. */
export async function movingOneKind({ services }: TestShop, move: (moving: Moving) => Promise<void>): Promise<ReportRow[]> {
  const told: ReportRow[] = [];
  await services.db.transaction(async (tx) => {
    const client = (tx as unknown as { session: { client: PoolClient } }).session.client;
    await move({
      ...{ services, tx, client, by: operator, at: services.now(), isPreview: false },
      tell: async (rows) => void told.push(...rows),
      seen: () => {},
    });
  });
  return told;
}
