/**
 * What becomes of bytes when the shop's secret changes: they are *sealed* anew; *made anew* from what they stand for; they go on and are matched under the *earlier*
 * keys, because nobody knows any more what they stand for; or they have *nothing* to do with the secret, or are *forgotten*.
 */
export type Fate = "sealed" | "made anew" | "earlier" | "nothing" | "forgotten";

/**
 * Every column of bytes that the database has, by table. A test compares it with the database: whoever adds a column adds it here, and one that is `sealed`
 * needs nothing more.
 */
export const bytesKept = {
  units: { value: "sealed", fingerprint: "made anew" },
  batch_lines: { lines: "sealed" },
  orders: {
    gift_card_code: "sealed",
    email: "sealed",
    access_key_hash: "earlier",
    placed_from: "earlier",
    idempotency_body: "earlier",
    idempotency_key: "nothing",
    unlocked_by: "nothing",
  },
  payment_marks: { gift_card: "earlier", pixels: "nothing" },
  letters: { recipient: "sealed" },
  listeners: { secret: "sealed" },
  contact_messages: { email: "sealed" },
  second_factors: { key: "sealed" },
  old_password_keys: { signer_key: "sealed" },
  earlier_keys: { keys: "sealed" },
  recovery_codes: { code_hash: "nothing" },
  password_resets: { token_hash: "earlier" },
  sessions: { token_hash: "forgotten" },
  api_keys: { key_hash: "nothing" },
  tries: { who: "forgotten" },
  moved_in: { there: "earlier", here: "nothing" },
  ledger: { fingerprints: "earlier", mac: "earlier" },
  product_stock: { ledger_mac: "made anew", ledger_head: "made anew" },
  key_check: { value: "made anew", ledger_check: "made anew" },
} as const satisfies Record<string, Record<string, Fate>>;

/** A column of a table, as it stands in SQL. */
export type Column = { table: string; column: string };

/** The columns with this fate, in the order above. */
export function columnsThatAre(fate: Fate): Column[] {
  return Object.entries(bytesKept).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, itsFate]) => (itsFate === fate ? [{ table, column }] : [])),
  );
}
