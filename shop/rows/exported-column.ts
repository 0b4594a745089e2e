/**
 * The type of an exported value: as itself in JSON, as text in CSV. Times are ISO 8601 in UTC with
 * microseconds; paise are hundredths of a rupee.
 */
export type ColumnType =
  | ("text" | "number" | "paise" | "yes or no" | "time" | "list" | "object" | "hex")
  | ("list of hex" | "list of text" | "list of objects");

/** A column of an exported table: its name in the files, its type and its meaning. */
export type ExportedColumn = {
  name: string;
  type: ColumnType;
  means: string;
  /**
   * The database column that it is read from and imported into. Without one it repeats what other
   * rows say and is not imported.
   */
  column?: string;
  /** The SQL expression to read it with, if it is not simply the column. */
  sql?: string;
  /** The database stores it encrypted; the files contain it in plain text. */
  isEncrypted?: true;
  /** Its value for rows of an older export that lack it. */
  ifMissing?: (row: Readonly<Record<string, unknown>>) => unknown;
  /** Reads a value as exports made before 1.0.0 write it, too. */
  read?: (written: string) => string;
  /** Only useful to the shop itself: part of the full export, not of an admin's downloads. */
  isInner?: true;
};

type More = Omit<ExportedColumn, "name" | "type" | "means">;

/** A column whose database name is its exported name in snake case. */
export function column(type: ColumnType, name: string, means: string, more: More = {}): ExportedColumn {
  return { name, type, means, column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ...more };
}

/** A column computed from other rows, for human readers; not imported. */
export function reported(type: ColumnType, name: string, means: string, sql: string, more: More = {}): ExportedColumn {
  return { name, type, means, sql, ...more };
}

/** An exported table: one file per format. */
export type ExportedTable = {
  name: string;
  title: string;
  means: string;
  /** Its database table, with the alias `t` in every expression. */
  table: string;
  /** The joins of its query. */
  joined?: string;
  /** The condition on its rows; without one, all are exported. */
  where?: string;
  /** The unique column by which its rows are ordered and paged. */
  key: { column: string; type: "text" | "bigint" };
  /** Part of the full export only. */
  isInner?: true;
  /** Exports of earlier versions lack its file. */
  isNew?: true;
  columns: ExportedColumn[];
};

/** A row as written to a file. */
export type ExportedRow = Record<string, ExportedValue>;
export type ExportedValue = string | number | boolean | null | ExportedValue[] | { [name: string]: ExportedValue };
