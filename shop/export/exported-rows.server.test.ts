import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnType, ExportedTable } from "#shop/rows/exported-column.ts";
import { exportedTables } from "#shop/rows/exported-tables.server.ts";
import { EXPORT_1_0 } from "#tests/upgrades/data-of-1.0.ts";
import { readExportedRows } from "./exported-rows.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-rows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const column = (name: string, type: ColumnType) => ({ name, type, column: name, sql: `t.${name}` });
const notes: ExportedTable = {
  name: "notes",
  table: "notes",
  key: { sql: "t.id", type: "text" },
  isDownloaded: false,
  columns: [column("id", "text"), column("weight", "number")],
  leftOut: {},
};

async function read(from: ExportedTable, ...written: unknown[]) {
  const file = join(folder, `${from.name}.json`);
  await writeFile(file, `[\n${written.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
  const rows = [];
  for await (const part of readExportedRows(file, from)) rows.push(...part.rows);
  return rows;
}

test("a column that some or all rows lack is refused with file, line and name; one that nobody knows is left out", async () => {
  expect(await read(notes, { id: "four", more: 1, weight: 7 })).toEqual([{ id: "four", weight: 7 }]);
  const refusals: [why: string, ...rows: unknown[]][] = [
    ["line 2: id is missing or wrong", {}],
    ["line 2: weight is missing or wrong", { id: "four" }, { id: "five" }],
    ["line 2: weight is missing or wrong", { id: "four" }, { id: "five", weight: 7 }],
    ["line 3: weight is missing or wrong", { id: "four", weight: 7 }, { id: "five" }],
    ["line 2: this is not a row", null],
    ["line 2: this is not a row", []],
  ];
  for (const [why, ...rows] of refusals) await expect(read(notes, ...rows)).rejects.toThrow(`notes.json, ${why}. Nothing was changed.`);
});

test("the only columns that an export may lack are those that versions before 1.0.0, or 1.0.0, did not have", async () => {
  const lacking: string[] = [];
  for (const table of exportedTables.filter(({ isLater }) => !isLater)) {
    const [row] = JSON.parse(await readFile(join(EXPORT_1_0, `${table.name}.json`), "utf8"));
    for (const { name } of table.columns) {
      const { [name]: _, ...without } = row;
      const refusal = await read(table, without).then(() => null, String);
      if (refusal === null) lacking.push(`${table.name}.${name}`);
      else expect(refusal).toContain(`${table.name}.json, line 2: ${name} is missing or wrong. Nothing was changed.`);
    }
  }
  const ofSettings = ["logo", "accent", "landingPicture", "showsLandingPicture", "landingSections"];
  const grievances = ["grievanceName", "grievanceContact"];
  const later = ["answerHours", "questionPresets", "claimHours", "eraseMessagesDays", "alertsDeliver", "alertsDayMax"];
  expect(lacking).toEqual([
    ...[...grievances, ...ofSettings, ...later].map((name) => `settings.${name}`),
    "products.claimHours",
    "customers.rights",
    "orders.claimUntil",
    "imports.supplierId",
    "payments.bankProof",
    ...["kind", "firstDay", "lastDay"].map((name) => `statements.${name}`),
    ...["sentAt", "seenIn", "waitsBecause"].map((name) => `statement-lines.${name}`),
  ]);
});
