import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { asOwner, type OwnersCalls } from "#tests/torture/owners-calls.ts";
import { rush } from "#tests/torture/rush.ts";

let shop: RunningShop;
let owner: OwnersCalls;
beforeAll(async () => {
  shop = await startShop();
  owner = await asOwner(shop);
}, 40_000);
afterAll(() => shop.stop());

// The short version of `npm run torture -- rush`, which measures how long the answers take.
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
