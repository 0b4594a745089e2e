import { readFile } from "node:fs/promises";

export const MB = 1024 * 1024;

/** Resident memory of a process in bytes, as Linux counts it. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
