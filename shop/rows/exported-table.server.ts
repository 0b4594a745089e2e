import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { encryptedColumns } from "#shop/encrypted-columns.server.ts";
import type { ColumnType, ExportedColumn, ExportedTable } from "./exported-column.ts";

/** A column computed from other rows, for human readers; not imported. */
type Computed = { after: string; type: ColumnType; sql: string; means: string };

/** What of an exported table does not follow from its definition, by the names of its columns. */
type Exceptions<Name extends string> = {
  isDownloaded?: boolean;
  isLater?: boolean;
  joined?: string;
  where?: { sql: string; leavesOut: string };
  /** Columns that are not exported, each with the reason. */
  leftOut?: Partial<Record<Name, string>>;
  /** Columns that version 1.0.0 did not have: of an export without them, rows get the default. */
  later?: readonly Name[];
  /** Columns that only the full export has. */
  inner?: readonly Name[];
  /** Names in the files that are not those of the program. */
  renamed?: Partial<Record<Name, string>>;
  changed?: Partial<Record<Name, Partial<ExportedColumn>>>;
  computed?: Record<string, Computed>;
  /** The names in order, where that is not the order of the definition. */
  order?: readonly Name[];
};

/** How the types of the database are exported; `castTypes` are read as text. */
const types: Record<string, ColumnType> = {
  text: "text",
  integer: "number",
  bigint: "number",
  boolean: "yes or no",
  "timestamp with time zone": "time",
  jsonb: "object",
  bytea: "hex",
  "bytea[]": "list of hex",
  "text[]": "list of text",
};
const castTypes = /^(date|bit\(\d+\))$/;

/**
 * An exported table with every column of its definition: name, type and key follow from it, and the
 * meaning from the comment in the database. Columns that PostgreSQL computes are not imported.
 */
export function exported<T extends PgTable>(
  name: string,
  table: T,
  {
    isDownloaded = false,
    isLater = false,
    leftOut = {},
    later = [],
    inner = [],
    renamed = {},
    changed = {},
    computed = {},
    order = [],
    ...rest
  }: Exceptions<keyof T["_"]["columns"] & string> = {},
): ExportedTable {
  const { name: stored, primaryKeys } = getTableConfig(table);
  const its = Object.entries<PgColumn>(getTableColumns(table)).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const columns = its.flatMap(([key, column]): ExportedColumn[] => {
    const exportedName = Reflect.get(renamed, key) ?? key;
    const kinds = { ...(inner.includes(key) && { isInner: true }), ...(later.includes(key) && { isLater: true }) };
    const own = { ...columnOf(stored, exportedName, column), ...kinds, ...Reflect.get(changed, key) };
    const after = Object.entries(computed).filter(([, { after }]) => after === exportedName);
    return [...(Object.hasOwn(leftOut, key) ? [] : [own]), ...after.map(([name, { after, ...column }]) => ({ name, ...column }))];
  });
  const keyNames = primaryKeys[0]?.columns.map(({ name }) => name);
  const keys = its.flatMap(([, column]) => ((keyNames?.includes(column.name) ?? column.primary) ? [column] : []));
  const reasons = its.flatMap(([key, { name: column }]) => (Object.hasOwn(leftOut, key) ? [[column, Reflect.get(leftOut, key)]] : []));
  return { name, table: stored, key: keyOf(keys), isDownloaded, isLater, columns, leftOut: Object.fromEntries(reasons), ...rest };
}

function columnOf(table: string, name: string, column: PgColumn): ExportedColumn {
  const sqlType = column.getSQLType();
  const isEncrypted = Object.hasOwn(encryptedColumns, `${table}.${column.name}`);
  const isCast = castTypes.test(sqlType);
  const type = isEncrypted || isCast ? "text" : /paise$/i.test(name) ? "paise" : types[sqlType];
  if (type === undefined) throw new Error(`${table}.${column.name} is of the type ${sqlType}, which no export has`);
  const sql = `t.${column.name}${isCast ? "::text" : ""}`;
  return { name, type, sql, ...(column.generated === undefined && { column: column.name }), ...(isEncrypted && { isEncrypted }) };
}

function keyOf(columns: readonly PgColumn[]): ExportedTable["key"] {
  const isNumber = columns.length === 1 && /^(integer|bigint)$/.test(columns[0]?.getSQLType() ?? "");
  if (isNumber) return { sql: `t.${columns[0]?.name}`, type: "bigint" };
  const texts = columns.map((column) => `t.${column.name}${column.getSQLType() === "text" ? "" : "::text"}`);
  return { sql: texts.join(" || '/' || "), type: "text" };
}
