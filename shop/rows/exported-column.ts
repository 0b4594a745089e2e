/** What a value of an export is: in JSON as itself, in CSV as text. A time is ISO 8601 in UTC, to the microsecond; paise are whole hundredths of a rupee. */
export type ColumnType = "text" | "number" | "paise" | "yes or no" | "time" | "list" | "object" | "hex" | "list of hex" | "list of text";

/** A column of an exported table: its name in the files, what it is and what it means. */
export type ExportedColumn = {
  name: string;
  type: ColumnType;
  means: string;
  /** The column of the database that it is of, and goes to when it is imported; without one it only tells what other rows say. */
  column?: string;
  /** The expression that it is read by, where that is not the column. */
  sql?: string;
  /** Its column keeps it sealed; in the files it stands in clear. */
  isSealed?: true;
  /** Of use to the shop itself alone: in the whole shop's folder, and not in what an admin downloads. */
  isInner?: true;
};

type More = Omit<ExportedColumn, "name" | "type" | "means">;

/** A column whose name in the database is that in the files, written in its way. */
export function column(type: ColumnType, name: string, means: string, more: More = {}): ExportedColumn {
  return { name, type, means, column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ...more };
}

/** A column that is read from other rows, for whoever reads the file. */
export function told(type: ColumnType, name: string, means: string, sql: string, more: More = {}): ExportedColumn {
  return { name, type, means, sql, ...more };
}

/** A table as it is exported: a file of its own in each format. */
export type ExportedTable = {
  name: string;
  title: string;
  means: string;
  /** The table of the database that its rows are of, called `t` in every expression. */
  table: string;
  /** What is joined to it. */
  joined?: string;
  /** Which of its rows there are in an export; without it, all. */
  where?: string;
  /** The column by which its rows are read in order, each once. */
  key: { column: string; type: "text" | "bigint" };
  /** In the whole shop's folder alone. */
  isInner?: true;
  columns: ExportedColumn[];
};

/** A row as it stands in a file. */
export type ExportedRow = Record<string, ExportedValue>;
export type ExportedValue = string | number | boolean | null | ExportedValue[] | { [name: string]: ExportedValue };
