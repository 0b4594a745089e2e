/**
 * What rotating the secret does to a column: *encrypted* values are re-encrypted; *recomputed* ones
 * are derived from their source again; *earlier* ones stay and are matched with the earlier keys,
 * because their source is not known any more; *nothing*: they do not depend on the secret;
 * *forgotten* rows are deleted.
 */
type Fate = "encrypted" | "recomputed" | "earlier" | "nothing" | "forgotten";

/**
 * All `bytea` columns of the database, by table. A test compares the list with the database, so a
 * new column must be added here; an `encrypted` one needs nothing more.
 */
export const byteColumns = {
  units: { value: "encrypted", fingerprint: "recomputed" },
  batch_lines: { lines: "encrypted" },
  orders: {
    gift_card_code: "encrypted",
    email: "encrypted",
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
  payment_methods: { secrets: "encrypted", old_webhook_secret: "encrypted", earlier_keys: "encrypted" },
  payments: { payer: "encrypted" },
  payment_events: { body: "encrypted", body_print: "earlier" },
  upi_amounts: { taken_from: "earlier", taken_from_56: "earlier", taken_from_48: "earlier" },
  statement_lines: { narration: "encrypted", fingerprint: "nothing" },
  emails: { recipient: "encrypted" },
  subscriptions: { secret: "encrypted" },
  push_key: { private_key: "encrypted" },
  push_devices: { endpoint: "encrypted", keys: "encrypted", endpoint_hash: "nothing" },
  contact_messages: { email: "encrypted" },
  waitlist: { email: "encrypted", email_fingerprint: "earlier", token_hash: "earlier" },
  second_factors: { key: "encrypted" },
  old_password_keys: { signer_key: "encrypted" },
  earlier_keys: { keys: "encrypted" },
  recovery_codes: { code_hash: "nothing" },
  password_resets: { token_hash: "earlier" },
  set_up_links: { token_hash: "nothing" },
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

/** Lists the columns with this fate, in the order above. */
export function columnsThatAre(fate: Fate): Column[] {
  return Object.entries(byteColumns).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, itsFate]) => (itsFate === fate ? [{ table, column }] : [])),
  );
}
