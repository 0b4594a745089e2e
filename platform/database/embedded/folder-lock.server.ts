import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartProblem } from "#platform/start-problem.ts";

/** The folder is another's: whatever lies in it stays. */
export class FolderTaken extends StartProblem {
  override name = "FolderTaken";
}

/** An exclusive lock on a folder. */
export type FolderLock = { release(): void };

/**
 * Locks the folder for this process, or returns null if another process holds it. Node cannot lock
 * files; an exclusive transaction on an empty SQLite file can, and the operating system releases it
 * when the process dies.
 */
export function lockFolder(folder: string): FolderLock | null {
  const file = join(folder, "lock");
  closeSync(openSync(file, "a", 0o600));
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    // Without this it writes a journal, which a full disk has no room for.
    holder.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    holder.close();
    if (error instanceof Error && error.message.includes("locked")) return null;
    throw error;
  }
  return { release: () => holder.close() };
}
