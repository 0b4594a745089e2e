import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { crowd } from "#tests/torture/crowds.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop({ TRUST_PROXY: "1" });
}, 40_000);
afterAll(() => shop.stop());

// The short version of `npm run torture -- crowds`.
test("slow, idle and half-closed connections stop nobody from ordering, and leave nothing behind", { timeout: 120_000 }, async () => {
  const coming = { idle: 200, "slow head": 50, "slow body": 50, "huge head": 10, "slow reader": 10, greedy: 10, "unread events": 50 };
  const trying = { "admin upload": 10, "wrong passwords": 12 };
  const { faults } = await crowd(shop, { ...coming, ...trying, "half upload": 3, "cut upload": 3 }, 12);
  expect(faults).toEqual([]);
});
