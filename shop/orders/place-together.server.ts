import { DatabaseError, type PoolClient } from "pg";
import type { Failed } from "#platform/batches.ts";
import { isAway } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import { type CountedTries, countingTries, waitsOf } from "#platform/tries.server.ts";
import { isSame } from "#platform/vault.server.ts";
import { IDEMPOTENCY_KEY_VALID_MS, PLACING_PATIENCE_MS } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { within } from "#shop/settings/keep-within.server.ts";
import type { Limit } from "#shop/settings/limits.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { accessKeysOf, unlocks } from "./access-key.server.ts";
import { type HoldsOfAll, holdStatements, holdsOfAll } from "./holder.server.ts";
import { countsHolds, type Holds } from "./holds.ts";
import { lettersOfNewOrder, outboxStatement } from "./letters-of-new-order.server.ts";
import { type NewOrder, newOrder, type Ordered } from "./new-order.server.ts";
import type { OrderStatus, Placed } from "./order.ts";
import { noteMark } from "./payment-mark.server.ts";
import { type ProductAtOrder, place } from "./placing.ts";
import { findByIdempotencyKeys, forgetIdempotencyKeys, insertOrders, lockProducts } from "./placing-statements.server.ts";
import { passTakenCodes } from "./request-code.server.ts";

export type PlacingNeeds = Pick<Services, "db" | "live" | "files" | "mail" | "jobs" | "vault" | "log" | "now" | "isPublic">;

/** Somebody's try to place an order, until it is decided. */
export type Attempt = Ordered & {
  services: PlacingNeeds;
  settings: ShopSettings;
  /** Counted once, with the first try; `waitMs` is what came of it. */
  limits: Limit[];
  waitMs: number | null;
};

/** What became of it: a new order, or that of an earlier request with the same idempotency key. */
export type Written = { order: Placed & { status: OrderStatus }; isNew: boolean; accessKey: string | null; newBrowserKey: string | null };

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

type KnownOrder = Placed & { status: OrderStatus; accessKeyHash: Buffer | null; idempotencyBody: Buffer };

/** What the locked rows show, and then what the orders that are decided leave of it. */
type Seen = {
  products: Map<string, ProductAtOrder>;
  holds: HoldsOfAll;
  /** By idempotency key. */
  known: Map<string, KnownOrder>;
};

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
  else await write(client, taken, now);
  return decisions.map(({ answer }) => answer);
}

/** Tries are counted before the transaction begins, so that no refusal takes them back. */
async function look(client: PoolClient, attempts: Attempt[], isPatient: boolean): Promise<Seen> {
  const { services } = first(attempts);
  const limits = attempts.map((attempt) => attempt.limits.filter(({ most }) => most > 0));
  const keys = attempts.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const holders = attempts.flatMap(({ holder, settings }) => (countsHolds(settings) ? holder : []));
  const holds = holdStatements(services, holders);
  const [, , , locked, , known, held] = await Promise.all([
    limits.flat().length > 0
      ? client.query<CountedTries>(countingTries(services, limits.flat())).then(({ rows }) => noteWaits(attempts, limits, rows))
      : null,
    client.query("begin"),
    isPatient ? null : client.query(`set local lock_timeout = ${PLACING_PATIENCE_MS}`),
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

type Taken = { attempt: Attempt; made: NewOrder };

/** Decides one order and takes what it takes out of what is seen, as if it were written already. */
function decide(attempt: Attempt, seen: Seen, now: Date): { answer: Result<Written>; taken?: Taken } {
  const { services, settings, form, holder, idempotency } = attempt;
  const allowed = within(attempt.waitMs);
  if (!allowed.ok) return { answer: allowed };
  const earlier = idempotency && seen.known.get(idempotency.key.toString("hex"));
  if (earlier) return { answer: repeated(services, earlier, idempotency.bodies) };

  const product = seen.products.get(form.productId) ?? null;
  const decision = place(product, form, { ...settings, isPublic: services.isPublic }, seen.holds.of(holder));
  if (!product || !decision.ok) return { answer: decision.ok ? refused("productNotFound") : decision };
  const made = newOrder(services, attempt, product, decision.value.totalPaise, now);
  product.available -= form.quantity;
  seen.holds.add(holder, form.quantity);
  const { order, accessKey, accessKeyHash, newBrowserKey } = made;
  const [idempotencyBody] = idempotency?.bodies ?? [];
  if (idempotency && idempotencyBody) seen.known.set(idempotency.key.toString("hex"), { ...order, accessKeyHash, idempotencyBody });
  return { answer: granted({ order, isNew: true, accessKey, newBrowserKey }), taken: { attempt, made } };
}

async function write(client: PoolClient, taken: Taken[], now: Date): Promise<void> {
  const { services } = first(taken).attempt;
  const letters = taken.flatMap(({ attempt: { services, settings, visitor, form }, made }) =>
    lettersOfNewOrder(services, settings, visitor, form, made.order.id),
  );
  const paid = taken.filter(({ attempt }) => attempt.form.paymentMethod === "amazon");
  await Promise.all([
    client.query({ ...insertOrders, values: [JSON.stringify(taken.map(({ made }) => made.row))] }),
    ...paid.map(({ attempt: { form, proof }, made }) =>
      client.query(noteMark(services, { orderId: made.order.id, at: now, proof, ...form })),
    ),
    letters.length > 0 ? client.query(outboxStatement(services, letters)) : null,
    client.query("commit"),
  ]);
}

/** The order of the first request, with the key of its link, unless that was revoked. */
function repeated(services: PlacingNeeds, earlier: KnownOrder, bodies: Buffer[]): Result<Written> {
  const { idempotencyBody, accessKeyHash, ...order } = earlier;
  if (!bodies.some((body) => isSame(idempotencyBody, body))) return refused("idempotencyKeyReused");

  const isOwn = (accessKey: string) => unlocks({ accessKey, browser: null }, { accessKeyHash, unlockedBy: [] });
  const accessKey = accessKeysOf(services, order.id).find(isOwn) ?? null;
  return granted({ order, isNew: false, accessKey, newBrowserKey: null });
}

function first<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error("nobody orders");
  return one;
}
