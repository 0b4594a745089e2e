import { isHeader, isNameOfIds } from "./header-words.ts";
import { linesIn } from "./id-lines.ts";
import { areCounted, bareValue, isDecorated, isRounded } from "./line-decoration.ts";
import { rowsOf } from "./table-rows.ts";

/**
 * A table: its separator, the cells of its first row, and the columns that are probably meant,
 * counted from 0.
 */
export type TableFormat = { separator: string; names: string[]; hasHeader: boolean; suggested: number[] };

/** What a text may be other than one ID per line. */
export type TextFormat = {
  table: TableFormat | null;
  /** The separator if lines contain several IDs. */
  listSeparator: string | null;
  /** Whether lines are numbered, have bullets or are quoted. */
  isDecorated: boolean;
  /** How many lines contain a number that a spreadsheet rounded, such as 1.23457E+15. */
  rounded: number;
  /**
   * How many lines are column names, anywhere in the text: each of two lists pasted together has
   * its header.
   */
  names: number;
};

/** Rows examined to recognize a table. */
const ROWS_SEEN = 200;

/** Columns offered at most. */
const COLUMNS_MAX = 100;

/** The share of rows that must have the same number of cells. */
const EVEN_SHARE = 0.9;

const SEPARATORS = ["\t", ";", ",", "|"];

/** Names of the column that has the IDs. */
const NAMES_OF_IDS = ["id", "ids", "account id", "account ids", "value"];

/** Names of columns that only number the rows or describe them. */
const NO_PART_OF_AN_ID =
  /^(?:(?:s|sr|sl)?\W*(?:no|nr|number)|#)\W*$|\b(?:date|status|state|price|cost|notes?|remarks?|comments?|qty|quantity)\b/i;

/** The first line by which spreadsheets declare the separator. */
const SEP_LINE = /^\uFEFF?\s*"?sep=([^\r\n])"?[ \t]*(?:\r\n|\r|\n|$)/i;

/**
 * The text without the line that declares the separator, that separator, and the number of lines
 * left out.
 */
export function withoutSepLine(text: string): { rows: string; separator: string | null; linesBefore: number } {
  const found = SEP_LINE.exec(text);
  return found
    ? { rows: text.slice(found[0].length), separator: found[1] ?? null, linesBefore: 1 }
    : { rows: text, separator: null, linesBefore: 0 };
}

/**
 * Recognizes a table, a list on one line, or decorated lines; anything else is one ID per line.
 * [S5.11]
 */
export function formatOf(text: string): TextFormat {
  const { rows, separator } = withoutSepLine(text);
  const table = separator === null ? firstTable(rows) : (tableBy(rows, separator, true) ?? nothingIn(separator));
  return { table, ...lineFormat(text) };
}

/** Whether an admin must see a preview and choose a layout before anything is added. [S5.11] */
export function needsPreview({ table, listSeparator, isDecorated: isWrapped, rounded, names }: TextFormat): boolean {
  return table !== null || listSeparator !== null || isWrapped || rounded > 0 || names > 0;
}

function firstTable(text: string): TableFormat | null {
  const found = SEPARATORS.flatMap((separator) => tableBy(text, separator, false) ?? []);
  const best = found.reduce<TableFormat | null>((first, one) => (first === null || weight(one) > weight(first) ? one : first), null);
  return best ?? singleColumn(text);
}

/** A name that begins with a quote was cut at a separator inside its quotes. */
function weight({ separator, names, hasHeader }: TableFormat): number {
  const isCut = names.some((name) => name.startsWith('"'));
  return (isCut ? -2_000 : 0) + (hasHeader ? 1_000 : 0) + (separator === "\t" ? 500 : 0) + Math.min(names.length, COLUMNS_MAX);
}

/** Null if neither the first row nor the number of cells suggests a table. */
function tableBy(text: string, separator: string, isChosen: boolean): TableFormat | null {
  const rows = firstRows(text, separator);
  const [first, ...others] = rows;
  if (!first) return null;
  const widths = rows.map(({ length }) => length);
  const width = isChosen || separator === "\t" ? Math.max(...widths) : mostCommon(widths);
  if (width < 2 && !isChosen) return null;
  const hasHeader = first.length > 1 && isHeader(first, others);
  const isEven = widths.filter((one) => one === width).length >= EVEN_SHARE * rows.length && widths.every((one) => one > 1);
  if (!isChosen && separator !== "\t" && !hasHeader && !isEven) return null;
  const names = Array.from({ length: Math.min(Math.max(width, first.length), COLUMNS_MAX) }, (_, at) => (first[at] ?? "").trim());
  return { separator, names, hasHeader, suggested: suggestedOf(names, hasHeader) };
}

function firstRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  for (const { cells } of rowsOf(text, separator)) {
    rows.push(cells);
    if (rows.length === ROWS_SEEN) break;
  }
  // A trailing separator in every row does not start a column.
  const isEnded = separator !== "\t" && rows.every((cells) => cells.length > 1 && cells.at(-1)?.trim() === "");
  return isEnded ? rows.map((cells) => cells.slice(0, -1)) : rows;
}

function nothingIn(separator: string): TableFormat {
  return { separator, names: [""], hasHeader: false, suggested: [0] };
}

/** A list of IDs below the name of its column. */
function singleColumn(text: string): TableFormat | null {
  const [first, ...others] = firstRows(text, "\t");
  if (!first || !isHeader(first, others)) return null;
  return { separator: "\t", names: [(first[0] ?? "").trim()], hasHeader: true, suggested: [0] };
}

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/**
 * The column named ID; otherwise all columns that are neither empty nor
 * about something else.
 */
function suggestedOf(names: readonly string[], hasHeader: boolean): number[] {
  const known = hasHeader ? names.findIndex((name) => NAMES_OF_IDS.includes(name.toLowerCase())) : -1;
  if (known >= 0) return [known];
  const isBeside = (name: string) => hasHeader && (name === "" || NO_PART_OF_AN_ID.test(name));
  const about = names.flatMap((name, at) => (isBeside(name) ? [] : [at]));
  return about.length > 0 ? about : [0];
}

/** Examines the single lines of a text in one pass. */
function lineFormat(text: string): Omit<TextFormat, "table"> {
  const counted = { lines: 0, decorated: 0, quoted: 0, rounded: 0, names: 0 };
  const lists = [",", ";", "|", "，", "；", "、"].map((separator) => ({ separator, lines: 0, most: 0 }));
  for (const { value } of linesIn(text)) {
    counted.lines += 1;
    if (isDecorated(value)) counted.decorated += 1;
    else if (bareValue(value) !== value) counted.quoted += 1;
    if (isRounded(value)) counted.rounded += 1;
    if (isNameOfIds(value)) counted.names += 1;
    for (const list of lists) {
      const signs = count(value, list.separator);
      if (signs > 0) list.lines += 1;
      list.most = Math.max(list.most, signs);
    }
  }
  const isList = (list: { separator: string; lines: number; most: number }) =>
    list.lines > counted.lines / 2 || (list.separator === "," && list.most > 2);
  return {
    listSeparator: lists.find(isList)?.separator ?? null,
    isDecorated: counted.quoted > 0 || counted.decorated > counted.lines / 2 || areCountedIn(text),
    rounded: counted.rounded,
    names: counted.names,
  };
}

/** Whether the lines of a text are numbered. */
export function areCountedIn(text: string): boolean {
  return areCounted(linesIn(text));
}

function count(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) found += 1;
  return found;
}
