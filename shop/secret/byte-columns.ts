/**
 * What rotating the secret does to a column: *sealed* values are re-encrypted; *made anew* ones are
 * recomputed from their source; *earlier* ones stay and are matched with the earlier keys, because
 * their source is not known any more; *nothing*: they do not depend on the secret; *forgotten* rows
 * are deleted.
 */
type Fate = "sealed" | "made anew" | "earlier" | "nothing" | "forgotten";

/**
 * All `bytea` columns of the database, by table. A test compares the list with the database, so a
 * new column must be added here; a `sealed` one needs nothing more.
 */
export const byteColumns = {
  units: { value: "sealed", fingerprint: "made anew" },
  batch_lines: { lines: "sealed" },
  orders: {
    gift_card_code: "sealed",
    email: "sealed",
    access_key_hash: "earlier",
    placed_from: "earlier",
    placed_from_56: "earlier",
    placed_from_48: "earlier",
    idempotency_body: "earlier",
    idempotency_key: "nothing",
    unlocked_by: "nothing",
  },
  payment_fingerprints: { gift_card: "earlier", pixels: "nothing" },
  emails: { recipient: "sealed" },
  subscriptions: { secret: "sealed" },
  contact_messages: { email: "sealed" },
  second_factors: { key: "sealed" },
  old_password_keys: { signer_key: "sealed" },
  earlier_keys: { keys: "sealed" },
  recovery_codes: { code_hash: "nothing" },
  password_resets: { token_hash: "earlier" },
  sessions: { token_hash: "forgotten" },
  api_keys: { key_hash: "nothing" },
  rate_limits: { who: "forgotten" },
  old_shop_rows: { there: "earlier", here: "nothing" },
  ledger: { fingerprints: "earlier", mac: "earlier" },
  product_stock: { ledger_mac: "made anew", ledger_head: "made anew" },
  key_check: { value: "made anew", ledger_check: "made anew" },
} as const satisfies Record<string, Record<string, Fate>>;

/** The SQL names of a table and its column. */
export type Column = { table: string; column: string };

/** Lists the columns with this fate, in the order above. */
export function columnsThatAre(fate: Fate): Column[] {
  return Object.entries(byteColumns).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, itsFate]) => (itsFate === fate ? [{ table, column }] : [])),
  );
}
