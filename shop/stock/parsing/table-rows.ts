import { canonicalText } from "#shop/canonical-text.ts";

/** A row of a table: its cells without their quotes, and the number of its first line, from 1. */
type TableRow = { line: number; cells: string[] };

/** Cells stored per row: as many as a spreadsheet has columns. */
const CELLS_MAX = 16_384;

/**
 * Yields the rows of a pasted or saved table. Skips blank lines and the cells beyond `cellsMax`.
 * Quoted cells (RFC 4180) may contain separators and line breaks; an unmatched quote is part of the
 * text. Never refuses, as the browser also runs it while somebody pastes; a CSV file without a
 * preview is read strictly by `readCsv`. [S5.11]
 */
export function* rowsOf(text: string, separator: string, cellsMax = CELLS_MAX): Generator<TableRow> {
  const ends = new RegExp(`[${separator.replace(/[\]\\^-]/g, "\\$&")}\\r\\n]`, "g");
  let line = 1;
  for (let from = text.startsWith("\uFEFF") ? 1 : 0; from < text.length; ) {
    const row: TableRow = { line, cells: [] };
    let hasMore = true;
    while (hasMore) {
      const cell = cellAt(text, from, ends);
      if (row.cells.length < cellsMax) row.cells.push(cell.value);
      line += cell.lineEnds;
      hasMore = text[cell.end] === separator;
      from = cell.end + (hasMore ? 1 : 0);
    }
    if (from < text.length) {
      from += text.startsWith("\r\n", from) ? 2 : 1;
      line += 1;
    }
    if (row.cells.length > 1 || isSeen(row.cells[0] ?? "")) yield row;
  }
}

/** Whether a single cell contains visible characters. */
function isSeen(cell: string): boolean {
  const trimmed = cell.trim();
  return trimmed !== "" && (trimmed.length > 20 || canonicalText(trimmed).trim() !== "");
}

type Cell = { value: string; end: number; lineEnds: number };

/** The cell that starts at `from`, and the position of the separator or line break after it. */
function cellAt(text: string, from: number, ends: RegExp): Cell {
  return (text[from] === '"' ? quotedAt(text, from, ends) : null) ?? plainAt(text, from, ends);
}

function quotedAt(text: string, from: number, ends: RegExp): Cell | null {
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || (close + 1 < text.length && endFrom(text, close + 1, ends) !== close + 1)) return null;
  const value = text.slice(from + 1, close);
  return { value: value.replaceAll('""', '"'), end: close + 1, lineEnds: value.match(/\r\n|\r|\n/g)?.length ?? 0 };
}

function plainAt(text: string, from: number, ends: RegExp): Cell {
  const end = endFrom(text, from, ends);
  return { value: text.slice(from, end), end, lineEnds: 0 };
}

function endFrom(text: string, from: number, ends: RegExp): number {
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}
