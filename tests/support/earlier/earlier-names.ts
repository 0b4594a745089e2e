/** Tables that migration 0049 renamed. */
export const renamedTables: Record<string, string> = {
  letters: "emails",
  listeners: "subscriptions",
  notices: "deliveries",
  tries: "rate_limits",
  set_aside_accounts: "withdrawn_accounts",
  payment_marks: "payment_fingerprints",
  proof_likenesses: "similar_proofs",
  moving_in_runs: "old_shop_imports",
  moving_in_rows: "old_shop_import_rows",
  moved_in: "old_shop_rows",
  moved_in_ids: "old_shop_ids",
};
/** Columns that it renamed, each with the new name of its table. */
export const renamedColumns: Record<string, string> = {
  "units.set_aside": "withdrawn",
  "units.set_aside_at": "withdrawn_at",
  "product_stock.set_aside": "withdrawn",
  "batches.set_aside": "withdrawn",
  "withdrawn_accounts.set_aside_at": "withdrawn_at",
  "orders.lapsed_after_hours": "expired_after_hours",
  "orders.moved_in": "is_from_old_shop",
  "products.held_told_at": "held_notified_at",
  "low_stock.told_at": "notified_at",
  "payment_fingerprints.noted_at": "recorded_at",
  "payment_fingerprints.look": "perceptual_hash",
  "similar_proofs.mark_id": "fingerprint_id",
  "key_check.noted_at": "recorded_at",
  "old_password_keys.kept_at": "stored_at",
  "earlier_keys.kept_at": "stored_at",
  "audit_entries.deed": "action",
  "emails.tries": "attempts",
  "emails.next_try_at": "next_attempt_at",
  "deliveries.tries": "attempts",
  "deliveries.next_try_at": "next_attempt_at",
  "deliveries.tried_at": "attempted_at",
  "deliveries.listener_id": "subscription_id",
  "old_shop_import_rows.oddities": "warnings",
  "old_shop_rows.moved_at": "imported_at",
};

/** The text of an earlier migration, to be run on a database of today. */
export function withTodaysNames(sql: string): string {
  const columns = Object.entries(renamedColumns).map(([name, today]) => [name.replace(/^.*\./, ""), today] as const);
  const renamings: (readonly [pattern: RegExp, today: string])[] = [
    ...columns.map(([name, today]) => [new RegExp(`(?<=\\w\\.)${name}\\b`, "g"), today] as const),
    ...Object.entries(renamedTables).map(([name, today]) => [new RegExp(`\\b${name}\\b`, "g"), today] as const),
    ...columns.filter(([name]) => name.includes("_")).map(([name, today]) => [new RegExp(`\\b${name}\\b`, "g"), today] as const),
  ];
  return renamings.reduce((text, [pattern, today]) => text.replace(pattern, today), sql);
}
