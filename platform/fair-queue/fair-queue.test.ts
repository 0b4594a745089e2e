import fc from "fast-check";
import { expect, test } from "vitest";
import { openFairQueue } from "./fair-queue.ts";
import { ownQueueLane, queueLaneOfNetwork } from "./queue-lane.ts";

let at = 0;
const open = (limits = {}) => openFairQueue<string>({ waitingMax: 64, budgetMs: 10_000, windowMs: 60_000, ...limits }, () => at);
const [a, b, c] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(queueLaneOfNetwork) as [ReturnType<typeof queueLaneOfNetwork>, never, never];
const rest = (queue: ReturnType<typeof open>) => {
  const jobs: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) jobs.push(next.job);
  return jobs;
};

test("a network has one picture waiting; the next takes no other network's turn", () => {
  const queue = open();
  expect([queue.enter(a, "a1"), queue.enter(a, "a2"), queue.enter(b, "b1")]).toEqual([null, { fault: "busy" }, null]);
  expect(queue.next()?.job).toBe("a1");
  expect(queue.enter(a, "a3")).toBeNull();
  expect(rest(queue)).toEqual(["b1", "a3"]);
});

test("whoever has an IPv6 /48 neither fills the queue nor has the decoder alone, and is distinguished from IPv4 and other blocks", () => {
  at = 0;
  const queue = open();
  const inBlock = (n: number) => queueLaneOfNetwork(`2001:db8:1:${(n << 8).toString(16)}::/64`);
  const entered = Array.from({ length: 100 }, (_, n) => queue.enter(inBlock(n), `x${n}`));
  expect(entered.filter((no) => no === null)).toHaveLength(4);
  expect(entered[99]).toEqual({ fault: "busy" });
  expect([queue.enter(queueLaneOfNetwork("2001:db8:2:1::/64"), "b"), queue.enter(a, "a")]).toEqual([null, null]);
  expect(rest(queue)).toHaveLength(6);
  expect(queue.enter(inBlock(200), "again")).toBeNull();
  for (let n = 0; n < 4; n += 1) queue.spend(inBlock(n), 9_999);
  expect(queue.enter(inBlock(300), "late")).toBeNull();
  queue.spend(inBlock(4), 5);
  expect(queue.enter(inBlock(301), "over")).toMatchObject({ fault: "limited" });
  expect(queue.enter(queueLaneOfNetwork("2001:db8:2:2::/64"), "b2")).toBeNull();
});

test("lanes take turns, so that the shop's own many pictures hold up nobody's", () => {
  const queue = open();
  for (const job of ["own1", "own2", "own3"]) queue.enter(ownQueueLane("comparisons"), job);
  queue.enter(a, "a1");
  queue.enter(b, "b1");
  expect(rest(queue)).toEqual(["own1", "a1", "b1", "own2", "own3"]);
});

test("a network that has used up its time waits until enough of it is back, and others do not", () => {
  at = 0;
  const queue = open();
  queue.spend(a, 10_000);
  expect(queue.enter(a, "a1")).toMatchObject({ fault: "limited", waitMs: 1_000 });
  expect(queue.enter(b, "b1")).toBeNull();
  at = 6_000;
  expect(queue.enter(a, "a1")).toBeNull();
  queue.spend(a, 20_000);
  const no = queue.enter(c, "c1") ?? queue.enter(a, "a2");
  expect(no).toMatchObject({ fault: "limited", waitMs: 54_000 + 60_000 });
  queue.spend(ownQueueLane("admins"), 60_000);
  expect(queue.enter(ownQueueLane("admins"), "own")).toBeNull();
});

test("so many networks may wait, and what the shop itself needs waits beside them", () => {
  const queue = open({ waitingMax: 2 });
  expect([a, b, c, ownQueueLane("admins")].map((lane) => queue.enter(lane, lane.name))).toEqual([null, null, { fault: "busy" }, null]);
  queue.next();
  expect(queue.enter(c, "c1")).toBeNull();
});

test("nobody waits for more turns than there are others waiting, whatever comes in between", () => {
  const steps = fc.array(fc.oneof(fc.record({ enter: fc.integer({ min: 0, max: 6 }) }), fc.constant("next" as const)), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (all) => {
      const queue = open();
      const turnsLeft = new Map<string, number>();
      for (const step of all) {
        if (step === "next") {
          const job = queue.next()?.job;
          if (job !== undefined) expect(turnsLeft.delete(job)).toBe(true);
          for (const [name, left] of turnsLeft) {
            expect(left).toBeGreaterThan(0);
            turnsLeft.set(name, left - 1);
          }
        } else {
          const name = `network ${step.enter}`;
          const no = queue.enter({ name, isLimited: true }, name);
          if (turnsLeft.has(name)) expect(no).toEqual({ fault: "busy" });
          else turnsLeft.set(name, turnsLeft.size);
        }
      }
      expect(rest(queue).sort()).toEqual([...turnsLeft.keys()].sort());
    }),
  );
});

test("an IPv6 /56 may wait twice; beside it the /48 around it has room left", () => {
  const queue = open();
  const inHome = (n: number) => queueLaneOfNetwork(`2001:db8:1:${n.toString(16)}::/64`);
  expect([0, 1, 2].map((n) => queue.enter(inHome(n), `x${n}`))).toEqual([null, null, { fault: "busy" }]);
  expect(queue.enter(inHome(0x100), "next door")).toBeNull();
});

test("a lane may have more than one job waiting, and still one turn at a time", () => {
  const queue = open({ waitingInLaneMax: 2 });
  expect(["a1", "a2", "a3"].map((job) => queue.enter(a, job))).toEqual([null, null, { fault: "busy" }]);
  queue.enter(b, "b1");
  expect(rest(queue)).toEqual(["a1", "b1", "a2"]);
});

test("first lanes are served before others, but not for ever; others who wait keep none of them out", () => {
  const queue = open({ waitingMax: 4 });
  const first = (n: number) => ({ name: `account ${n}`, isLimited: true, isFirst: true });
  for (const [lane, name] of [
    [a, "a"],
    [b, "b"],
    [c, "c"],
  ] as const)
    queue.enter(lane, name);
  queue.enter(queueLaneOfNetwork("192.0.2.4"), "d");
  expect(queue.enter(queueLaneOfNetwork("192.0.2.5"), "e")).toEqual({ fault: "busy" });
  for (const n of [1, 2, 3, 4]) expect(queue.enter(first(n), `first ${n}`)).toBeNull();
  expect(queue.enter(first(1), "again")).toEqual({ fault: "busy" });
  expect(rest(queue)).toEqual(["first 1", "first 2", "first 3", "a", "first 4", "b", "c", "d"]);
});
