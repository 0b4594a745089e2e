import { readdir, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AlreadyRunning } from "#platform/database/embedded/embedded.server.ts";
import { FolderTaken } from "#platform/database/embedded/folder-lock.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import type { DatabaseSource } from "../start/database-source.ts";

/** Undoes what a command created in a data folder that was missing or empty. */
type NewFolder = { takeBack(because?: unknown): Promise<void> };

/**
 * Records whether the data folder exists before a command fills it, so that a refusal can leave
 * nothing behind. A folder that contained something is never touched. Call `takeBack` only if this
 * command created the built-in database, or failed to, and after the database is closed. It does
 * nothing if that failed because the folder is another's.
 */
export async function recordFolder(dataDir: string): Promise<NewFolder> {
  const before = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? null : [error.message]));
  return {
    async takeBack(because) {
      if (because instanceof FolderTaken || (before !== null && before.length > 0)) return;
      // If PostgreSQL may not enter the data folder, `database` is a link to a system folder made
      // for it.
      const folder = await realpath(dataDir).catch(() => null);
      if (folder === null) return;
      const home = await realpath(join(dataDir, "database")).then(dirname, () => folder);
      if (home !== folder) await rm(home, { recursive: true, force: true });
      if (before === null) await rm(dataDir, { recursive: true, force: true });
      else for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    },
  };
}

/**
 * Opens the database for a command that fills an empty place. What a failed start created is
 * removed. Refuses a folder on which a shop runs, with this sentence.
 */
export async function openEmptyPlace(open: () => Promise<DatabaseSource>, folder: NewFolder, isInUse: string): Promise<DatabaseSource> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AlreadyRunning) throw new StartProblem(isInUse);
    await folder.takeBack();
    throw error;
  }
}
