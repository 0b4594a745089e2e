import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "../support/processes/running-shop.ts";

/** A group of processes that together may use so much memory, as Linux's control groups have it. */
export type MemoryGroup = {
  /** Starts a command in it. */
  place: Place;
  /** What its processes hold now, without what the system can drop, such as cached files (bytes). */
  held(): number;
  /** How many of its processes were killed because it was full. */
  kills(): number;
  close(): void;
};

const V1 = "/sys/fs/cgroup/memory";
const V2 = "/sys/fs/cgroup";
const files = {
  [V1]: { limit: "memory.limit_in_bytes", held: /^total_rss (\d+)$/m, shared: /^total_shmem (\d+)$/m, kills: "memory.oom_control" },
  [V2]: { limit: "memory.max", held: /^anon (\d+)$/m, shared: /^shmem (\d+)$/m, kills: "memory.events" },
} as const;

const root = existsSync(join(V1, "memory.limit_in_bytes")) ? V1 : V2;

/** Why this machine cannot make one; empty if it can. */
export const noMemoryGroup = whyNot();

/** Makes a group of so many bytes. */
export function openMemoryGroup(bytes: number): MemoryGroup {
  const folder = join(root, `trackside-${process.pid}`);
  mkdirSync(folder);
  const names = files[root];
  writeFileSync(join(folder, names.limit), String(bytes));
  const read = (file: string, pattern: RegExp) => Number(pattern.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? 0);
  return {
    place: { enter: ["sh", "-c", 'echo $$ > "$0" && exec "$@"', join(folder, "cgroup.procs")], hostname: "localhost" },
    held: () => read("memory.stat", names.held) + read("memory.stat", names.shared),
    kills: () => read(names.kills, /^oom_kill (\d+)$/m),
    close: () => rmdirSync(folder),
  };
}

function whyNot(): string {
  try {
    openMemoryGroup(2 ** 30).close();
    return "";
  } catch (cause) {
    return ` (skipped: no control group of memory can be made here, which needs root and Linux: ${(cause as Error).message})`;
  }
}
