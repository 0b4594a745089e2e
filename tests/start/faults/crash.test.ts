import { expect, test } from "vitest";
import { crashes } from "#tests/torture/crash.ts";

// The short version of `npm run torture -- crash`.
test.each(["server", "database"] as const)(
  "[S4.2] [S5.2] the %s is killed under load: every acknowledged order is there, and nothing in the shop is wrong",
  { timeout: 90_000 },
  async (what) => {
    let orders = 0;
    for await (const { acknowledged, faults } of crashes(what, 2)) {
      expect(faults).toEqual([]);
      orders += acknowledged;
    }
    expect(orders).toBeGreaterThan(0);
  },
);
