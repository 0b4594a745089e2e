import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { crowd } from "#tests/torture/crowds.ts";
import { malform } from "#tests/torture/malformed/malformed.ts";
import { asOwner, type OwnersCalls } from "#tests/torture/owners-calls.ts";
import { rush } from "#tests/torture/rush.ts";

// The short versions of `npm run torture -- rush`, `crowds` and `malformed`, in this order in one
// shop: malformed requests log people out and change settings.
let shop: RunningShop;
let owner: OwnersCalls;
beforeAll(async () => {
  shop = await startShop({ TRUST_PROXY: "1" });
  owner = await asOwner(shop);
}, 40_000);
afterAll(() => shop.stop());

test("[S4.2] [S5.2] of many buyers at once for the last 10 IDs exactly 10 get one, and the others a polite no", async () => {
  const { answers, placed } = await rush(shop, owner, { buyers: 200, products: 1, isStormy: false });
  expect(placed).toEqual([10]);
  expect(Object.fromEntries(answers)).toEqual({ 201: 10, 409: 190 });
}, 30_000);

test("[S4.2] [S5.2] many products at once, with approvals and cancellations running, each sell exactly what they have", async () => {
  const { answers, placed } = await rush(shop, owner, { buyers: 240, products: 8, isStormy: true });
  expect(placed).toEqual(placed.map(() => 10));
  expect(Object.fromEntries(answers)).toEqual({ 201: 80, 409: 160 });
}, 30_000);

test("slow, idle and half-closed connections stop nobody from ordering, and leave nothing behind", { timeout: 120_000 }, async () => {
  const coming = { idle: 200, "slow head": 50, "slow body": 50, "huge head": 10, "slow reader": 10, greedy: 10, "unread events": 50 };
  const trying = { "admin upload": 10, "wrong passwords": 12 };
  const { faults } = await crowd(shop, { ...coming, ...trying, "half upload": 3, "cut upload": 3 }, 12);
  expect(faults).toEqual([]);
});

test("malformed requests are answered or closed, none by a failure, and leave the shop whole", { timeout: 120_000 }, async () => {
  const { answers, faults } = await malform(shop, { seed: 20_261_121, count: 400 });
  expect(faults).toEqual([]);
  // Some requests get as far as the shop's own rules, so that these are tested as well.
  for (const status of [200, 400, 401, 403, 404, 405, 422]) expect(answers.has(status), `none was answered ${status}`).toBe(true);
});
