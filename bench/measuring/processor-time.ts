import { readdir, readFile } from "node:fs/promises";
import type { Client } from "pg";

const NS_PER_MS = 1e6;

/**
 * Starts to measure the processor time of PostgreSQL for its clients, without the benchmark's own
 * connection. The returned function tells the ms since then. A connection that closes meanwhile is
 * not counted.
 */
export async function measureDatabase(client: Client): Promise<() => Promise<number>> {
  const before = await timesOfConnections(client);
  return async () => {
    let used = 0;
    for (const [pid, time] of await timesOfConnections(client)) used += time - (before.get(pid) ?? 0);
    return used;
  };
}

/**
 * The processor time that PostgreSQL takes for one request, in ms, in each of some rounds of
 * requests that are sent one after another.
 */
export async function databaseTimes(
  client: Client,
  ask: () => Promise<unknown>,
  { warmers, rounds, requests }: { warmers: number; rounds: number; requests: number },
): Promise<number[]> {
  for (let n = 0; n < warmers; n += 1) await ask();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const used = await measureDatabase(client);
    for (let n = 0; n < requests; n += 1) await ask();
    times.push((await used()) / requests);
  }
  return times;
}

async function timesOfConnections(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await processorTime(pid)] as const)));
}

/** The processor time of all threads of a process so far, in ms; 0 if it has ended. */
export async function processorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = threads.map(async (thread) => {
    const [onProcessor = "0"] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0")).split(" ");
    return Number(onProcessor) / NS_PER_MS;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}
