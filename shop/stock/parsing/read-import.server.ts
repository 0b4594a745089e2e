import { setImmediate as others } from "node:timers/promises";
import { CsvProblem, readCsv } from "#platform/read-csv.ts";
import type { ChosenLayout } from "#shop/catalogue/id-layout-fields.ts";
import { fromCell } from "#shop/csv-line.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { type ChosenColumn, columnOf, separatorOf } from "./csv-columns.ts";
import { linesByLayout } from "./given-ids.ts";
import { linesIn, type TextLine } from "./id-lines.ts";
import { readTextFile } from "./ids-file.ts";
import { refusedCsv } from "./refused-csv.server.ts";
import { formatOf, needsPreview, withoutSepLine } from "./text-format.ts";

/** A line, trimmed and not blank, and its number in the pasted text or in the file. */
export type GivenLine = TextLine & { isOfFile: boolean };

/** An uploaded file. */
type GivenFile = Pick<File, "name" | "arrayBuffer">;

/**
 * Pasted lines, the column of IDs in a CSV file, and how to read a text that is not one ID per
 * line.
 */
type Given = ChosenColumn & ChosenLayout & { ids: string };

/** Rows processed before yielding to other requests. */
const ROWS_AT_ONCE = 2_000;

/**
 * Reads the lines of an import: the pasted ones, then those of the file. A `.csv` file is read as
 * CSV unless a layout was chosen. Refuses unreadable files and CSV, a table without a chosen
 * layout, and more than `ADDED_LINES_MAX` lines before they are all in memory. [S5.11]
 */
export async function readImport({ ids, column, isNamed, ...layoutChoice }: Given, file: GivenFile | null): Promise<Result<GivenLine[]>> {
  const lines: GivenLine[] = [];
  if (!file) return takeRead(lines, ids, layoutChoice, false);
  const text = readTextFile(new Uint8Array(await file.arrayBuffer()));
  if (!text.ok) return about(text, "idsFile");
  if (ids.trim() === "" && (layoutChoice.layout !== undefined || !isCsv(file))) return takeRead(lines, text.value, layoutChoice, true);
  if (needsPreview(formatOf(ids)) || (!isCsv(file) && needsPreview(formatOf(text.value))))
    return about(refused("idsFromOnePlace"), "idsFile");
  const pasted = await takeRead(lines, ids, {}, false);
  if (!pasted.ok) return pasted;
  return isCsv(file) ? takeCells(lines, text.value, { column, isNamed }) : takeRead(lines, text.value, {}, true);
}

function isCsv(file: GivenFile): boolean {
  return /\.csv$/i.test(file.name);
}

/** Appends the IDs of a text in the chosen layout. */
async function takeRead(lines: GivenLine[], text: string, layoutChoice: ChosenLayout, isOfFile: boolean): Promise<Result<GivenLine[]>> {
  const field = isOfFile ? "idsFile" : "ids";
  const read = linesByLayout(text, layoutChoice);
  if (!read.ok) return about(read, field);
  for (const { value, line } of read.value) {
    if (lines.length === ADDED_LINES_MAX) return about(refused("tooManyLines", { max: ADDED_LINES_MAX }), field);
    lines.push({ value, line, isOfFile });
    if (lines.length % ROWS_AT_ONCE === 0) await others();
  }
  return ok(lines);
}

/**
 * Whether the first row is a header that nobody mentioned, or the single column turns out to be
 * several with another separator.
 */
function isTableUnconfirmed(text: string, { column }: ChosenColumn): boolean {
  const { table } = formatOf(text);
  return table !== null && (table.hasHeader || (column === "" && table.names.length > 1));
}

/** Appends the lines of a cell; false if there are too many. */
function takeLines(lines: GivenLine[], text: string, before: number): boolean {
  for (const { value, line } of linesIn(text)) {
    if (lines.length === ADDED_LINES_MAX) return false;
    lines.push({ value, line: line + before, isOfFile: true });
  }
  return true;
}

/**
 * Appends the IDs of the chosen column; each line of a cell is one. The first row is a header
 * unless the column was chosen by number or is the only one and has no known name.
 */
async function takeCells(lines: GivenLine[], text: string, chosen: ChosenColumn): Promise<Result<GivenLine[]>> {
  let [index, rows]: [number | null, number] = [null, 0];
  const { rows: table, separator, linesBefore } = withoutSepLine(text);
  try {
    for await (const { cells, line } of readCsv([table], separator ?? separatorOf(table))) {
      rows += 1;
      if (rows % ROWS_AT_ONCE === 0) await others();
      if (index === null) {
        const names = cells.map((cell) => fromCell(cell).trim());
        const found = columnOf(names, chosen);
        if (!found) return about(refused("csvColumnNeeded", { columns: names.slice(0, 30).join(", ") }), "column");
        if (!found.isNamed && isTableUnconfirmed(text, chosen)) return about(refused("idsLookLikeTable"), "idsFile");
        index = found.index;
        if (found.isNamed) continue;
      }
      // Rows without an ID count too, because reading them takes as long.
      if (rows > ADDED_LINES_MAX + 1 || !takeLines(lines, fromCell(cells[index] ?? ""), line + linesBefore - 1))
        return about(refused("tooManyLines", { max: ADDED_LINES_MAX }), "idsFile");
    }
    return ok(lines);
  } catch (problem) {
    if (!(problem instanceof CsvProblem)) throw problem;
    return about(refusedCsv(problem), "idsFile");
  }
}
