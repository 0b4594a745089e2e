import { createReadStream, existsSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { StartProblem } from "#platform/start-problem.ts";
import { checkedRows, wrongOf } from "#shop/rows/check-row.server.ts";
import type { ColumnType, ExportedColumn, ExportedRow, ExportedTable, ExportedValue } from "#shop/rows/exported-column.ts";
import { PlacedIdRow } from "#shop/rows/id-row.ts";
import { columnsOf } from "#shop/rows/read-table.server.ts";

const ROWS_AT_ONCE = 500;
const hex = z.string().regex(/^([0-9a-f]{2})*$/);
const whole = z.int();

const values = {
  text: z.string().nullable(),
  number: whole.nullable(),
  paise: whole.nullable(),
  "yes or no": z.boolean().nullable(),
  time: z
    .string()
    .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    .nullable(),
  list: z.array(whole),
  // Passed through unchanged: `z.record` would copy it and drop keys such as `__proto__`.
  object: z.custom<ExportedValue>(isObject).nullable(),
  hex: hex.nullable(),
  "list of hex": z.array(hex).nullable(),
  "list of text": z.array(z.string()).nullable(),
  "list of objects": z.array(z.custom<ExportedValue>(isObject)).nullable(),
} as const satisfies Record<ColumnType, z.ZodType>;

/** Reads a text, or leaves a missing one. */
const readBy = (read: (written: string) => string) => (written: string | null) => (written === null ? null : read(written));

/** Rows of a file, and the line number of the first. */
type RowsOfFile = { line: number; rows: ExportedRow[] };

/**
 * Streams the rows of a table's JSON file in batches. Throws a `StartProblem` that names the line
 * of the first row that does not belong to the table or breaks a rule of the forms, and if the file
 * is truncated.
 */
export async function* readExportedRows(path: string, table: ExportedTable): AsyncGenerator<RowsOfFile> {
  const columns = columnsOf(table, true);
  const Row = z.object(
    Object.fromEntries(columns.map(({ name, type, read }) => [name, read ? values.text.transform(readBy(read)) : values[type]])),
  );
  const Checked = table.name === "ids" ? PlacedIdRow : checkedRows[table.name];
  const name = basename(path);
  if (!existsSync(path)) throw new StartProblem(`${name} is missing, so the folder is not whole. Nothing was changed.`);
  let [line, isEnded] = [0, false];
  let batch: RowsOfFile = { line: 2, rows: [] };
  for await (const text of linesOf(path)) {
    line += 1;
    if (isEnded || (line === 1) !== (text === "[")) throw new StartProblem(`${name}, line ${line}: this is not how an export is written.`);
    if (text === "]") isEnded = true;
    if (line === 1 || isEnded) continue;
    batch.rows.push(readRow(Row, Checked, withMissing(columns, parsed(text.replace(/,$/, ""))), `${name}, line ${line}`));
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

function readRow(Row: z.ZodType<ExportedRow>, Checked: z.ZodType | undefined, value: unknown, where: string): ExportedRow {
  const row = Row.safeParse(value);
  const wrong = row.success ? wrongOf(Checked, row.data) : wrongOf(Row, value);
  if (!row.success || wrong !== null) throw new StartProblem(`${where}: ${wrong ?? "this is not a row"}. Nothing was changed.`);
  return row.data;
}

/** Adds the columns that an older export lacks. */
function withMissing(columns: readonly ExportedColumn[], row: unknown): unknown {
  const added = columns.filter(({ name, ifMissing }) => ifMissing && isObject(row) && !Object.hasOwn(Object(row), name));
  if (added.length === 0) return row;
  return { ...Object(row), ...Object.fromEntries(added.map(({ name, ifMissing }) => [name, ifMissing?.(Object(row))])) };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
