import { expect, test } from "vitest";
import { noHosts } from "../support/hosts.ts";
import { failOnHosts } from "../torture/hosts.ts";
import { isBuilt, needsBuild } from "./shop-process.ts";

// The short form of what `npm run torture -- machines` does on hosts; one that is stopped, frozen, or whose way swallows everything is in machines.test.ts.
test.skipIf(!isBuilt || noHosts !== "")(
  `a host that loses its way to the database tells its visitors so and shows them nothing of before, the other sells on, and it heals by itself${needsBuild || noHosts}`,
  { timeout: 120_000 },
  async () => {
    const { severed } = await failOnHosts({ machines: 2, cuts: ["unplugged"], cutMs: 0, afterwardsMs: 0, outlived: [] });
    expect(severed).toMatchObject([["unplugged", { faults: [] }]]);
    expect(severed[0]?.[1].meanwhile).toBeGreaterThan(0);
  },
);
