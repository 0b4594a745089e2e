import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every transaction starts over after a deadlock and gives up a lost connection: nobody calls Drizzle's own instead of `inTransaction`, tests neither", () => {
  const files = globSync(["{shop,migration,server,web,api,platform,tests,bench}/**/*.{ts,tsx}"]);
  // The browser's own database has transactions of another kind.
  const isBrowsers = (source: string) => source.includes("indexedDB.open(");
  const opening = files.filter((file) => {
    const source = readFileSync(file, "utf8");
    return /\.transaction\(/.test(source) && !isBrowsers(source);
  });
  expect(files.length).toBeGreaterThan(1_000);
  expect(opening).toEqual([]);
});

test("`inTransaction` is short enough to be read at a glance", () => {
  const source = readFileSync("platform/database/in-transaction.server.ts", "utf8");
  const [helper = ""] = /export function inTransaction<T>.*?\n}\n/s.exec(source) ?? [];
  expect(helper).toContain("client.release(lost)");
  expect(helper.split("\n").length).toBeLessThanOrEqual(30);
});
