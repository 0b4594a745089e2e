/**
 * Beginnings that a spreadsheet takes for a formula, some also in full width or after a line end,
 * and the guard character itself.
 */
const GUARDED = /^[=+\-@'\t\r\n＝＋－＠]/;
const GUARD = /^'(?=[=+\-@'\t\r\n＝＋－＠])/;
const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/;

/**
 * Writes a line of a CSV file (RFC 4180) with its line end. A cell that a spreadsheet would
 * calculate gets one `'` in front, which `fromCell` removes. [S6.5]
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
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
