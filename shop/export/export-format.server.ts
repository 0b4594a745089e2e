import { csvLine } from "#platform/csv.ts";
import type { ExportedColumn, ExportedRow, ExportedValue } from "./exported-column.ts";

/** How a file of an export is written, in parts: its beginning, its rows, and its end. */
export type ExportFormat = {
  type: string;
  begin(columns: ExportedColumn[]): string;
  /** `isFirst`: no row stands before these. */
  rows(columns: ExportedColumn[], rows: ExportedRow[], isFirst: boolean): string;
  end: string;
};

/** By it spreadsheets know that a file is UTF-8. */
const MARK = "\uFEFF";

/** The formats of an export, by the ending of their files. JSON has each row on a line of its own. */
export const exportFormats = {
  csv: {
    type: "text/csv; charset=utf-8",
    begin: (columns) => MARK + csvLine(columns.map(({ name }) => name)),
    rows: (columns, rows) => rows.map((row) => csvLine(columns.map(({ name }) => asText(row[name] ?? null)))).join(""),
    end: "",
  },
  json: {
    type: "application/json; charset=utf-8",
    begin: () => "[",
    rows: (_, rows, isFirst) => rows.map((row, at) => `${isFirst && at === 0 ? "" : ","}\n${JSON.stringify(row)}`).join(""),
    end: "\n]\n",
  },
} as const satisfies Record<string, ExportFormat>;
export type ExportFormatName = keyof typeof exportFormats;

/** A value in a cell: nothing is empty, and what is more than one word is JSON. */
function asText(value: ExportedValue): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
