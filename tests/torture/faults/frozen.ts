import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import type { Fault } from "./under-fault.ts";

/** Freezes processes, the first one first, and lets them go on. */
export function freezing(find: () => Promise<number[]>): Fault {
  let frozen: number[] = [];
  return {
    async begin() {
      frozen = await find();
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    async end() {
      for (const pid of frozen.toReversed()) process.kill(pid, "SIGCONT");
    },
  };
}

/** A process and those that it made. */
export function withChildren(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}

const TRIES = 400;

/** Freezes a shop's process in a moment in which one of its transactions holds a row. No other process may write meanwhile. Returns whether that was caught. */
export async function freezeWhileItHolds(pid: number, databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      process.kill(pid, "SIGSTOP");
      await wait(10);
      const { rows } = await client.query(
        "select from pg_stat_activity where application_name = 'trackside' and state = 'idle in transaction' and backend_xid is not null",
      );
      if (rows.length > 0) return true;
      process.kill(pid, "SIGCONT");
      await wait(5);
    }
    return false;
  } finally {
    await client.end();
  }
}
