import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "#shop/audit/operator.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { migrateShop } from "./migrate-shop.server.ts";

const SAMPLE = "tests/support/old-shop/old-store-export.json";
const sources = { database: SAMPLE, accounts: null, proofs: null };
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const migrate = (isPreview: boolean) => migrateShop(shop.ownServices, sources, { by: operator, isPreview });

/** Every row of the shop, except the records of the imports themselves. */
async function shopRows(): Promise<Record<string, string[]>> {
  const rows = Object.entries(await everyRow(shop.databaseUrl));
  return Object.fromEntries(rows.filter(([table]) => !table.startsWith("old_shop_import") && table !== "audit_entries"));
}

test("[S3.1] [S3.3] the old store's sample comes in whole, as its preview said, and a second time nothing comes in", async () => {
  const empty = await shopRows();
  const preview = await migrate(true);
  expect(await shopRows()).toEqual(empty);

  const { summary } = await migrate(false);
  expect(summary).toEqual(preview.summary);
  expect(summary.counts).toEqual([
    { kind: "copy", outcome: "merged", rows: 30 },
    { kind: "id", outcome: "imported", rows: 197 },
    { kind: "id", outcome: "merged", rows: 7 },
    { kind: "id", outcome: "skipped", rows: 1 },
    { kind: "order", outcome: "imported", rows: 60 },
    { kind: "product", outcome: "imported", rows: 6 },
    { kind: "product", outcome: "merged", rows: 1 },
  ]);
  for (const { there, here } of summary.sums) expect(here).toEqual(there);
  expect(await faultsOf(shop)).toEqual([]);

  const full = await shopRows();
  const again = await migrate(false);
  expect(again.summary.counts.filter(({ outcome }) => outcome === "imported" || outcome === "updated")).toEqual([]);
  expect(await shopRows()).toEqual(full);
});
