import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { malform } from "#tests/torture/malformed/malformed.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
}, 40_000);
afterAll(() => shop.stop());

// The short version of `npm run torture -- malformed`.
test("malformed requests are answered or closed, none by a failure, and leave the shop whole", { timeout: 120_000 }, async () => {
  const { answers, faults } = await malform(shop, { seed: 20_261_121, count: 250 });
  expect(faults).toEqual([]);
  // Some requests get as far as the shop's own rules, so that these are tested as well.
  for (const status of [200, 400, 401, 403, 404, 405, 422]) expect(answers.has(status), `none was answered ${status}`).toBe(true);
});
