import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTurns } from "./open-turns.ts";
import { queueLaneOfNetwork } from "./queue-lane.ts";

const limits = { atOnce: 1, waitMaxMs: 10_000, waitingMax: 64, budgetMs: 10_000, windowMs: 60_000 };
const [a, b] = [queueLaneOfNetwork("192.0.2.1"), queueLaneOfNetwork("192.0.2.2")];

test("so much work is done at once, the rest in turn; what fails makes room as well", async () => {
  const turns = openTurns({ ...limits, atOnce: 2, waitingInLaneMax: 3 });
  let [now, most] = [0, 0];
  const done: string[] = [];
  const work = (name: string) => async () => {
    now += 1;
    most = Math.max(most, now);
    await wait(5);
    now -= 1;
    done.push(name);
    if (name === "a2") throw new Error("broken");
    return name;
  };
  const all = ["a1", "a2", "a3", "a4", "a5"].map((name) => turns.take(a, work(name)));
  const other = turns.take(b, work("b1"));
  expect(await Promise.allSettled([...all, other])).toMatchObject([
    { value: { done: "a1" } },
    { reason: new Error("broken") },
    { value: { done: "a3" } },
    { value: { done: "a4" } },
    { value: { done: "a5" } },
    { value: { done: "b1" } },
  ]);
  expect([most, done.indexOf("b1") < done.indexOf("a4")]).toEqual([2, true]);
});

test("who has waited too long is told so, and the work is not done any more", async () => {
  const turns = openTurns({ ...limits, waitMaxMs: 20 });
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const running = turns.take(a, () => mayEnd);
  let isDone = false;
  const late = turns.take(b, async () => {
    isDone = true;
  });
  expect(await late).toEqual({ fault: "busy" });
  end();
  expect(await running).toEqual({ done: undefined });
  expect(await turns.take(a, async () => "next")).toEqual({ done: "next" });
  expect(isDone).toBe(false);
});

test("what a lane's work took counts against its time, unless it is free", async () => {
  let at = 0;
  const turns = openTurns({ ...limits, budgetMs: 100 }, () => at);
  const long = async () => {
    at += 100;
  };
  await turns.take(a, long, () => true);
  expect(turns.objection(a)).toBeNull();
  await turns.take(a, long);
  expect(turns.objection(a)).toMatchObject({ fault: "limited" });
  expect(await turns.take(a, async () => "no")).toMatchObject({ fault: "limited" });
  expect(await turns.take(b, async () => "yes")).toEqual({ done: "yes" });
});
