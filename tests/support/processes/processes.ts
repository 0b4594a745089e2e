import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Sends a signal to one process. Refuses a missing pid: the system would take 0 for all processes
 * of the caller's group, including the test run itself.
 */
export function sendSignal(pid: number | undefined, what: NodeJS.Signals): void {
  process.kill(oneProcess(pid), what);
}

/** Whether a process exists. Refuses the same pids as `sendSignal`. */
export function isAlive(pid: number | undefined): boolean {
  const one = oneProcess(pid);
  try {
    return process.kill(one, 0);
  } catch {
    return false;
  }
}

/** The pid of the built-in database in a data folder. */
export async function databasePid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, "database/postmaster.pid"), "utf8")).split("\n")[0]);
}

/** The web processes of a shop; none if it serves visitors itself. */
export function webProcessesOf(shop: number): number[] {
  return childrenOf(shop).flatMap(({ pid, words }) => (words.endsWith("web-process") ? [pid] : []));
}

/** The child processes that run commands for this web process. */
export function childProcessesOf(owner: number): { pid: number; words: string }[] {
  return childrenOf(owner).filter(({ words }) => words.endsWith("aside-process"));
}

/** The processes that decode pictures for this one. */
export function decodersOf(owner: number): number[] {
  return childrenOf(owner).flatMap(({ pid, words }) => (/decoder(-process|\.ts)$/.test(words) ? [pid] : []));
}

function childrenOf(owner: number): { pid: number; words: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === owner && pid !== undefined ? [{ pid, words: line.trim() }] : [];
  });
}

function oneProcess(pid: number | undefined): number {
  if (!Number.isSafeInteger(pid) || Number(pid) <= 1) throw new Error(`this is no process: ${pid}`);
  return Number(pid);
}
