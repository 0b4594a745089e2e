import { createReadStream, existsSync } from "node:fs";
import { basename } from "node:path";
import { StartProblem } from "#platform/start-problem.ts";
import { jsonOf } from "#shop/parse.ts";
import { rowSchema, wrongIn } from "#shop/rows/check-row.server.ts";
import type { ExportedColumn, ExportedRow, ExportedTable, ExportedValue } from "#shop/rows/exported-column.ts";
import { lackingBefore, readBefore } from "#shop/rows/names-before-1.0.ts";

const ROWS_AT_ONCE = 500;

/** Rows of a file, and the line number of the first. */
type RowsOfFile = { line: number; rows: ExportedRow[] };

/**
 * Streams the rows of a table's JSON file in batches. Columns that an earlier version did not
 * have may be missing from all rows; these lack them too, and get the database's default. Throws a
 * `StartProblem` that names the line of the first row that lacks another column, does not belong to
 * the table or breaks a rule that only code can check, and if the file is truncated.
 */
export async function* readExportedRows(path: string, table: ExportedTable): AsyncGenerator<RowsOfFile> {
  const name = basename(path);
  if (!existsSync(path)) throw new StartProblem(`${name} is missing, so the folder is not whole. Nothing was changed.`);
  let there: { columns: ExportedColumn[]; schema: ReturnType<typeof rowSchema> } | null = null;
  let [line, isEnded] = [0, false];
  let batch: RowsOfFile = { line: 2, rows: [] };
  for await (const text of linesOf(path)) {
    line += 1;
    if (isEnded || (line === 1) !== (text === "[")) throw new StartProblem(`${name}, line ${line}: this is not how an export is written.`);
    if (text === "]") isEnded = true;
    if (line === 1 || isEnded) continue;
    const value = jsonOf(text.replace(/,$/, ""));
    there ??= columnsIn(table, value);
    const row = rowOf(table, there.columns, value);
    const { error } = there.schema.safeParse(row);
    if (!row || error)
      throw new StartProblem(`${name}, line ${line}: ${error ? wrongIn(error) : "this is not a row"}. Nothing was changed.`);
    batch.rows.push(row);
    if (batch.rows.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = { line: line + 1, rows: [] };
  }
  if (!isEnded) throw new StartProblem(`${name}, line ${line}: the file is cut off.`);
  if (batch.rows.length > 0) yield batch;
}

/** Splits at CR LF and LF only; other readers also split at characters that a text may contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let left = "";
  for await (const piece of createReadStream(path, "utf8")) {
    const lines = (left + piece).split(/\r?\n/);
    left = lines.pop() ?? "";
    yield* lines;
  }
  if (left !== "") yield left;
}

/** The columns of a file: all but those that an earlier version did not have and its first row lacks. */
function columnsIn(table: ExportedTable, first: unknown): { columns: ExportedColumn[]; schema: ReturnType<typeof rowSchema> } {
  const mayLack = lackingBefore[table.name] ?? [];
  const columns = table.columns.filter(({ name, isLater }) => !(isLater || mayLack.includes(name)) || Object.hasOwn(Object(first), name));
  return { columns, schema: rowSchema(table, columns) };
}

/** The columns of a row, in the words of today; null if it is none. */
function rowOf({ name: table }: ExportedTable, columns: readonly ExportedColumn[], value: unknown): ExportedRow | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const values: ExportedRow = { ...value };
  const known = columns.filter(({ name }) => Object.hasOwn(values, name));
  return Object.fromEntries(known.map(({ name }) => [name, currentValue(readBefore[table]?.[name], values[name])]));
}

function currentValue(read: ((written: string) => string) | undefined, value: ExportedValue | undefined): ExportedValue {
  return read && typeof value === "string" ? read(value) : (value ?? null);
}
