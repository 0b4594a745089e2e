/**
 * The tables of each feature, in the order of `schema.sql`: first what an order needs, then the
 * rest.
 */
export const features: Record<string, readonly string[]> = {
  "Products and stock": ["products", "instructions", "units", "free_units", "product_stock", "batches", "batch_lines", "low_stock"],
  Orders: ["orders", "order_units", "replacements", "receipts", "receipt_counters", "payment_fingerprints", "similar_proofs"],
  Payments: [
    "payment_methods",
    "payment_attempts",
    "payments",
    "refunds",
    "credit_notes",
    "credit_note_counters",
    "payment_events",
    "upi_amounts",
    "statements",
    "statement_lines",
  ],
  "Search and totals of past orders": ["ordered_names", "order_texts", "order_sums", "order_sums_until"],
  "Ledger and audit": ["ledger", "audit_entries"],
  Accounts: [
    "users",
    "sessions",
    "credentials",
    "verifications",
    "password_resets",
    "second_factors",
    "recovery_codes",
    "old_password_keys",
    "withdrawn_accounts",
    "rate_limits",
  ],
  Pages: ["pages", "terms_versions"],
  "Settings and secrets": ["shop_settings", "key_check", "earlier_keys"],
  "Messages and notifications": ["emails", "subscriptions", "deliveries", "contact_messages", "waitlist", "stock_arrivals"],
  "API keys": ["api_keys"],
  "Job queue": ["job_workers"],
  "Import of the old shop": ["old_shop_imports", "old_shop_import_rows", "old_shop_rows", "old_shop_ids"],
  Migrations: ["migrations", "upgrade_steps"],
};
