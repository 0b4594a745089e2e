import { spawnSync } from "node:child_process";

/** The processes that do a deed for this one, which answers visitors. */
export function asideProcessesOf(owner: number): { pid: number; words: string }[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === owner && pid !== undefined && line.endsWith("aside-process") ? [{ pid, words: line }] : [];
  });
}
