/** The columns of a report in CSV. */
export const reportColumns = ["kind", "path", "outcome", "wrong", "done"];

/** A line of CSV; what a spreadsheet would take for a formula gets one `'` before it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(text: string): string {
  const harmless = /^[=+\-@'\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
