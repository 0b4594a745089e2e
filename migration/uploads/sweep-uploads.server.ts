import { opendir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Services } from "#platform/provides.ts";
import { isMigrationUnderway } from "../runs/migration-run.server.ts";
import { MIGRATION_FILES_STORED_MS, MIGRATION_UNFINISHED_STORED_MS } from "./constants.ts";
import { folderOf, isUnfinished, removeUploads } from "./uploads.server.ts";

/**
 * Deletes uploaded files that were never imported: all of them when the newest is three days old,
 * and incomplete ones earlier. Never while an import reads them. Returns how many.
 */
export async function sweepUploads(services: Pick<Services, "db" | "now" | "uploadsDir">): Promise<number> {
  const files = await filesIn(folderOf(services));
  if (files.length === 0 || (await isMigrationUnderway(services))) return 0;
  const ageOf = ({ writtenAt }: { writtenAt: number }) => services.now().getTime() - writtenAt;
  if (files.every((file) => ageOf(file) > MIGRATION_FILES_STORED_MS)) {
    await removeUploads(services);
    return files.length;
  }
  const brokenOff = files.filter((file) => isUnfinished(basename(file.path)) && ageOf(file) > MIGRATION_UNFINISHED_STORED_MS);
  for (const { path } of brokenOff) await rm(path, { force: true });
  return brokenOff.length;
}

async function filesIn(folder: string): Promise<{ path: string; writtenAt: number }[]> {
  const files: { path: string; writtenAt: number }[] = [];
  const entries = await opendir(folder, { recursive: true }).catch(() => null);
  for await (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, writtenAt: found.mtimeMs });
  }
  return files;
}
