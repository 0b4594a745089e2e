import { expect, test } from "vitest";
import { openTurns } from "./turns.ts";

test("no more pieces of work run at a time than may, in the order in which they came, and a failed one makes room too", async () => {
  const inTurn = openTurns(2);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) => async () => {
    began.push(n);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (n === 1) throw new Error("failed");
    return n;
  };

  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(work(n))));
  expect(most).toBe(2);
  expect(began).toEqual([0, 1, 2, 3, 4]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(await inTurn(work(9))).toBe(9);
});
