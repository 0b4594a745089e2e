import { expect, test } from "vitest";
import { heldAcross } from "../torture/held-across.ts";
import { outlive } from "../torture/machine-faults.ts";
import { withMachines } from "../torture/several-machines.ts";
import { isBuilt, needsBuild } from "./shop-process.ts";

// The short form of `npm run torture -- machines`.
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
