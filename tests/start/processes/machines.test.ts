import { expect, test } from "vitest";
import { outlive } from "#tests/torture/machines/machine-faults.ts";
import { heldAcross } from "#tests/torture/machines/one-shop.ts";
import { withMachines } from "#tests/torture/machines/several-machines.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

// The short version of `npm run torture -- machines`.
test.skipIf(!isBuilt)(
  `two server processes behind a balancer are one shop; it goes on while one is cut off from the database, frozen, or stopped${needsBuild}`,
  { timeout: 180_000 },
  () =>
    withMachines(2, async (machines) => {
      expect((await heldAcross(machines)).faults).toEqual([]);
      for (const [what, holdMs] of [
        ["cut off from the database", 1_000],
        ["frozen", 1_000],
        ["stopped", 0],
      ] as const) {
        const { faults, meanwhile } = await outlive(machines, what, holdMs);
        expect(faults).toEqual([]);
        expect(meanwhile).toBeGreaterThan(0);
      }
    }),
);
