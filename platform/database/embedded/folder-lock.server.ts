import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A hold on a folder that no other process can have at the same time. */
export type FolderLock = { release(): void };

/**
 * Takes the folder for this process, or returns null when another has it. Node cannot lock a file by itself; an exclusive transaction on an empty
 * SQLite file can, and the operating system ends it with the process, however that dies.
 */
export function lockFolder(folder: string): FolderLock | null {
  const file = join(folder, "lock");
  closeSync(openSync(file, "a", 0o600));
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    holder.exec("begin exclusive");
  } catch (error) {
    holder.close();
    if (error instanceof Error && error.message.includes("locked")) return null;
    throw error;
  }
  return { release: () => holder.close() };
}
