import { expect, test } from "vitest";
import { MINUTE_MS } from "#shop/constants.ts";
import { progressWords } from "./import-progress.ts";

test("an import shows the progress of each part, and its remaining time at its own pace", () => {
  const inWords = progressWords();
  expect(inWords({ doing: "reading the file", done: 0, total: 1_000 }, 0)).toBe("reading the file: 0 %");
  expect(inWords({ doing: "reading the file", done: 250, total: 1_000 }, MINUTE_MS)).toBe(
    "reading the file: 25 %, about 3 minutes left of it",
  );
  expect(inWords({ doing: "comparing the rows", done: 0, total: null }, 4 * MINUTE_MS)).toBe("comparing the rows");
  expect(inWords({ doing: "orders", done: 0, total: null }, 5 * MINUTE_MS)).toBe("orders");
  expect(inWords({ doing: "orders", done: 0, total: 500 }, 9 * MINUTE_MS)).toBe("orders: 0 %");
  expect(inWords({ doing: "orders", done: 100, total: 500 }, 10 * MINUTE_MS)).toBe("orders: 20 %, about 4 minutes left of it");
});
