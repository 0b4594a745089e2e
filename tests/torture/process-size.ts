import { readdirSync, readFileSync } from "node:fs";

/** How much of the machine a process uses at this moment: memory (bytes) and open files, connections among them. Null where the system does not tell. */
export function sizeOf(pid: number): { memory: number; files: number } | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return { memory: Number(kilobytes) * 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
}
