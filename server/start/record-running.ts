import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What a running shop writes into its data folder for `prepare`, and removes when it ends. */
type RunningRecord = { write(address: string): Promise<void>; remove(): Promise<void> };

/**
 * Records that a shop runs here on a database elsewhere, in a file for each process, so that
 * nothing is installed or built under it. The built-in database has its own record. A folder that
 * cannot be written is ignored.
 */
export function recordRunning(dataDir: string): RunningRecord {
  const folder = join(dataDir, "running");
  const file = join(folder, `${process.pid}.json`);
  return {
    async write(address) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(file, JSON.stringify({ address }), { mode: 0o600 });
      } catch {}
    },
    remove: () => rm(file, { force: true }).catch(() => {}),
  };
}
