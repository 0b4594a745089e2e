import { defineConfig } from "vitest/config";
import { soon } from "./tests/support/soon.ts";

/**
 * Tests that affect a whole process: its events and globals, a mocked module, a module's own
 * counter.
 */
const APART = [
  "{platform,server}/**/*.test.ts",
  "tests/{api,architecture,conformance,database,dependencies,doors,schema,start,support}/**/*.test.ts",
  "web/storefront/order/placing/send-order.test.ts",
  "web/parts/live/follow-events.test.ts",
];

/**
 * How long `expect.poll` and the like wait on a busy machine. Vitest's default of a second is too
 * short for checking three passwords.
 */
const COMES_TRUE_WITHIN_MS = soon.timeout;

const inBoth = {
  // Only for what hangs: a slow machine takes three times as long as a quiet one.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  expect: { requireAssertions: true, poll: { timeout: COMES_TRUE_WITHIN_MS } },
};

// Pages are rendered as by a shop in use. React's development build takes four times as long for
// the same HTML.
process.env.NODE_ENV = "production";

export default defineConfig({
  test: {
    globalSetup: "tests/support/database/start-database.ts",
    // Two have work while others wait for a starting shop, a timer or the disk.
    maxWorkers: 4,
    projects: [
      // Projects run in the order of their names. The longest tests are among these, and none of
      // them should run alone at the end.
      { test: { ...inBoth, name: "apart", include: APART } },
      {
        // Importing the shop takes longer than most of these files take to run, so each worker
        // imports it once. Every file still has a database of its own.
        test: {
          ...inBoth,
          name: "together",
          include: ["{messages,shop,migration,web,api,tests}/**/*.test.{ts,tsx}"],
          exclude: APART,
          isolate: false,
        },
      },
    ],
  },
});
