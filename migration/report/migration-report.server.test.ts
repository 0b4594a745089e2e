import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "#platform/read-csv.ts";
import { fromCell } from "#shop/csv-line.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { findMigrationRun, reportText } from "./migration-report.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S6.5] no cell of the report is a formula to a spreadsheet, and its reader gets the path as it is", async () => {
  const { db } = shop.services;
  const [id, paths] = [randomUUID(), ["=1+1", "＝cmd|' /C calc'!A0", "\r=1+1", "\n@SUM(A1)", "＋1", 'a"b;c', "requests/\t1"]];
  await db.$client.query(
    "insert into old_shop_imports (id, state, is_preview, by_name, files, started_at) values ($1, 'done', false, 'x', '[]', now())",
    [id],
  );
  await db.$client.query(
    "insert into old_shop_import_rows (run_id, n, kind, path, outcome) select $1, n, 'order', path, 'imported' from unnest($2::text[]) with ordinality as p (path, n)",
    [id, paths],
  );
  const run = await findMigrationRun(shop.services, id);
  if (!run) throw new Error("no run");
  const rows = [];
  for await (const { cells } of readCsv(reportText(shop.services, run, "csv"))) rows.push(cells);
  expect(rows[0]).toEqual(["kind", "path", "outcome", "wrong", "done"]);
  const cells = rows.slice(1).map(([, path = ""]) => path);
  expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
  expect(cells.map(fromCell)).toEqual(paths);
});
