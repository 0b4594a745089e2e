import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { column, type ExportedTable } from "#shop/rows/exported-column.ts";
import { readExportedRows } from "./exported-rows.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-rows-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const table: ExportedTable = {
  name: "notes",
  title: "Notes",
  table: "notes",
  key: { column: "id", type: "text" },
  means: "Notes of an order.",
  columns: [column("text", "id", "Its id."), column("number", "weight", "What it weighs.", { ifMissing: ({ id }) => String(id).length })],
};

async function read(row: Record<string, unknown>) {
  const file = join(folder, "notes.json");
  await writeFile(file, `[\n${JSON.stringify(row)}\n]\n`);
  const rows = [];
  for await (const part of readExportedRows(file, table)) rows.push(...part.rows);
  return rows;
}

test("a column that an earlier version did not export gets its value from the rest of the row, and another one that is missing is refused", async () => {
  expect(await read({ id: "four" })).toEqual([{ id: "four", weight: 4 }]);
  expect(await read({ id: "four", weight: 7 })).toEqual([{ id: "four", weight: 7 }]);
  await expect(read({ weight: 7 })).rejects.toThrow("notes.json, line 2: id is missing or wrong. Nothing was changed.");
});
