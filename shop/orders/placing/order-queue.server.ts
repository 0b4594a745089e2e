import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { DatabaseError } from "pg";
import { isAway } from "#platform/database/is-unreachable.ts";
import type { Result } from "#shop/refusal.ts";
import { PLACED_TOGETHER_MAX, PLACING_AT_ONCE, PLACING_BATCHES_AT_ONCE, PLACING_OVERDUE_MS } from "../constants.ts";
import type { WrittenOrder } from "./decide-order.server.ts";
import type { WaitingOrder } from "./place-orders.server.ts";

/** Places an order together with others that wait. Each open database has one queue per process. */
export type OrderQueue = (order: WaitingOrder) => Promise<Result<WrittenOrder>>;

/** An order that waits to be placed. */
type Waiting = { productId: string };

/**
 * Places orders in one transaction. Without `waitsForLocks` it fails soon if another transaction
 * holds a lock that it needs.
 */
type PlaceAll<Order, Placed> = (orders: Order[], waitsForLocks: boolean) => Promise<Placed[]>;

type Entry<Order, Placed> = PromiseWithResolvers<Placed> & { order: Order };

/**
 * Group commit: while one batch of orders is being written, new orders collect into the next batch,
 * in order of arrival. An order that arrives alone starts at once. A failed batch is split by
 * product, and then into single orders, so an order fails only for its own reason and a locked
 * product delays no other product. An order whose outcome is unknown, because the connection broke,
 * is not tried again. [S4.2]
 */
export function openOrderQueue<Order extends Waiting, Placed>(placeAll: PlaceAll<Order, Placed>): (order: Order) => Promise<Placed> {
  type Batch = Entry<Order, Placed>[];
  const onTheirWay = new Set<Promise<void>>();
  const productConnections = pLimit(PLACING_AT_ONCE - PLACING_BATCHES_AT_ONCE);
  const waiting = new Set<Entry<Order, Placed>>();
  /**
   * Products whose orders are placed separately after a failure. Their new orders wait until that
   * is done.
   */
  const apart = new Set<string>();
  let isPlacing = false;

  return (order) => {
    const entry = { order, ...Promise.withResolvers<Placed>() };
    waiting.add(entry);
    void placeWaiting();
    return entry.promise;
  };

  async function placeWaiting(): Promise<void> {
    if (isPlacing) return;
    isPlacing = true;
    for (let batch = takeNext(); batch.length > 0; batch = takeNext()) {
      const placing = placeShared(batch).finally(() => onTheirWay.delete(placing));
      onTheirWay.add(placing);
      // A dead connection must not block everybody until it is detected.
      await Promise.race([placing, wait(PLACING_OVERDUE_MS, undefined, { ref: false })]);
      // While the database is unresponsive, a batch that waits for a connection must not also wait
      // for the batch before it.
      if (onTheirWay.size >= PLACING_BATCHES_AT_ONCE) await Promise.race(onTheirWay);
    }
    isPlacing = false;
  }

  function takeNext(): Batch {
    const next = [...waiting].filter(({ order }) => !apart.has(order.productId)).slice(0, PLACED_TOGETHER_MAX);
    for (const entry of next) waiting.delete(entry);
    return next;
  }

  async function placeShared(batch: Batch): Promise<void> {
    const failure = await place(batch, false);
    if (failure === null) return;
    if (!wroteNothing(failure)) return rejectAll(batch, failure);
    for (const [productId, orders] of Map.groupBy(batch, ({ order }) => order.productId)) void placeApart(productId, orders);
  }

  async function placeApart(productId: string, batch: Batch): Promise<void> {
    apart.add(productId);
    await productConnections(placeWithLocks, batch);
    apart.delete(productId);
    void placeWaiting();
  }

  async function placeWithLocks(batch: Batch): Promise<void> {
    const failure = await place(batch, true);
    if (failure === null) return;
    if (!wroteNothing(failure) || waitedInVain(failure) || batch.length === 1) return rejectAll(batch, failure);
    for (const entry of batch) await placeWithLocks([entry]);
  }

  /**
   * Places a batch and resolves each order's promise. Returns null, or the error if nothing was
   * answered.
   */
  async function place(batch: Batch, waitsForLocks: boolean): Promise<Error | null> {
    try {
      const placed = await placeAll(
        batch.map(({ order }) => order),
        waitsForLocks,
      );
      for (const [n, answer] of placed.entries()) batch[n]?.resolve(answer);
      return null;
    } catch (cause) {
      return cause instanceof Error ? cause : new Error("placing failed", { cause });
    }
  }

  function rejectAll(batch: Batch, failure: Error): void {
    for (const { reject } of batch) reject(failure);
  }
}

/** Whether PostgreSQL refused the transaction. After any other error it may have been committed. */
function wroteNothing(failure: Error): boolean {
  return failure instanceof DatabaseError && !isAway(failure);
}

function waitedInVain(failure: Error): boolean {
  return failure instanceof DatabaseError && failure.code === LOCK_NOT_AVAILABLE;
}

const LOCK_NOT_AVAILABLE = "55P03";
