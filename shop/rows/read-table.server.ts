import { setImmediate as others } from "node:timers/promises";
import type { Vault } from "#platform/encryption/vault.server.ts";
import { encryptedColumn, encryptedColumns, placeIn } from "#shop/encrypted-columns.server.ts";
import type { ExportedColumn, ExportedRow, ExportedTable, ExportedValue } from "./exported-column.ts";

/** Runs one query, on a connection of its own or on one with a snapshot. */
export type Ask = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Which rows and columns to read: `productId` selects one product's IDs, `isWhole` adds the columns
 * only the shop needs, `isOwn` selects only those with a database column of their own.
 */
type Reading = { productId?: string; isWhole?: boolean; isOwn?: boolean };

const ROWS_AT_ONCE = 1_000;
const begins = { text: "", bigint: "-1" };

/** The columns of a table: all, or only those that an admin downloads. */
export function columnsOf({ columns }: ExportedTable, isWhole: boolean): ExportedColumn[] {
  return columns.filter(({ isInner }) => isWhole || !isInner);
}

/**
 * Yields a table's rows as exported, in pages by key, however many there are. It holds no
 * connection between pages, so a slow reader blocks nothing.
 */
export async function* readTable(
  { ask, vault }: { ask: Ask; vault: Pick<Vault, "decrypt"> },
  table: ExportedTable,
  { productId, isWhole = false, isOwn = false }: Reading = {},
): AsyncGenerator<ExportedRow[]> {
  const columns = isOwn ? table.columns.filter(({ column }) => column !== undefined) : columnsOf(table, isWhole);
  const { sql: key, type } = table.key;
  const named = namingOf(table).map((name) => `, t.${name} as "${NAMING}${name}"`);
  const text = `select ${columns.map((column) => `${expressionOf(column)} as "${column.name}"`).join(", ")}, ${key} as "rowKey"${[...new Set(named)].join("")}
    from ${table.table} t ${isOwn ? "" : (table.joined ?? "")}
    where ${key} > $1::${type}${table.where ? ` and ${table.where.sql}` : ""}${productId === undefined ? "" : " and t.product_id = $2"} order by ${key} limit ${ROWS_AT_ONCE}`;
  for (let after: unknown = begins[type]; after !== undefined; ) {
    const { rows } = await ask(text, productId === undefined ? [after] : [after, productId]);
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(columns.map((column) => [column.name, exportedValue(vault, table, column, row)])));
    after = rows.length === ROWS_AT_ONCE ? rows.at(-1)?.rowKey : undefined;
    await others();
  }
}

/**
 * The SQL expression of a column: numbers as floats, times with microseconds, bytes in hexadecimal.
 */
function expressionOf({ type, sql: value, isEncrypted }: ExportedColumn): string {
  if (isEncrypted) return value;
  if (type === "time") return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  if (type === "number" || type === "paise") return `(${value})::float8`;
  if (type === "hex") return `encode(${value}, 'hex')`;
  if (type === "list of hex")
    return `case when ${value} is not null then array(select encode(b, 'hex') from unnest(${value}) with ordinality as bytes (b, n) order by n) end`;
  return value;
}

function exportedValue(
  vault: Pick<Vault, "decrypt">,
  { table }: ExportedTable,
  { name: exported, column, isEncrypted }: ExportedColumn,
  row: Record<string, unknown>,
): ExportedValue {
  const value = row[exported] ?? null;
  if (!isEncrypted || value === null) return value as ExportedValue;
  const name = encryptedColumn(table, column ?? "");
  const named = Object.fromEntries(encryptedColumns[name].map((one) => [one, row[NAMING + one]]));
  return vault.decrypt(placeIn(name, named), value as Buffer);
}

/** Keeps the columns that name the row of an encrypted value apart from the exported ones. */
const NAMING = "naming the row: ";

function namingOf({ table, columns }: ExportedTable): string[] {
  return columns.flatMap(({ column, isEncrypted }) => (isEncrypted ? encryptedColumns[encryptedColumn(table, column ?? "")] : []));
}
