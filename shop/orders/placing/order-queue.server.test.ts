import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { PLACED_TOGETHER_MAX, PLACING_BATCHES_AT_ONCE, PLACING_OVERDUE_MS } from "../constants.ts";
import { openOrderQueue } from "./order-queue.server.ts";

type Order = { productId: string; name: string };

function failure(code: string): DatabaseError {
  return Object.assign(new DatabaseError(`failed with ${code}`, 0, "error"), { code });
}

/**
 * A queue whose database records which orders came together. Orders of `locked` products fail like
 * a lock timeout unless they wait for locks; `broken` orders always fail;
 * `unresponsive` ones answer late.
 */
function aQueue() {
  const batches: { names: string[]; waitsForLocks: boolean }[] = [];
  const locked = new Map<string, Promise<unknown>>();
  const broken = new Map<string, Error>();
  const unresponsive = new Map<string, Promise<unknown>>();
  const placeOrder = openOrderQueue<Order, string>(async (orders, waitsForLocks) => {
    batches.push({ names: orders.map(({ name }) => name), waitsForLocks });
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(orders.map(({ name }) => unresponsive.get(name)));
    const locks = orders.flatMap(({ productId }) => locked.get(productId) ?? []);
    if (locks.length > 0 && !waitsForLocks) throw failure("55P03");
    await Promise.all(locks);
    for (const { name } of orders) if (broken.has(name)) throw broken.get(name);
    return orders.map(({ name }) => name.toUpperCase());
  });
  /** The first letter of the name is the product. */
  const place = (name: string) => placeOrder({ productId: name.charAt(0), name });
  return { place, batches, locked, broken, unresponsive, together: () => batches.map(({ names }) => names.join(" ")) };
}

test("one order alone is placed at once, and those that arrive meanwhile together, in their order", async () => {
  const { place, together } = aQueue();
  expect(await Promise.all(["a1", "a2", "b1", "a3"].map(place))).toEqual(["A1", "A2", "B1", "A3"]);
  expect(await place("c1")).toBe("C1");
  expect(together()).toEqual(["a1", "a2 b1 a3", "c1"]);
});

test("no more orders are placed together than the limit", async () => {
  const { place, batches } = aQueue();
  await Promise.all(Array.from({ length: 2 + PLACED_TOGETHER_MAX }, (_, n) => place(`a${n}`)));
  expect(batches.map(({ names }) => names.length)).toEqual([1, PLACED_TOGETHER_MAX, 1]);
});

test("a broken order fails itself alone: its batch is divided by product, and those of its product one by one", async () => {
  const { place, broken, together } = aQueue();
  broken.set("a3", failure("23514"));
  const answers = await Promise.allSettled(["a1", "a2", "b1", "a3", "b2"].map(place));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(together().slice(0, 2)).toEqual(["a1", "a2 b1 a3 b2"]);
  expect(new Set(together().slice(2))).toEqual(new Set(["a2 a3", "b1 b2", "a2", "a3"]));
});

test("a batch whose outcome nobody knows fails whole and is not retried, and the queue goes on", async () => {
  const { place, broken, together } = aQueue();
  broken.set("a2", new Error("Connection terminated unexpectedly"));
  const answers = await Promise.allSettled(["a1", "a2", "b1"].map(place));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await place("b2")).toBe("B2");
  expect(together()).toEqual(["a1", "a2 b1", "b2"]);
});

test("a product that is locked for long delays no other: its next orders wait for it, and go on together when it is free", async () => {
  const { place, locked, batches } = aQueue();
  const { promise, resolve: unlock } = Promise.withResolvers<void>();
  locked.set("a", promise);
  const waiting = [place("a1"), place("a2"), place("b1")];
  expect(await waiting[2]).toBe("B1");
  waiting.push(place("a3"), place("a4"));
  expect(await place("b2")).toBe("B2");
  expect(batches.filter(({ waitsForLocks }) => waitsForLocks).map(({ names }) => names[0])).toContain("a1");
  locked.delete("a");
  unlock();
  expect(await Promise.all(waiting)).toEqual(["A1", "A2", "B1", "A3", "A4"]);
  expect(batches.at(-1)?.names).toEqual(["a2", "a3", "a4"]);
});

test("orders that waited in vain for a lock fail together, and not one after the other", async () => {
  const { place, locked, batches } = aQueue();
  const inVain = Promise.reject(failure("55P03"));
  inVain.catch(() => {});
  locked.set("a", inVain);
  const answers = await Promise.allSettled(["a1", "a2", "a3"].map(place));
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches.filter(({ names, waitsForLocks }) => waitsForLocks && names.length === 1)).toHaveLength(1);
});

test("a batch that does not come back delays the next for a second only, and no more than so many are on their way", async () => {
  const { place, unresponsive, together } = aQueue();
  const { promise, resolve: comeBack } = Promise.withResolvers<void>();
  const lost = Array.from({ length: PLACING_BATCHES_AT_ONCE }, (_, n) => `a${n}`);
  for (const name of lost) unresponsive.set(name, promise);
  const answers: Promise<string>[] = [];
  for (const name of lost) {
    answers.push(place(name));
    await expect.poll(() => together().includes(name), { timeout: 3 * PLACING_OVERDUE_MS }).toBe(true);
  }
  const late = place("b1");
  expect(await Promise.race([late, wait(2 * PLACING_OVERDUE_MS)])).toBeUndefined();
  expect(together()).toEqual(lost);
  const later = place("b2");
  comeBack();
  expect(await Promise.all([...answers, late, later])).toEqual([...lost.map((name) => name.toUpperCase()), "B1", "B2"]);
  expect(together(), "whoever waits for a connection is placed by the first that is free").toEqual([...lost, "b1 b2"]);
});
