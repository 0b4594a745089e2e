const inTheBackup = "Of the import of a shop before: to import from that again, go on with a backup.";

/** Tables that an export leaves out, and why. Every table must be either here or in the export. */
export const leftOut: Record<string, string> = {
  migrations: "The shop that imports has its own.",
  free_units: "Told by the state of each ID.",
  order_units: "Told by the order of each ID.",
  product_stock: "Counted anew.",
  similar_proofs: "Told by each payment mark.",
  receipt_counters: "Counted anew.",
  credit_note_counters: "Counted anew.",
  order_sums: "Counted anew.",
  order_sums_until: "Counted anew.",
  order_texts: "Written anew.",
  ordered_names: "Written anew.",
  ledger:
    "Bound with the secret of the shop that wrote it. The ledger of the shop that imports begins with where each ID is; a backup keeps all of it.",
  key_check: "Of the secret, which stays where it is.",
  earlier_keys: "Secrets stay where they are.",
  sessions: "Everybody logs in again.",
  second_factors: "Secrets stay where they are: admins set up their second factor again.",
  recovery_codes: "They belong to a second factor.",
  order_views: "Access that was given to accounts: add the orders again by their links.",
  password_resets: "A reset link works for an hour: ask for another.",
  verifications: "They last some minutes.",
  rate_limits: "They last some minutes.",
  batch_lines: "Lines of an import that wait to be added: check them again.",
  old_shop_rows: inTheBackup,
  old_shop_ids: inTheBackup,
  old_shop_imports: inTheBackup,
  old_shop_import_rows: inTheBackup,
  api_keys: "Secrets stay where they are: make new ones.",
  subscriptions: "Their secrets stay where they are: set them up again.",
  deliveries: "They belong to subscriptions.",
  push_key: "Secrets stay where they are: the shop that imports makes its own.",
  push_devices: "They belong to the key: switch notifications on again.",
  payment_methods: "Secrets stay where they are: set the methods up again.",
  payment_events: "News of a provider, which is asked itself.",
  low_stock: "Looked at anew.",
  stock_arrivals: "They last a minute.",
  restores: "The shop that imports is itself restored, and its owner settles that.",
  job_workers: "Of the processes that work just now.",
  upgrade_steps: "The shop that imports has its own.",
};

/** Columns of exported tables that an export leaves out, and why. */
export const leftOutColumns: Record<string, Record<string, string>> = {
  users: { was_admin: "Made of the role and the audit log." },
  products: { searched: "Made of name and description." },
  orders: {
    placed_from: "Where a pending order came from counts under this shop's secret alone.",
    placed_from_56: "Where a pending order came from counts under this shop's secret alone.",
    placed_from_48: "Where a pending order came from counts under this shop's secret alone.",
    email_print: "Made of the email address.",
    has_payment_to_review: "Told by the state of its payments.",
    idempotency_key: "Valid for a day.",
    idempotency_body: "Valid for a day.",
    handled_at: "Made of the times of processing and cancellation.",
  },
  credentials: Object.fromEntries(
    ["access_token", "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope"].map((name) => [
      name,
      "Of ways to log in that the shop does not have.",
    ]),
  ),
  waitlist: {
    email_fingerprint: "Made of the address.",
    token_hash: "A link to confirm works for three days: ask for another.",
    token_expires_at: "A link to confirm works for three days: ask for another.",
  },
  receipts: { code: "Made of year and number." },
  credit_notes: { code: "Made of year and number." },
  shop_settings: { only_row: "There is one row." },
};
