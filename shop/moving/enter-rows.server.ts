import type { ClientBase } from "pg";
import { quoted } from "#platform/database/shape.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import type { Vault } from "#platform/vault.server.ts";
import type { ExportedColumn, ExportedRow, ExportedTable, ExportedValue } from "./exported-column.ts";

type Entering = { client: ClientBase; vault: Vault };

/** What a table's rows tell besides their own row. `$1` are the rows. */
const beside: Record<string, string[]> = {
  products: [`insert into product_stock (product_id, available) select id, 0 from json_to_recordset($1) as r (id text)`],
  ids: [
    `insert into free_units (product_id, unit_id) select "productId", number
      from json_to_recordset($1) as r (number bigint, "productId" text, state text) where state = 'available'`,
    `insert into order_units (unit_id, order_id, delivered_at, position) select number, "orderId", "deliveredAt", position
      from json_to_recordset($1) as r (number bigint, "orderId" text, "deliveredAt" timestamptz, position integer) where "orderId" is not null`,
  ],
  "payment-marks": [
    `insert into proof_likenesses (mark_id, earlier_id) select id, earlier::bigint
      from json_to_recordset($1) as r (id bigint, "looksLike" json), json_array_elements_text("looksLike") as earlier`,
  ],
};

/** Step: enters rows of a table with what they tell of others; what has to be sealed is sealed with this shop's secret. `place` names them. */
export async function enterRows({ client, vault }: Entering, table: ExportedTable, rows: ExportedRow[], place: string): Promise<void> {
  const own = table.columns.filter(({ column }) => column !== undefined);
  const names = own.map(({ column = "" }) => quoted(column)).join(", ");
  const entered = rows.map((row) => Object.fromEntries(own.map((column) => [column.column, stored(vault, column, row)])));
  if (table.name === "ids") for (const [at, row] of rows.entries()) Object.assign(entered[at] ?? {}, fingerprintOf(vault, row, place));
  try {
    await client.query(
      `insert into ${quoted(table.table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${quoted(table.table)}, $1)`,
      [JSON.stringify(entered)],
    );
    for (const statement of beside[table.name] ?? []) await client.query(statement, [JSON.stringify(rows)]);
  } catch (error) {
    throw asProblem(error, place);
  }
}

/** A value as PostgreSQL reads it. */
function stored(vault: Vault, { name, type, isSealed }: ExportedColumn, row: ExportedRow): ExportedValue {
  const value = row[name] ?? null;
  if (value === null) return null;
  if (isSealed) return inBytes(vault.seal(String(value)).toString("hex"));
  if (type === "hex") return inBytes(String(value));
  return type === "list of hex" && Array.isArray(value) ? value.map((hex) => inBytes(String(hex))) : value;
}

/** An ID is known again by its value; one that was erased, by what the shop that exported it knew it by. */
function fingerprintOf(vault: Vault, { id, fingerprint }: ExportedRow, place: string): { fingerprint: string } {
  if (typeof id === "string") return { fingerprint: inBytes(vault.fingerprint(id).toString("hex")) };
  if (typeof fingerprint !== "string") throw new StartProblem(`${place}: an ID is missing. Nothing was changed.`);
  return { fingerprint: inBytes(fingerprint) };
}

const inBytes = (hex: string) => `\\x${hex}`;

/** What the database does not take is wrong in the file. */
function asProblem(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!(error instanceof Error) || !/^2[23]/.test(code)) return error;
  return new StartProblem(`${place}: the database does not take these rows (${error.message}). Nothing was changed.`);
}
