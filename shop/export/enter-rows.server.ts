import type { ClientBase } from "pg";
import { quoted } from "#platform/database/table-shape.server.ts";
import type { Vault } from "#platform/encryption/vault.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { encryptedColumn, placeIn } from "#shop/encrypted-columns.server.ts";
import type { ExportedColumn, ExportedRow, ExportedTable, ExportedValue } from "#shop/rows/exported-column.ts";
import { mayBeHandedOver } from "#shop/rows/id-row.ts";
import { idFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { readId } from "#shop/stock/ids/id.ts";
import { addressFingerprint } from "#shop/waitlist/waitlist-tokens.server.ts";
import { exportAbout } from "./export-about.ts";

type Entering = { client: ClientBase; vault: Vault };

/** Inserts into other tables that follow from a table's rows, which are `$1`. */
const beside: Record<string, string[]> = {
  products: [`insert into product_stock (product_id, available) select id, 0 from json_to_recordset($1) as r (id text)`],
  ids: [
    `insert into free_units (product_id, unit_id) select "productId", number
      from json_to_recordset($1) as r (number bigint, "productId" text, state text) where state = 'available'`,
    `insert into order_units (unit_id, order_id, delivered_at, position) select number, "orderId", "deliveredAt", position
      from json_to_recordset($1) as r (number bigint, "orderId" text, "deliveredAt" timestamptz, position integer) where "orderId" is not null`,
  ],
  "payment-fingerprints": [
    `insert into similar_proofs (fingerprint_id, earlier_id) select id, earlier::bigint
      from json_to_recordset($1) as r (id bigint, "similarTo" json), json_array_elements_text("similarTo") as earlier`,
  ],
};

/** The file of some rows, and the line number of the first. */
type Position = { file: string; line: number };

/**
 * Inserts rows of a table and what follows from them, encrypting with this shop's secret. Throws a
 * `StartProblem` that names the line of the first row the database rejects, for example a duplicate
 * key or a dangling reference.
 */
export async function enterRows(entering: Entering, table: ExportedTable, rows: ExportedRow[], { file, line }: Position): Promise<void> {
  const { client } = entering;
  await client.query("savepoint rows_entered");
  try {
    await enter(entering, table, rows);
  } catch (error) {
    if (!isOfRows(error)) throw error;
    await client.query("rollback to savepoint rows_entered");
    for (const [at, row] of rows.entries())
      await enter(entering, table, [row]).catch(async (its) => {
        if (isSameId(its)) throw new StartProblem(`${file}, line ${line + at}: ${await sameIdAs(entering, row, rows.slice(0, at))}`);
        throwProblem(its, `${file}, line ${line + at}`);
      });
    throwProblem(error, `${file}, lines ${line} to ${line + rows.length - 1}`);
  }
  await client.query("release savepoint rows_entered");
}

async function enter({ client, vault }: Entering, table: ExportedTable, rows: ExportedRow[]): Promise<void> {
  const own = table.columns.filter(({ name, column }) => column !== undefined && Object.hasOwn(rows[0] ?? {}, name));
  const names = [...own.flatMap(({ column }) => column ?? []), ...(table.name === "waitlist" ? ["email_fingerprint"] : [])]
    .map(quoted)
    .join(", ");
  const entered = rows.map((row) => {
    const plain = table.name === "ids" ? asStoredId(vault, row) : row;
    const beside = table.name === "waitlist" ? asWaiting(vault, row) : {};
    return { ...Object.fromEntries(own.map((column) => [column.column, storable(vault, table, column, plain)])), ...beside };
  });
  await client.query(
    `insert into ${quoted(table.table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${quoted(table.table)}, $1)`,
    [JSON.stringify(entered)],
  );
  for (const statement of beside[table.name] ?? []) await client.query(statement, [JSON.stringify(rows)]);
}

/** Converts a value to JSON that PostgreSQL can read. */
function storable(
  vault: Vault,
  table: ExportedTable,
  { name, column, type, isEncrypted }: ExportedColumn,
  row: ExportedRow,
): ExportedValue {
  const value = row[name] ?? null;
  if (value === null) return null;
  if (isEncrypted) {
    const place = placeIn(encryptedColumn(table.table, column ?? name), namedRow(table, row));
    return inBytes(vault.encrypt(place, String(value)).toString("hex"));
  }
  if (type === "hex") return inBytes(String(value));
  return type === "list of hex" && Array.isArray(value) ? value.map((hex) => inBytes(String(hex))) : value;
}

/** A row by the names of the database, bytes in hexadecimal. */
function namedRow({ columns }: ExportedTable, row: ExportedRow): Record<string, unknown> {
  return Object.fromEntries(columns.flatMap(({ name, column }) => (column === undefined ? [] : [[column, row[name]]])));
}

/**
 * Computes an ID's fingerprint from its canonical form; an erased one keeps its exported
 * fingerprint. IDs not delivered yet are stored as a form would store them. [S3.9]
 */
function asStoredId(vault: Vault, row: ExportedRow): ExportedRow {
  const { id, state } = row;
  if (typeof id !== "string") return row;
  const fingerprint = idFingerprint(vault, id).toString("hex");
  return { ...row, fingerprint, id: mayBeHandedOver(state) ? (readId(id)?.value ?? id) : id };
}

/** Computes the fingerprint by which this shop finds an address on the waitlist. [S12.9] */
function asWaiting(vault: Vault, { email }: ExportedRow): { email_fingerprint: string } {
  return { email_fingerprint: inBytes(addressFingerprint({ vault }, String(email)).toString("hex")) };
}

const inBytes = (hex: string) => `\\x${hex}`;

/** Whether the database rejected the rows because of their content (SQLSTATE classes 22 and 23). */
function isOfRows(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

/** Whether the database rejected a row because there is another one with its ID. */
function isSameId(error: unknown): boolean {
  return isOfRows(error) && "constraint" in error && error.constraint === "units_fingerprint_key";
}

/** Names the row whose ID this one has too: one of those before it in the same statement, or one entered earlier. */
async function sameIdAs({ client, vault }: Entering, row: ExportedRow, before: ExportedRow[]): Promise<string> {
  const { fingerprint } = asStoredId(vault, row);
  await client.query("rollback to savepoint rows_entered");
  const { rows } = await client.query<{ id: string }>("select id from units where fingerprint = $1", [
    Buffer.from(String(fingerprint), "hex"),
  ]);
  const number = rows[0]?.id ?? before.find((other) => asStoredId(vault, other).fingerprint === fingerprint)?.number;
  return `this ID, perhaps in another spelling, is that of number ${number} too. A shop has each ID once: delete one of the two lines, and count it off in ${exportAbout}. Nothing was changed.`;
}

/** Says which rule of the database a row breaks. Only messages of class 23 repeat no value of it. */
function throwProblem(error: unknown, where: string): never {
  if (!isOfRows(error)) throw error;
  const rule = String(error.code).startsWith("23")
    ? `the database does not take this (${error.message})`
    : "a value is none that its column can have";
  throw new StartProblem(`${where}: ${rule}. Nothing was changed.`);
}
