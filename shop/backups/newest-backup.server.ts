import { join } from "node:path";
import { listUpdateBackups } from "./back-up-before-update.server.ts";
import { listBackups } from "./backup-place.server.ts";

/**
 * Returns the newest automatic backup in a folder, by time or before an update; null if there is
 * none.
 */
export async function newestBackup(dir: string): Promise<string | null> {
  const found = await Promise.all([listBackups(dir), listUpdateBackups(dir)]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const [newest] = found.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  return newest ? join(dir, newest.name) : null;
}
