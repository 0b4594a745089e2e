import { namesOfEncrypted } from "#shop/encrypted-columns.server.ts";

/**
 * What rotating the secret does to a column that is not encrypted: *recomputed* values are derived
 * from their source again; *earlier* ones stay and are matched with the earlier keys, because their
 * source is not known any more; *nothing*: they do not depend on the secret; *forgotten* rows are
 * deleted.
 */
type Fate = "recomputed" | "earlier" | "nothing" | "forgotten";

/**
 * The `bytea` columns of the database that are not encrypted, by table. A test compares this list
 * and `encryptedColumns` with the database, so a new column must be added to one of them.
 */
export const byteColumns = {
  units: { fingerprint: "recomputed" },
  orders: {
    email_print: "earlier",
    access_key_hash: "earlier",
    placed_from: "earlier",
    placed_from_56: "earlier",
    placed_from_48: "earlier",
    idempotency_body: "earlier",
    idempotency_key: "nothing",
    unlocked_by: "nothing",
  },
  instant_deliveries: { marks: "earlier" },
  payment_fingerprints: { gift_card: "earlier", pixels: "nothing" },
  payment_events: { body_print: "earlier" },
  upi_amounts: { taken_from: "earlier", taken_from_56: "earlier", taken_from_48: "earlier" },
  statement_lines: { fingerprint: "nothing" },
  alert_forwarders: { secret_hash: "nothing" },
  push_devices: { endpoint_hash: "nothing", browser_hash: "nothing" },
  waitlist: { email_fingerprint: "earlier", token_hash: "earlier" },
  recovery_codes: { code_hash: "nothing" },
  password_resets: { token_hash: "earlier" },
  set_up_links: { token_hash: "nothing" },
  invitations: { token_hash: "nothing" },
  sessions: { token_hash: "forgotten" },
  api_keys: { key_hash: "nothing" },
  rate_limits: { who: "forgotten" },
  old_shop_rows: { there: "earlier", here: "nothing" },
  ledger: { fingerprints: "earlier", mac: "earlier" },
  product_stock: { ledger_mac: "recomputed", ledger_head: "recomputed" },
  key_check: { value: "recomputed", ledger_check: "recomputed" },
} as const satisfies Record<string, Record<string, Fate>>;

/** The SQL names of a table and its column. */
export type Column = { table: string; column: string };

/** Lists the encrypted columns, or those with this fate, in the order of their list. */
export function columnsThatAre(fate: "encrypted" | Fate): Column[] {
  if (fate === "encrypted") return namesOfEncrypted.map(columnOf);
  return Object.entries(byteColumns).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, itsFate]) => (itsFate === fate ? [{ table, column }] : [])),
  );
}

function columnOf(name: string): Column {
  const [table = "", column = ""] = name.split(".");
  return { table, column };
}
