import { expect, test } from "vitest";
import { StoredSummary } from "./migration-summary.ts";

const sums = [{ status: "pending", there: { orders: 1, paise: 100 }, here: { orders: 1, paise: 100 } }] as const;
const counts = [{ kind: "order", outcome: "imported", rows: 1 }] as const;

test("a summary that an earlier version stored is read with its warnings", () => {
  const summary = { counts, warnings: [{ warning: "short", rows: 2 }], sums };
  expect(StoredSummary.parse(summary)).toEqual(summary);
  expect(StoredSummary.parse({ counts, oddities: [{ oddity: "short", rows: 2 }], sums })).toEqual(summary);
  expect(StoredSummary.safeParse({ counts, sums }).success).toBe(false);
});
