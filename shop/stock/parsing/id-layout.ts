import type { Layout } from "#shop/catalogue/id-layout-fields.ts";
import { cellValue, unwrapped } from "#shop/csv-line.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { isNameOfIds } from "./header-words.ts";
import { linesIn, type TextLine } from "./id-lines.ts";
import { bareLine, bareValue, isRounded } from "./line-decoration.ts";
import { rowsOf } from "./table-rows.ts";
import { areCountedIn, formatOf, withoutSepLine } from "./text-format.ts";

/**
 * How to read a text. `columns` count from 1; several are joined by `joiner`. `hasHeader`: the
 * first row is not an ID.
 */
export type LayoutChoice = { layout: Layout; columns: readonly number[]; hasHeader: boolean; joiner: string };

/**
 * Yields the IDs of a text in the chosen layout, each with its line number; trimmed, on one line
 * and not blank. [S5.11]
 */
export function* idsIn(text: string, choice: LayoutChoice): Generator<TextLine> {
  for (const { value, line } of valuesIn(text, choice)) if (value !== "") yield { value, line };
}

function* valuesIn(text: string, choice: LayoutChoice): Generator<TextLine> {
  switch (choice.layout) {
    case "columns":
      return yield* joinedColumns(text, choice);
    case "list":
      return yield* piecesOf(text);
    case "bare":
      return yield* bareLinesIn(text);
    case "lines":
      for (const { value, line } of linesIn(text)) yield { value: unwrapped(value), line };
  }
}

function* bareLinesIn(text: string): Generator<TextLine> {
  const isCounted = areCountedIn(text);
  for (const { value, line } of linesIn(text)) yield { value: bareLine(value, isCounted), line };
}

/**
 * A cell of a single column may contain several lines, each an ID. With several columns, a cell is
 * one part of an ID.
 */
function* joinedColumns(text: string, { columns, hasHeader, joiner }: LayoutChoice): Generator<TextLine> {
  const { rows, linesBefore } = withoutSepLine(text);
  let names: string | null = null;
  for (const { cells, line } of rowsOf(rows, formatOf(text).table?.separator ?? "\t")) {
    // Two tables pasted one below the other repeat the header.
    const row = cells.map(cellValue).join("\n");
    names ??= row;
    if (hasHeader && row === names) continue;
    const parts = columns.map((column) => cellValue(cells[column - 1] ?? ""));
    if (parts.length === 1)
      for (const part of linesIn(parts[0] ?? "")) yield { value: part.value, line: line + linesBefore + part.line - 1 };
    else if (parts.some((part) => part !== "")) yield { value: parts.map(inOneLine).join(joiner).trim(), line: line + linesBefore };
  }
}

function inOneLine(part: string): string {
  return part.replace(/(?:(?<!\s)\s+)?[\n\r\v\f\u0085\u2028\u2029]+\s*/g, " ");
}

function* piecesOf(text: string): Generator<TextLine> {
  const isBracketed = text.trimStart().startsWith("[") && text.trimEnd().endsWith("]");
  const inside = isBracketed ? text.replace("[", "").replace(/\]\s*$/, "") : text;
  const separator = formatOf(text).listSeparator ?? ",";
  // `rowsOf` would treat a quote after a space as part of the text.
  for (const { cells, line } of rowsOf(inside.replaceAll(`${separator} "`, `${separator}"`), separator, ADDED_LINES_MAX + 1))
    for (const cell of cells) for (const part of linesIn(bareLine(cellValue(cell)))) yield { value: bareValue(part.value), line };
}

/**
 * What an admin sees before adding: the number of IDs, the first ones, how many a spreadsheet has
 * rounded, and the first that is a column name, if any.
 */
type IdsPreview = { count: number; first: TextLine[]; rounded: number; name: string | null };

/** IDs shown. */
const SHOWN = 5;

/** The preview of a text in the chosen layout. */
export function previewOf(text: string, choice: LayoutChoice): IdsPreview {
  const preview: IdsPreview = { count: 0, first: [], rounded: 0, name: null };
  for (const id of idsIn(text, choice)) {
    preview.count += 1;
    if (preview.first.length < SHOWN) preview.first.push(id);
    if (isRounded(id.value)) preview.rounded += 1;
    if (preview.name === null && isNameOfIds(id.value)) preview.name = id.value;
  }
  return preview;
}

/**
 * A value that the form sends back with the choice, so that the shop notices if the text or the
 * columns changed since the preview. Line breaks are normalized because forms change them.
 */
export function seenPreview(text: string, { columns, hasHeader, joiner }: Omit<LayoutChoice, "layout">): string {
  return `${checksum(text.replace(/\r\n?/g, "\n").trim())} ${JSON.stringify([columns, hasHeader, columns.length > 1 ? joiner : ""])}`;
}

/** Whether the preview was of this text and, for tables, of these columns. */
export function isSeen(previewed: string, text: string, choice: LayoutChoice): boolean {
  const now = seenPreview(text, choice);
  return choice.layout === "columns" ? previewed === now : previewed.split(" ", 1)[0] === now.split(" ", 1)[0];
}

/** FNV-1a, 32 bits: enough to notice that a text changed; not for security. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(36);
}
