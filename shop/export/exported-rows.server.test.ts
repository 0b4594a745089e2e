import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnType, ExportedTable } from "#shop/rows/exported-column.ts";
import { readExportedRows } from "./exported-rows.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-rows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const column = (name: string, type: ColumnType) => ({ name, type, column: name, sql: `t.${name}` });
const table: ExportedTable = {
  name: "notes",
  table: "notes",
  key: { sql: "t.id", type: "text" },
  isDownloaded: false,
  columns: [column("id", "text"), column("weight", "number")],
  leftOut: {},
};

async function read(...written: Record<string, unknown>[]) {
  const file = join(folder, "notes.json");
  await writeFile(file, `[\n${written.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
  const rows = [];
  for await (const part of readExportedRows(file, table)) rows.push(...part.rows);
  return rows;
}

test("a column that an earlier version did not export is missing from all rows, and one that is missing from some is refused", async () => {
  expect(await read({ id: "four", weight: 7 })).toEqual([{ id: "four", weight: 7 }]);
  expect(await read({ id: "four" }, { id: "five" })).toEqual([{ id: "four" }, { id: "five" }]);
  expect(await read({ id: "four", more: 1 }, { id: "five", weight: 7 })).toEqual([{ id: "four" }, { id: "five" }]);
  await expect(read({ id: "four", weight: 7 }, { id: "five" })).rejects.toThrow(
    "notes.json, line 3: weight is missing or wrong. Nothing was changed.",
  );
});
