/**
 * The type of an exported value: as itself in JSON, as text in CSV. Times are ISO 8601 in UTC with
 * microseconds; paise are hundredths of a rupee.
 */
export type ColumnType =
  | ("text" | "number" | "paise" | "yes or no" | "time" | "list" | "object" | "hex")
  | ("list of hex" | "list of text" | "list of objects");

/** A column of an exported table: its name in the files and its type. */
export type ExportedColumn = {
  name: string;
  type: ColumnType;
  /** Its meaning, where that is not the comment of its database column. */
  means?: string;
  /**
   * The database column that it is read from and imported into. Without one it repeats what other
   * rows say and is not imported.
   */
  column?: string;
  /** The SQL expression to read it with. */
  sql: string;
  /** The database stores it encrypted; the files contain it in plain text. */
  isEncrypted?: boolean;
  /** Only useful to the shop itself: part of the full export, not of an admin's downloads. */
  isInner?: boolean;
  /** Version 1.0.0 did not have it: rows of an export without it get the database's default. */
  isLater?: boolean;
};

/** An exported table: one file per format. */
export type ExportedTable = {
  name: string;
  /** Its database table, with the alias `t` in every expression. */
  table: string;
  /** The joins of its query. */
  joined?: string;
  /** The condition on its rows, and what it leaves out; without one, all are exported. */
  where?: { sql: string; leavesOut: string };
  /** The unique expression by which its rows are ordered and paged. */
  key: { sql: string; type: "text" | "bigint" };
  /** An admin can download it on its own. */
  isDownloaded: boolean;
  /** Version 1.0.0 did not have it: an export that does not name it has none of its rows. */
  isLater?: boolean;
  columns: ExportedColumn[];
  /** The database columns that it leaves out, and why. */
  leftOut: Readonly<Record<string, string>>;
};

/** A row as written to a file. */
export type ExportedRow = Record<string, ExportedValue>;
export type ExportedValue = string | number | boolean | null | ExportedValue[] | { [name: string]: ExportedValue };
