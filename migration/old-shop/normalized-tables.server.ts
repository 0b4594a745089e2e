import type { ClientBase } from "pg";
import type { Place } from "#platform/encryption/vault.server.ts";
import { partsOfExport } from "./export-tree.ts";

/**
 * Temporary tables with the rows of the file, before anything is decided. IDs and gift card codes
 * are encrypted in them, IDs for the rows that they become. `stated_status` is an order's status in the file, if it is imported with
 * another. `there` recognizes a row in a later export: its keyed fingerprints under the current
 * secret and each earlier one. `earlier` has an ID's fingerprints under the earlier secrets.
 */
const TABLES = `
create temp table old_products (
  n bigint primary key, path text not null, tree integer not null, old_id text not null, name text not null, price_paise bigint, description text not null,
  image text not null, created_at timestamptz, updated_at timestamptz, there bytea[] not null, warnings text[] not null, outcome text
);
create temp table old_ids (
  n bigint not null, path text not null, tree integer not null, product_id text not null, print bytea not null, earlier bytea[], value bytea not null,
  state text not null, warnings text[] not null, outcome text, unit_id bigint
);
create temp table old_orders (
  n bigint primary key, path text not null, is_copy boolean not null, old_id text not null, request_code text, user_id text, product_id text not null,
  product_name text not null, status text not null, is_status_known boolean not null, quantity integer not null, price_paise bigint not null,
  total_paise bigint not null, stated_total_paise bigint, payment_method text not null, gift_card_code bytea, gift_card_last4 text, gift_card bytea[],
  proof_file text, payment_verified boolean, verification_note text, admin_note text, created_at timestamptz not null, processed_at timestamptz,
  approved_by text, cancelled_at timestamptz, reason text, download_link text, there bytea[] not null, same bytea not null, warnings text[] not null,
  into_n bigint, order_id text, outcome text, turn bigint, stated_status text
);
create temp table old_claims (
  order_n bigint not null, position integer not null, print bytea not null, earlier bytea[], value bytea not null, kind text not null, wins boolean,
  unit_id bigint
);
create temp table old_parts (tree integer primary key, path text not null, is_here boolean not null);
create temp table old_leaving (product_id text not null, unit_id bigint not null, withdrawn_as text not null, is_reported boolean not null);
create temp table report_rows (
  n bigint generated always as identity, kind text not null, path text not null, outcome text not null, warnings text[] not null
);`;

/** The tables that rows of the file are written to. */
type NormalizedTable = "old_products" | "old_ids" | "old_orders" | "old_claims";

/** Creates the temporary tables. */
export async function createTables(client: ClientBase): Promise<void> {
  await client.query("set temp_buffers = '32MB'");
  await client.query(TABLES);
}

/** Records which parts the file has; an empty part counts as present. */
export async function normalizeTables(client: ClientBase, isHere: (path: string) => boolean): Promise<void> {
  const parts = partsOfExport.map(({ tree, path }) => ({ tree, path, is_here: isHere(path) }));
  await client.query("insert into old_parts select * from json_populate_recordset(null::old_parts, $1::json)", [JSON.stringify(parts)]);
}

/**
 * Analyzes the tables once they are full. Erased IDs keep the fingerprint of an earlier secret, so
 * rows of the file that match one take it over.
 */
export async function finishTables(client: ClientBase): Promise<void> {
  await client.query(`
create index on old_ids (print); create index on old_claims (print); create index on old_claims (order_n); create index on old_orders (request_code);
create index on old_orders (turn);
analyze old_products; analyze old_ids; analyze old_orders; analyze old_claims;
update old_ids i set print = u.fingerprint from units u where i.earlier is not null and u.fingerprint = any(i.earlier) and u.erased_at is not null;
update old_claims c set print = u.fingerprint from units u where c.earlier is not null and u.fingerprint = any(c.earlier) and u.erased_at is not null`);
}

const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1_000_000;

/** Collects rows by table and writes them in batches. */
export class RowWriter {
  readonly #client: ClientBase;
  readonly #waiting = new Map<NormalizedTable | "report_rows", { rows: string[]; bytes: number }>();

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async write(table: NormalizedTable | "report_rows", row: Record<string, unknown>): Promise<void> {
    const waiting = this.#waiting.get(table) ?? { rows: [], bytes: 0 };
    this.#waiting.set(table, waiting);
    const text = JSON.stringify(row);
    waiting.rows.push(text);
    waiting.bytes += text.length;
    if (waiting.rows.length >= ROWS_AT_ONCE || waiting.bytes >= BYTES_AT_ONCE) await this.#flush(table);
  }

  /** Writes the remaining rows. */
  async end(): Promise<void> {
    for (const table of this.#waiting.keys()) await this.#flush(table);
  }

  async #flush(table: NormalizedTable | "report_rows"): Promise<void> {
    const rows = this.#waiting.get(table)?.rows ?? [];
    if (rows.length === 0) return;
    this.#waiting.set(table, { rows: [], bytes: 0 });
    const columns = columnsOf[table];
    await this.#client.query({
      name: `write-${table}`,
      text: `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      values: [`[${rows.join(",")}]`],
    });
  }
}

const columnsOf: Record<NormalizedTable | "report_rows", string> = {
  old_products: "n, path, tree, old_id, name, price_paise, description, image, created_at, updated_at, there, warnings",
  old_ids: "n, path, tree, product_id, print, earlier, value, state, warnings",
  old_orders: `n, path, is_copy, old_id, request_code, user_id, product_id, product_name, status, is_status_known, quantity, price_paise, total_paise,
    stated_total_paise, payment_method, gift_card_code, gift_card_last4, gift_card, proof_file, payment_verified, verification_note, admin_note, created_at,
    processed_at, approved_by, cancelled_at, reason, download_link, there, same, warnings`,
  old_claims: "order_n, position, print, earlier, value, kind",
  report_rows: "kind, path, outcome, warnings",
};

/** The place of a gift card code until its order is known: the row of the file. */
export function placeOfCode(n: number): Place {
  return { column: "old_orders.gift_card_code", row: String(n) };
}

/** Formats bytes as PostgreSQL reads them from JSON. */
export function inJson(bytes: Buffer): string {
  return `\\x${bytes.toString("hex")}`;
}
