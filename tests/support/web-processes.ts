import { spawnSync } from "node:child_process";

/** The processes that answer visitors for this shop; none where it does so itself. */
export function webProcessesOf(shop: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === shop && pid !== undefined && line.endsWith("web-process") ? [pid] : [];
  });
}
