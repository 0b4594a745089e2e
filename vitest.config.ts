import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{shop,platform,web,api,server,tests}/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/start-database.ts",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { requireAssertions: true },
  },
});
