import { CSV_MARK, csvLine } from "#shop/csv-line.ts";
import type { ExportedColumn, ExportedRow, ExportedValue } from "#shop/rows/exported-column.ts";

/** Writes a file of an export in parts: beginning, rows and end. */
export type ExportFormat = {
  type: string;
  begin(columns: ExportedColumn[]): string;
  /** `isFirst`: these are the first rows of the file. */
  rows(columns: ExportedColumn[], rows: ExportedRow[], isFirst: boolean): string;
  end: string;
};

/** The export formats by file extension. JSON files have one row per line. */
export const exportFormats = {
  csv: {
    type: "text/csv; charset=utf-8",
    begin: (columns) => CSV_MARK + csvLine(columns.map(({ name }) => name)),
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

/** Formats a value for a cell: null is empty, objects and arrays are JSON. */
function asText(value: ExportedValue): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
