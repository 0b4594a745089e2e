import { expect, test } from "vitest";
import { paymentCrashes } from "#tests/torture/payments.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

// The short version of `npm run torture -- payments`.
test.skipIf(!isBuilt)(
  `[S10.5] [S10.9] the server is killed while buyers pay: every payment delivers its order once, or waits for the owner${needsBuild}`,
  { timeout: 90_000 },
  async () => {
    let payments = 0;
    for await (const { paid, faults } of paymentCrashes(2)) {
      expect(faults).toEqual([]);
      payments += paid;
    }
    expect(payments).toBeGreaterThan(0);
  },
);
