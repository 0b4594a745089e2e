import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { inOneBreath } from "./in-one-breath.ts";

test("what each gave comes back in their order, whichever was done first", async () => {
  expect(await inOneBreath([wait(5, "one"), Promise.resolve(2), wait(1, null)])).toEqual(["one", 2, null]);
});

test("the error of the first that failed is thrown, though others told theirs before, when all are over", async () => {
  let isOver = false;
  const last = wait(20).then(() => {
    isOver = true;
  });
  const failing = inOneBreath([wait(5).then(() => Promise.reject(new Error("deadlock"))), Promise.reject(new Error("aborted")), last]);
  await expect(failing).rejects.toThrow("deadlock");
  expect(isOver).toBe(true);
});
