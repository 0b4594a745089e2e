import { expect, test } from "vitest";
import { noHosts } from "#tests/support/processes/hosts.ts";
import { failOnHosts } from "#tests/torture/machines/hosts.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

// The short version of the hosts in `npm run torture -- machines`. Hosts that are stopped, frozen
// or lose packets silently are tested in machines.test.ts.
test.skipIf(!isBuilt || noHosts !== "")(
  `a host without a connection to the database says so and shows nothing stale, the other goes on selling, and it recovers automatically${needsBuild || noHosts}`,
  { timeout: 120_000 },
  async () => {
    const { severed } = await failOnHosts({ machines: 2, cuts: ["unplugged"], cutMs: 0, afterwardsMs: 0, outlived: [] });
    expect(severed).toMatchObject([["unplugged", { faults: [] }]]);
    expect(severed[0]?.[1].meanwhile).toBeGreaterThan(0);
  },
);
