import { defineConfig } from "vitest/config";

/** What these look at, or replace, belongs to a whole process: its events and globals, a mocked module, a module's own counter. */
const APART = [
  "{platform,server,tests}/**/*.test.ts",
  "web/storefront/send-order.test.ts",
  "web/parts/follow-events.test.ts",
  "api/heartbeats.test.ts",
];

/** Something that comes true in the end may take this long on a busy machine. Vitest would give it a second, in which three passwords are not always checked. */
const COMES_TRUE_WITHIN_MS = 10_000;

const inBoth = {
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { requireAssertions: true, poll: { timeout: COMES_TRUE_WITHIN_MS } },
};

export default defineConfig({
  test: {
    globalSetup: "tests/support/start-database.ts",
    // A third has work while two wait for a shop that starts or for the disk.
    maxWorkers: 3,
    projects: [
      // The first by name come first: the longest are among them, and none of those should run alone in the end.
      { test: { ...inBoth, name: "apart", include: APART } },
      {
        // To import the shop takes longer than most of these files take to run, so each worker imports it once. Every file has a database of its own all the same.
        test: { ...inBoth, name: "together", include: ["{shop,web,api}/**/*.test.{ts,tsx}"], exclude: APART, isolate: false },
      },
    ],
  },
});
