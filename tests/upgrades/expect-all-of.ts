import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { OpenServices } from "#server/start/services.ts";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { anEmptyFolder } from "#tests/support/database/later-migrations.ts";

type Row = Record<string, unknown>;

/** Exports an open shop into a folder that is deleted after the test. */
export async function exportOf(services: OpenServices, databaseUrl: string): Promise<string> {
  const folder = await anEmptyFolder();
  await exportFolder({ ...services, databaseUrl }, folder);
  return folder;
}

/**
 * Expects every row, value and picture of an earlier export in a later one. A later one may have
 * more columns; `gone` names those that it lacks, by file.
 */
export async function expectAllOf(earlier: string, later: string, gone: Record<string, readonly string[]> = {}): Promise<void> {
  const names = (await readdir(earlier)).filter((name) => name.endsWith(".json") && name !== "export.json");
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const rows = await rowsOf(join(earlier, name));
    expect(rows.length, name).toBeGreaterThan(0);
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !gone[name]?.includes(column));
    const only = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
    expect((await rowsOf(join(later, name))).map(only), name).toEqual(rows.map(only));
  }
  const pictures = await readdir(join(earlier, "files"));
  expect(pictures).toHaveLength(1);
  for (const key of pictures) expect(await readFile(join(later, "files", key))).toEqual(await readFile(join(earlier, "files", key)));
}

async function rowsOf(file: string): Promise<Row[]> {
  return JSON.parse(await readFile(file, "utf8"));
}
