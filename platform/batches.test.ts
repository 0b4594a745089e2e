import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Failed, openBatches } from "./batches.ts";

/**
 * Work that notes with whom it was done; `blocked` lanes fail as one does that waited too long, `dead` items come back late, and `broken` ones fail whatever they
 * are done with.
 */
function aWorkshop({ atMost = 10, as = "apart" as Failed, overdueMs = 60_000 } = {}) {
  const batches: { items: string[]; isPatient: boolean }[] = [];
  const blocked = new Map<string, Promise<void>>();
  const broken = new Set<string>();
  const dead = new Map<string, Promise<void>>();
  const laneOf = (item: string) => item.charAt(0);
  const enter = openBatches<string, string>({
    atMost,
    batchesAtOnce: 3,
    overdueMs,
    lanesAtOnce: 2,
    laneOf,
    failed: (error) => (error instanceof Error && error.message === "waiting" ? "waiting" : as),
    async doAll(items, isPatient) {
      batches.push({ items, isPatient });
      await new Promise((resolve) => setImmediate(resolve));
      const lock = items.map((item) => blocked.get(laneOf(item))).find((found) => found !== undefined);
      await Promise.all(items.map((item) => dead.get(item)));
      if (lock && !isPatient) throw new Error("waiting");
      await lock;
      if (items.some((item) => broken.has(item))) throw new Error(`broken ${items}`);
      return items.map((item) => item.toUpperCase());
    },
  });
  return { enter, batches, blocked, broken, dead, items: () => batches.map(({ items }) => items.join(" ")) };
}

test("one alone is done at once, what comes meanwhile is done together in its order, and no more than so many", async () => {
  const { enter, items } = aWorkshop({ atMost: 3 });
  expect(await Promise.all(["a1", "a2", "b1", "a3", "b2"].map(enter))).toEqual(["A1", "A2", "B1", "A3", "B2"]);
  expect(await enter("c1")).toBe("C1");
  expect(items()).toEqual(["a1", "a2 b1 a3", "b2", "c1"]);
});

test("what is broken fails itself alone: its batch is divided into lanes, and its lane into its members", async () => {
  const { enter, broken, items } = aWorkshop();
  broken.add("a3");
  const done = await Promise.allSettled(["a1", "a2", "b1", "a3", "b2"].map(enter));
  expect(done.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(items().slice(0, 2)).toEqual(["a1", "a2 b1 a3 b2"]);
  expect(new Set(items().slice(2))).toEqual(new Set(["a2 a3", "b1 b2", "a2", "a3"]));
});

test("a batch of which nobody knows what became of it fails whole, and what comes after goes on", async () => {
  const { enter, broken, items } = aWorkshop({ as: "for good" });
  broken.add("a2");
  const done = await Promise.allSettled(["a1", "a2", "b1"].map(enter));
  expect(done.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await enter("b2")).toBe("B2");
  expect(items()).toEqual(["a1", "a2 b1", "b2"]);
});

test("a lane that waits long keeps no other waiting: what comes for it waits behind it, and goes on together when it is free", async () => {
  const { enter, blocked, batches } = aWorkshop();
  const { promise, resolve: free } = Promise.withResolvers<void>();
  blocked.set("a", promise);
  const waiting = [enter("a1"), enter("a2"), enter("b1")];
  expect(await waiting[2]).toBe("B1");
  waiting.push(enter("a3"), enter("a4"));
  expect(await enter("b2")).toBe("B2");
  expect(batches.filter(({ isPatient }) => isPatient).map(({ items }) => items[0])).toContain("a1");
  blocked.delete("a");
  free();
  expect(await Promise.all(waiting)).toEqual(["A1", "A2", "B1", "A3", "A4"]);
});

test("who has waited in vain in a lane is told so together, and not one after the other", async () => {
  const { enter, blocked } = aWorkshop();
  const locked = Promise.reject(new Error("waiting"));
  locked.catch(() => {});
  blocked.set("a", locked);
  const done = await Promise.allSettled(["a1", "a2", "a3"].map(enter));
  expect(done.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});

test("a batch that does not come back keeps the next one waiting for a moment only, and no more than so many go out beside it", async () => {
  const { enter, dead, items } = aWorkshop({ overdueMs: 20 });
  const { promise, resolve: comeBack } = Promise.withResolvers<void>();
  for (const item of ["a1", "a2", "a3"]) dead.set(item, promise);
  const lost: Promise<string>[] = [];
  const lose = async (item: string) => {
    lost.push(enter(item));
    await wait(5);
  };
  await lose("a1");
  expect(await Promise.all([enter("a4"), enter("b1")])).toEqual(["A4", "B1"]);
  await lose("a2");
  expect(await enter("b2")).toBe("B2");
  await lose("a3");
  const late = enter("b3");
  expect(await Promise.race([late, wait(100)])).toBeUndefined();
  comeBack();
  expect(await Promise.all([...lost, late])).toEqual(["A1", "A2", "A3", "B3"]);
  expect(items()).toEqual(["a1", "a4 b1", "a2", "b2", "a3", "b3"]);
});
