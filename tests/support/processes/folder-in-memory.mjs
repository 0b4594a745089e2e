import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** More than the data of all shops that run at once, so that the tests themselves have enough. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Makes the folder for everything that the tests of a run write, and deletes it when this process
 * ends. It is in memory where there is enough: the databases of the tests then never wait for a
 * disk.
 */
export function openTestFolder() {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), "trackside-tests-"));
  // Other users run PostgreSQL and some of the commands under test.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  return folder;
}

function hasRoom() {
  try {
    const isOpen = /^\S+ \/dev\/shm tmpfs (?!\S*\b(?:noexec|ro)\b)/m.test(readFileSync("/proc/mounts", "utf8"));
    const { bavail, bsize } = statfsSync(MEMORY);
    return isOpen && Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
  } catch {
    return false;
  }
}
