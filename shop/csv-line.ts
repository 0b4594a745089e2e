/** The byte order mark by which spreadsheets recognize UTF-8; it goes before the first line. */
export const CSV_MARK = "\uFEFF";

/**
 * Beginnings that a spreadsheet takes for a formula, some also in full width or after a line end,
 * and the guard character itself.
 */
const GUARDED = /^[=+\-@'\t\r\n＝＋－＠]/;
const GUARD = /^'(?=[=+\-@'\t\r\n＝＋－＠])/;
/** A formula that keeps leading zeros in a spreadsheet: `="0012345"`. */
const AS_TEXT = /^=["“”]((?:[^"“”]|"")*)["“”]$/;
const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/;

/**
 * Writes a line of a CSV file (RFC 4180) with its line end. A cell that a spreadsheet would
 * calculate gets one `'` in front, which `fromCell` removes; a number is written as it is. [S6.5]
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === "number" ? cell : toCell(cell))).join(",")}\r\n`;
}

/** Writes a value as a cell: guarded against formulas, and quoted where necessary. */
export function toCell(value: string): string {
  const harmless = GUARDED.test(value) ? `'${value}` : value;
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Reads the value that `toCell` wrote, from the cell's text as a CSV reader returns it. Any other
 * text is returned as it is.
 */
export function fromCell(cell: string): string {
  return cell.replace(GUARD, "");
}

/** The value of a cell: trimmed and without its protection from spreadsheets. */
export function cellValue(cell: string): string {
  const trimmed = cell.trim();
  const unguarded = fromCell(cell);
  return unguarded === cell ? unwrapped(trimmed) : unguarded.trim();
}

/** A text without the formula around it: `="0012345"` becomes `0012345`. */
export function unwrapped(text: string): string {
  return AS_TEXT.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text;
}
