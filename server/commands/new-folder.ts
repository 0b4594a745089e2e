import { readdir, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Undoes what a command created in a data folder that was missing or empty. */
type NewFolder = { takeBack(): Promise<void> };

/**
 * Records whether the data folder exists before a command fills it, so that a refusal can leave
 * nothing behind. A folder that contained something is never touched. Call `takeBack` only if this
 * command created the built-in database, and after the database is closed.
 */
export async function recordFolder(dataDir: string): Promise<NewFolder> {
  const before = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? null : [error.message]));
  return {
    async takeBack() {
      if (before !== null && before.length > 0) return;
      // If PostgreSQL may not enter the data folder, `database` is a link to a system folder made
      // for it.
      const [home, folder] = await Promise.all([realpath(join(dataDir, "database")).then(dirname), realpath(dataDir)]);
      if (home !== folder) await rm(home, { recursive: true, force: true });
      if (before === null) await rm(dataDir, { recursive: true, force: true });
      else for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    },
  };
}
