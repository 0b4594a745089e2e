import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { isAway, isTimeout } from "./is-unreachable.ts";
import type { Database, Tx } from "./open.server.ts";

const ATTEMPTS_MAX = 8;
const PAUSE_MAX_MS = 50;
const DEADLOCK = "40P01";

type Work<T> = (tx: Tx) => Promise<T>;

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws, and repeats
 * it after a deadlock, so `work` may run several times. Throws if a statement failed and `work`
 * ignored that, because PostgreSQL answers the commit of a failed transaction with a silent
 * rollback.
 */
export function inTransaction<T>({ $client: pool }: Pick<Database, "$client">, work: Work<T>): Promise<T> {
  return retryDeadlock(async () => {
    const client = await pool.connect();
    let lost: Error | undefined;
    try {
      return await attempt(client, work);
    } catch (cause) {
      // After a timeout the connection is still busy and still in the transaction.
      if (isAway(cause) || client.getTransactionStatus() !== "I") lost = new Error("the connection is lost", { cause });
      throw cause;
    } finally {
      client.release(lost);
    }
  });
}

/** The same on a given connection, for instance one with temporary tables. */
export function inTransactionOn<T>(client: PoolClient, work: Work<T>): Promise<T> {
  return retryDeadlock(() => attempt(client, work));
}

async function attempt<T>(client: PoolClient, work: Work<T>): Promise<T> {
  try {
    await client.query("begin");
    const value = await work(drizzle(client));
    const { command } = await client.query("commit");
    if (command !== "COMMIT") throw new Error("a statement had failed before the commit");
    return value;
  } catch (cause) {
    // A rollback on a connection that timed out would wait once more; the connection is dropped.
    if (!isTimeout(cause)) await client.query("rollback").catch(() => {});
    throw cause;
  }
}

/**
 * Repeats a transaction, or a single statement that locks several rows, after a deadlock: PostgreSQL
 * rolled it back and let the others proceed. A short random pause keeps them from meeting again.
 * Gives up after 8 attempts.
 */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (cause) {
      if (attempt >= ATTEMPTS_MAX || !isDeadlock(cause)) throw cause;
      await wait(Math.random() * PAUSE_MAX_MS);
    }
  }
}

/**
 * Whether the database ended a transaction to resolve a deadlock; drizzle wraps PostgreSQL's error.
 */
export function isDeadlock(cause: unknown): boolean {
  const source = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return source instanceof Error && "code" in source && source.code === DEADLOCK;
}
