import { readdirSync, readFileSync } from "node:fs";

/**
 * A process's current memory (bytes) and open files, including connections. Null if the system does
 * not tell.
 */
export function sizeOf(pid: number): { memory: number; files: number } | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return { memory: Number(kilobytes) * 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
}
