import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { sendSignal } from "#tests/support/processes/processes.ts";
import type { Fault } from "./under-fault.ts";

/** Freezes processes in order, and lets them continue. */
export function freezing(find: () => Promise<number[]>): Fault {
  let frozen: number[] = [];
  return {
    async begin() {
      frozen = await find();
      for (const pid of frozen) sendSignal(pid, "SIGSTOP");
    },
    async end() {
      for (const pid of frozen.toReversed()) sendSignal(pid, "SIGCONT");
    },
  };
}

/** A process and its children. */
export function withChildren(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}

const ATTEMPTS = 400;

/**
 * Freezes a shop's process while one of its transactions holds a row; no other process may write
 * meanwhile. Returns whether such a moment was caught.
 */
export async function freezeWhileItHolds(pid: number, databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      sendSignal(pid, "SIGSTOP");
      await wait(10);
      const { rows } = await client.query(
        "select from pg_stat_activity where application_name = 'trackside' and state = 'idle in transaction' and backend_xid is not null",
      );
      if (rows.length > 0) return true;
      sendSignal(pid, "SIGCONT");
      await wait(5);
    }
    return false;
  } finally {
    await client.end();
  }
}
