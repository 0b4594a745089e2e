import { CsvProblem, fromCell, readCsv } from "#platform/csv.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { textOfFile } from "./ids-file.ts";
import type { ImportForm } from "./import-form.ts";

/** A line that somebody gave, trimmed and not blank, and where it stands: in which line of what was pasted, or of the file. */
export type GivenLine = { value: string; line: number; isOfFile: boolean };

/** A file as a form carries it. */
export type GivenFile = Pick<File, "name" | "arrayBuffer">;

/** What the column of the IDs may be called where nobody says which it is. */
const KNOWN_NAMES = ["id", "ids", "account id", "account ids", "value"];

/** The lines of an import: those that were pasted, then those of its file. A file called `.csv` is read as CSV. Refuses what is no text, and no CSV. */
export async function readImport(
  { ids, column }: Pick<ImportForm, "ids" | "column">,
  file: GivenFile | null,
): Promise<Result<GivenLine[]>> {
  const pasted = linesIn(ids, false);
  if (!file) return granted(pasted);
  const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return about(refused("idsFileNotText"), "idsFile");
  if (!/\.csv$/i.test(file.name)) return granted([...pasted, ...linesIn(text, true)]);
  const cells = await cellsOf(text, column);
  return cells.ok ? granted([...pasted, ...cells.value]) : cells;
}

function linesIn(text: string, isOfFile: boolean): GivenLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((piece, at) => given(piece, at + 1, isOfFile));
}

function given(text: string, line: number, isOfFile: boolean): GivenLine[] {
  const value = text.trim();
  return value === "" ? [] : [{ value, line, isOfFile }];
}

/** The cells of the column that holds the IDs, each of their lines one. The first row names the columns, unless one is chosen by its number or there is only one that nobody knows. */
async function cellsOf(text: string, column: string): Promise<Result<GivenLine[]>> {
  const lines: GivenLine[] = [];
  let place: number | null = null;
  try {
    for await (const { cells, line } of readCsv([text], separatorOf(text))) {
      if (place === null) {
        const names = cells.map((cell) => fromCell(cell).trim());
        const found = placeOf(names, column);
        if (!found) return about(refused("csvColumnNeeded", names.slice(0, 30).join(", ")), "column");
        place = found.place;
        if (found.isNamed) continue;
      }
      for (const within of linesIn(fromCell(cells[place] ?? ""), true)) lines.push({ ...within, line: line + within.line - 1 });
    }
    return granted(lines);
  } catch (problem) {
    if (!(problem instanceof CsvProblem)) throw problem;
    return about(refused("csvUnreadable", problem.message), "idsFile");
  }
}

/** Which column holds the IDs, and whether the first row names it; null where that has to be said. */
function placeOf(names: string[], column: string): { place: number; isNamed: boolean } | null {
  const wanted = column === "" ? KNOWN_NAMES : [column.toLowerCase()];
  const named = names.findIndex((name) => wanted.includes(name.toLowerCase()));
  if (named >= 0) return { place: named, isNamed: true };
  const counted = /^\d{1,3}$/.test(column) ? Number(column) - 1 : names.length === 1 && column === "" ? 0 : -1;
  return counted >= 0 && counted < names.length ? { place: counted, isNamed: false } : null;
}

/** What stands most often in the first line, outside of quotes; a comma where nothing does. */
function separatorOf(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const unquoted = first.replace(/"[^"]*"/g, "");
  const count = (sign: string) => unquoted.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
