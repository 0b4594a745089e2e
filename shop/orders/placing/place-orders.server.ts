import { DatabaseError, type PoolClient } from "pg";
import { isDeadlock } from "#platform/database/in-transaction.server.ts";
import { type CountedAttempts, countingAttempts, waitsOf } from "#platform/rate-limit/rate-limit.server.ts";
import { countEmailTo } from "#shop/emails/count-placed-email.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { PLACING_LOCK_TIMEOUT_MS } from "../constants.ts";
import { type Attempt, decide, type PlacingNeeds, type Taken, type WrittenOrder } from "./decide-order.server.ts";
import { passTakenCodes } from "./next-request-code.server.ts";
import { readBeforePlacing } from "./read-before-placing.server.ts";
import { writingOf } from "./write-orders.server.ts";

const ATTEMPTS_MAX = 50;
/** Unique keys that another process may have taken after this one read them. */
const keysOfOthers = ["orders_request_code_key", "orders_by_idempotency_key"];

/**
 * An order in the queue. `counted` is what was counted for it, once however often its batch is
 * tried; nothing else about it changes.
 */
export type WaitingOrder = {
  readonly services: PlacingNeeds;
  readonly productId: string;
  readonly attempt: Attempt;
  /** How long its buyer has to wait by the rate limits, and whether the buyer may get an email. */
  readonly counted: { waitMs?: number | null; mayEmail?: boolean };
};

/**
 * Places orders in one transaction, each decided on what the earlier ones leave. Throws if nothing
 * could be written. Starts again if another process took a request code or an idempotency key at
 * the same moment, and after a deadlock. Refuses `logInAgain` for a single order whose account was
 * deleted after its visitor was recognized. [S3.7] [S4.2]
 */
export async function placeTogether(orders: WaitingOrder[], waitsForLocks: boolean): Promise<Result<WrittenOrder>[]> {
  const [{ services }] = orders as [WaitingOrder];
  for (let round = 1; ; round += 1) {
    try {
      const answers = await onConnection(services, (client) => decideAndWrite(services, client, orders, waitsForLocks));
      if (answers) return answers;
    } catch (cause) {
      const broken = cause instanceof DatabaseError ? (cause.constraint ?? "") : "";
      if (broken === "orders_user_id_fkey" && orders.length === 1) return [refused("logInAgain")];
      const mayRetry = isDeadlock(cause) || keysOfOthers.includes(broken);
      if (!mayRetry || round >= ATTEMPTS_MAX) throw cause;
      if (broken === "orders_request_code_key") await passTakenCodes(services);
    }
  }
}

/**
 * Runs the work on one connection and rolls back if it fails. A connection that may still be busy
 * is closed instead of returned to the pool.
 */
async function onConnection<T>({ db }: PlacingNeeds, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  try {
    const value = await work(client);
    client.release();
    return value;
  } catch (cause) {
    // A connection is known to respond only if PostgreSQL itself refused the statement.
    const rollback = cause instanceof DatabaseError ? client.query("rollback") : Promise.reject(cause);
    await rollback.then(
      () => client.release(),
      () => client.release(true),
    );
    throw cause;
  }
}

/**
 * Decides and writes a batch in two round trips: one locks and reads, one writes. The statements of
 * a trip are pipelined. Returns null after freeing expired idempotency keys; then the caller reads
 * everything again.
 */
async function decideAndWrite(
  services: PlacingNeeds,
  client: PoolClient,
  orders: WaitingOrder[],
  waitsForLocks: boolean,
): Promise<Result<WrittenOrder>[] | null> {
  const now = services.now();
  const attempts = orders.map(({ attempt }) => attempt);
  const [waits, , { seen, expiredKeys }] = await Promise.all([
    // Counted before the transaction begins, so that a rollback does not undo the counting.
    countAttempts(services, client, orders),
    client.query(waitsForLocks ? "begin" : `begin; set local lock_timeout = ${PLACING_LOCK_TIMEOUT_MS}`),
    readBeforePlacing(services, client, attempts, { now, locks: true }),
  ]);
  if (expiredKeys.length > 0) {
    // Outside this transaction: handling the earlier order locks its row before its stock, so
    // updating that row here could deadlock.
    await client.query("rollback");
    await client.query({ ...forgetIdempotencyKeys, values: [expiredKeys] });
    return null;
  }

  const decisions = attempts.map((attempt, n) => decide(services, attempt, { waitMs: waits[n] ?? null, seen, now }));
  const taken = orders.flatMap((order, n): Taken[] => {
    const made = decisions[n]?.made;
    return made ? [{ attempt: order.attempt, made, mayEmail: countEmail(services, order) }] : [];
  });
  const writing = taken.length > 0 ? [...writingOf(services, taken, seen, now), "commit"] : ["rollback"];
  // All are sent at once: after a statement that failed,
  // PostgreSQL answers `commit` by rolling back.
  await Promise.all(writing.map((statement) => client.query(statement)));
  return decisions.map(({ answer }) => answer);
}

/** Returns how long each buyer has to wait; counts the orders that were not counted yet. */
async function countAttempts(services: PlacingNeeds, client: PoolClient, orders: WaitingOrder[]): Promise<(number | null)[]> {
  const limits = orders.map(({ attempt, counted }) => (counted.waitMs === undefined ? attempt.limits.filter(({ most }) => most > 0) : []));
  if (limits.flat().length > 0) {
    const { rows } = await client.query<CountedAttempts>(countingAttempts(services, limits.flat()));
    const waits = waitsOf(services, limits, rows);
    for (const [n, { counted }] of orders.entries()) counted.waitMs ??= waits[n] ?? null;
  }
  return orders.map(({ counted }) => counted.waitMs ?? null);
}

/**
 * Whether the address of an order may get an email about it; counted at the first try. Nobody
 * confirmed a guest's address, so a mailbox whose addresses are used again and again does not get
 * an email each time, and a network that orders for many does not either.
 */
function countEmail(services: PlacingNeeds, { attempt: { address, holder }, counted }: WaitingOrder): boolean {
  counted.mayEmail ??= address !== null && countEmailTo(services, address, holder);
  return counted.mayEmail;
}

/** Frees expired idempotency keys. $1: the keys. */
const forgetIdempotencyKeys = {
  name: "forget-idempotency-keys",
  text: "update orders set idempotency_key = null, idempotency_body = null where idempotency_key = any($1::bytea[])",
};
