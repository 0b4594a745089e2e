import { setImmediate as others } from "node:timers/promises";
import { CsvProblem, fromCell, readCsv } from "#platform/csv.ts";
import { ADDED_LINES_MAX } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { type ChosenColumn, placeOf, separatorOf } from "./csv-columns.ts";
import { linesIn, type TextLine } from "./id-lines.ts";
import { textOfFile } from "./ids-file.ts";

/** A line that somebody gave, trimmed and not blank, and where it stands: in which line of what was pasted, or of the file. */
export type GivenLine = TextLine & { isOfFile: boolean };

/** A file as a form carries it. */
export type GivenFile = Pick<File, "name" | "arrayBuffer">;

/** What is given: pasted lines, and the column of a CSV file that holds the IDs. */
type Given = ChosenColumn & { ids: string };

/** After so many rows of a file whoever else waits gets a turn. */
const ROWS_AT_ONCE = 2_000;

/**
 * The lines of an import: those that were pasted, then those of its file. A file called `.csv` is read as CSV. Refuses what is no text, and no CSV, and more
 * than `ADDED_LINES_MAX` lines, before they are all in memory.
 */
export async function readImport({ ids, ...chosen }: Given, file: GivenFile | null): Promise<Result<GivenLine[]>> {
  const lines: GivenLine[] = [];
  if (!takeLines(lines, ids, false)) return about(refused("tooManyLines", ADDED_LINES_MAX), "ids");
  if (!file) return granted(lines);
  const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return about(refused("idsFileNotText"), "idsFile");
  if (/\.csv$/i.test(file.name)) return takeCells(lines, text, chosen);
  return takeLines(lines, text, true) ? granted(lines) : about(refused("tooManyLines", ADDED_LINES_MAX), "idsFile");
}

/** Takes the lines of a text; false where they are too many. */
function takeLines(lines: GivenLine[], text: string, isOfFile: boolean, before = 0): boolean {
  for (const { value, line } of linesIn(text)) {
    if (lines.length === ADDED_LINES_MAX) return false;
    lines.push({ value, line: line + before, isOfFile });
  }
  return true;
}

/** Takes the cells of the column that holds the IDs, each of their lines one. The first row names the columns, unless one is chosen by its number or there is only one that nobody knows. */
async function takeCells(lines: GivenLine[], text: string, chosen: ChosenColumn): Promise<Result<GivenLine[]>> {
  let [place, rows]: [number | null, number] = [null, 0];
  try {
    for await (const { cells, line } of readCsv([text], separatorOf(text))) {
      rows += 1;
      if (rows % ROWS_AT_ONCE === 0) await others();
      if (place === null) {
        const names = cells.map((cell) => fromCell(cell).trim());
        const found = placeOf(names, chosen);
        if (!found) return about(refused("csvColumnNeeded", names.slice(0, 30).join(", ")), "column");
        place = found.place;
        if (found.isNamed) continue;
      }
      // Rows without an ID count, too: they take as long to read.
      if (rows > ADDED_LINES_MAX + 1 || !takeLines(lines, fromCell(cells[place] ?? ""), true, line - 1))
        return about(refused("tooManyLines", ADDED_LINES_MAX), "idsFile");
    }
    return granted(lines);
  } catch (problem) {
    if (!(problem instanceof CsvProblem)) throw problem;
    return about(refused("csvUnreadable", problem.message), "idsFile");
  }
}
