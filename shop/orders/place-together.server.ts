import { DatabaseError, type PoolClient } from "pg";
import type { Failed } from "#platform/batches.ts";
import { isAway } from "#platform/database/is-unreachable.ts";
import { type CountedTries, countingTries, waitsOf } from "#platform/tries.server.ts";
import { IDEMPOTENCY_KEY_VALID_MS, PLACING_PATIENCE_MS } from "#shop/constants.ts";
import { outboxStatement } from "#shop/letters/queue-letter.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import type { Limit } from "#shop/settings/limits.ts";
import { type Attempt, decide, type KnownOrder, type PlacingNeeds, type Seen, type Taken, type Written } from "./decide-order.server.ts";
import { holdStatements, holdsOfAll } from "./holder.server.ts";
import { countsHolds, type Holds } from "./holds.ts";
import { lettersOfNewOrder } from "./letters-of-new-order.server.ts";
import { noticesStatement } from "./notices-of-new-orders.server.ts";
import { noteMark } from "./payment-mark.server.ts";
import type { ProductAtOrder } from "./placing.ts";
import { findByIdempotencyKeys, forgetIdempotencyKeys, insertOrders, lockProducts } from "./placing-statements.server.ts";
import { passTakenCodes } from "./request-code.server.ts";

const ATTEMPTS_MAX = 50;

/**
 * Places orders in one transaction, each decided by the same rule on what those before it leave. Throws when nothing could be written. A request code or an
 * idempotency key that somebody took in the same moment fails the insert; then all is looked at again. So does an account that was deleted since its visitor
 * was recognized: then that order alone is refused, `logInAgain`. [S3.7]
 */
export async function placeTogether(attempts: Attempt[], isPatient: boolean): Promise<Result<Written>[]> {
  const { services } = first(attempts);
  for (let tried = 1; ; tried += 1) {
    try {
      return await onConnection(services, (client) => decideAndWrite(client, attempts, isPatient));
    } catch (cause) {
      const broken = constraintOf(cause);
      if (broken === "orders_user_id_fkey" && attempts.length === 1) return [refused("logInAgain")];
      if (tried >= ATTEMPTS_MAX || !takenMeanwhile.includes(broken)) throw cause;
      if (broken === "orders_request_code_key") await passTakenCodes(services);
    }
  }
}

const takenMeanwhile = ["orders_request_code_key", "orders_by_idempotency_key"];

/** What may be done about orders that could not be placed together: nothing where nobody knows whether the transaction was committed. */
export function failedTogether(error: unknown): Failed {
  if (!(error instanceof DatabaseError) || isAway(error)) return "for good";
  return error.code === LOCK_NOT_AVAILABLE ? "waiting" : "apart";
}

const LOCK_NOT_AVAILABLE = "55P03";

function constraintOf(cause: unknown): string {
  return cause instanceof DatabaseError ? (cause.constraint ?? "") : "";
}

async function onConnection<T>({ db }: PlacingNeeds, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let lost: Error | undefined;
  try {
    return await work(client);
  } catch (cause) {
    await client.query("rollback").catch((error: Error) => {
      lost = error;
    });
    throw cause;
  } finally {
    client.release(lost);
  }
}

/** Round trip one looks, round trip two writes: statements of one trip are sent together and run one after another. */
async function decideAndWrite(client: PoolClient, attempts: Attempt[], isPatient: boolean): Promise<Result<Written>[]> {
  const { services } = first(attempts);
  const seen = await look(client, attempts, isPatient);
  const now = services.now();
  const over = [...seen.known].filter(([, { createdAt }]) => createdAt.getTime() <= now.getTime() - IDEMPOTENCY_KEY_VALID_MS);
  if (over.length > 0) {
    // Not in this transaction: whoever handles the earlier order locks it before its stock.
    await client.query("rollback");
    await client.query({ ...forgetIdempotencyKeys, values: [over.map(([key]) => Buffer.from(key, "hex"))] });
    return decideAndWrite(client, attempts, isPatient);
  }
  const decisions = attempts.map((attempt) => decide(attempt, seen, now));
  const taken = decisions.flatMap(({ taken = [] }) => taken);
  if (taken.length === 0) await client.query("rollback");
  else await write(client, taken, seen.products, now);
  return decisions.map(({ answer }) => answer);
}

/** Tries are counted before the transaction begins, so that no refusal takes them back. */
async function look(client: PoolClient, attempts: Attempt[], isPatient: boolean): Promise<Seen> {
  const { services } = first(attempts);
  const limits = attempts.map((attempt) => attempt.limits.filter(({ most }) => most > 0));
  const keys = attempts.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const holders = attempts.flatMap(({ holder, settings }) => (countsHolds(settings) ? holder : []));
  const holds = holdStatements(services, holders);
  const [, , locked, , known, held] = await Promise.all([
    limits.flat().length > 0
      ? client.query<CountedTries>(countingTries(services, limits.flat())).then(({ rows }) => noteWaits(attempts, limits, rows))
      : null,
    client.query(isPatient ? "begin" : `begin; set local lock_timeout = ${PLACING_PATIENCE_MS}`),
    client.query<ProductAtOrder & { id: string }>({ ...lockProducts, values: [[...new Set(attempts.map(({ form }) => form.productId))]] }),
    holds && client.query(holds.lock),
    keys.length > 0 ? client.query<KnownOrder & { idempotencyKey: Buffer }>({ ...findByIdempotencyKeys, values: [keys] }) : null,
    holds && client.query<Holds & { who: string }>(holds.count),
  ]);
  return {
    products: new Map(locked.rows.map(({ id, ...product }) => [id, product])),
    holds: holdsOfAll(held?.rows ?? []),
    known: new Map(known?.rows.map(({ idempotencyKey, ...order }) => [idempotencyKey.toString("hex"), order])),
  };
}

function noteWaits(attempts: Attempt[], limits: Limit[][], rows: CountedTries[]): void {
  const waits = waitsOf(first(attempts).services, limits, rows);
  for (const [n, attempt] of attempts.entries()) {
    attempt.waitMs = waits[n] ?? attempt.waitMs;
    attempt.limits = [];
  }
}

async function write(client: PoolClient, taken: Taken[], products: Seen["products"], now: Date): Promise<void> {
  const { services } = first(taken).attempt;
  const letters = taken.flatMap(({ attempt: { services, settings, visitor, form }, made }) =>
    lettersOfNewOrder(services, settings, visitor, form, made.order.id),
  );
  const notices = noticesStatement(services, taken, products);
  const paid = taken.filter(({ attempt }) => attempt.form.paymentMethod === "amazon");
  await Promise.all([
    client.query({ ...insertOrders, values: [JSON.stringify(taken.map(({ made }) => made.row))] }),
    ...paid.map(({ attempt: { form, proof }, made }) =>
      client.query(noteMark(services, { orderId: made.order.id, at: now, proof, ...form })),
    ),
    letters.length > 0 ? client.query(outboxStatement(services, letters)) : null,
    notices && client.query(notices),
    client.query("commit"),
  ]);
}

function first<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error("nobody orders");
  return one;
}
