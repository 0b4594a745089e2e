import { createReadStream, existsSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { StartProblem } from "#platform/start-problem.ts";
import type { ColumnType, ExportedRow, ExportedTable, ExportedValue } from "./exported-column.ts";
import { columnsOf } from "./read-table.server.ts";

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
  // As it is: a record is written anew by zod, without a name such as `__proto__`.
  object: z.custom<ExportedValue>(isObject).nullable(),
  hex: hex.nullable(),
  "list of hex": z.array(hex).nullable(),
  "list of text": z.array(z.string()).nullable(),
} as const satisfies Record<ColumnType, z.ZodType>;

/** Rows of a file, and the line where the first of them stands. */
export type RowsOfFile = { line: number; rows: ExportedRow[] };

/**
 * The rows of a table's JSON file as the export wrote it, some at a time, however many there are. Throws a `StartProblem` that names the line of one that is
 * not a row of this table, and where the file is cut off.
 */
export async function* readExportedRows(path: string, table: ExportedTable): AsyncGenerator<RowsOfFile> {
  const Row = z.object(Object.fromEntries(columnsOf(table, true).map(({ name, type }) => [name, values[type]])));
  const name = basename(path);
  if (!existsSync(path)) throw new StartProblem(`${name} is missing, so the folder is not whole. Nothing was changed.`);
  let [line, isEnded] = [0, false];
  let batch: RowsOfFile = { line: 2, rows: [] };
  for await (const text of linesOf(path)) {
    line += 1;
    if (isEnded || (line === 1) !== (text === "[")) throw new StartProblem(`${name}, line ${line}: this is not how an export is written.`);
    if (text === "]") isEnded = true;
    if (line === 1 || isEnded) continue;
    batch.rows.push(readRow(Row, text, `${name}, line ${line}`));
    if (batch.rows.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = { line: line + 1, rows: [] };
  }
  if (!isEnded) throw new StartProblem(`${name}, line ${line}: the file is cut off.`);
  if (batch.rows.length > 0) yield batch;
}

/** A text may hold signs that other readers take for the end of a line, too. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let left = "";
  for await (const piece of createReadStream(path, "utf8")) {
    const lines = (left + piece).split(/\r?\n/);
    left = lines.pop() ?? "";
    yield* lines;
  }
  if (left !== "") yield left;
}

function readRow(Row: z.ZodType<ExportedRow>, text: string, place: string): ExportedRow {
  const row = Row.safeParse(parsed(text.replace(/,$/, "")));
  if (row.success) return row.data;
  const [issue] = row.error.issues;
  throw new StartProblem(
    issue && issue.path.length > 0 ? `${place}: ${issue.path.join(".")} is missing or wrong.` : `${place}: this is not a row.`,
  );
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
