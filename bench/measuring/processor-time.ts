import { readdir, readFile } from "node:fs/promises";
import type { Client } from "pg";

const NS_PER_MS = 1e6;

/**
 * The processor time, in ms, that PostgreSQL has used for the connections open now, without the
 * benchmark's own.
 */
export async function processorTime(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  const times = await Promise.all(rows.map(({ pid }) => timeOf(pid)));
  return times.reduce((sum, time) => sum + time, 0);
}

/** The time of all threads of a process; 0 if it has just ended. */
async function timeOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = threads.map(async (thread) => {
    const [onProcessor = "0"] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0")).split(" ");
    return Number(onProcessor) / NS_PER_MS;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}
