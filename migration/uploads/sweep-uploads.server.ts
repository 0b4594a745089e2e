import { opendir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Services } from "#platform/provides.ts";
import { MOVING_FILES_KEPT_MS, MOVING_PIECES_KEPT_MS } from "#shop/constants.ts";
import { isMovingUnderway } from "./run.server.ts";
import { folderOf, isUnfinished, removeUploads } from "./uploads.server.ts";

/**
 * Removes uploaded files of the old shop that nobody brought in: all of them once the newest is three days old, and before that those that were broken off. Never
 * while an import reads them. Returns how many files.
 */
export async function sweepUploads(services: Pick<Services, "db" | "now" | "uploadsDir">): Promise<number> {
  const files = await filesIn(folderOf(services));
  if (files.length === 0 || (await isMovingUnderway(services))) return 0;
  const ageOf = ({ writtenAt }: { writtenAt: number }) => services.now().getTime() - writtenAt;
  if (files.every((file) => ageOf(file) > MOVING_FILES_KEPT_MS)) {
    await removeUploads(services);
    return files.length;
  }
  const brokenOff = files.filter((file) => isUnfinished(basename(file.path)) && ageOf(file) > MOVING_PIECES_KEPT_MS);
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
