import { quoted } from "#platform/database/table-shape.server.ts";
import type { Place } from "#platform/encryption/vault.server.ts";

/**
 * Every encrypted column, as `table.column`, with the columns of the same row that name the row. A
 * value is encrypted for its column and row and cannot be decrypted anywhere else, so it must be
 * encrypted again whenever one of these columns changes. Rows whose number is not known when they
 * are written are named by something else that stays: an ID by its fingerprint, the lines of an
 * import by their import.
 */
export const encryptedColumns = {
  "units.value": ["fingerprint"],
  "batch_lines.lines": ["batch_id", "kind"],
  "orders.gift_card_code": ["id"],
  "orders.email": ["id"],
  "payment_methods.secrets": ["name"],
  "payment_methods.old_webhook_secret": ["name"],
  "payment_methods.earlier_keys": ["name"],
  "payments.payer": ["id"],
  "payment_events.body": ["provider", "event_id"],
  "statement_lines.narration": ["fingerprint"],
  "unread_alerts.text": ["id"],
  "emails.recipient": ["id"],
  "subscriptions.secret": ["id"],
  "push_key.private_key": [],
  "push_devices.endpoint": ["endpoint_hash"],
  "push_devices.keys": ["endpoint_hash"],
  "contact_messages.email": ["id"],
  "order_messages.text": ["id"],
  "waitlist.email": ["id"],
  "second_factors.key": ["user_id"],
  "old_password_keys.signer_key": ["number"],
  "earlier_keys.keys": ["number"],
} as const satisfies Record<string, readonly string[]>;

export type EncryptedColumn = keyof typeof encryptedColumns;

/** Every encrypted column, in the order above. */
export const namesOfEncrypted = Object.keys(encryptedColumns) as EncryptedColumn[];

/** A value of a column that names a row; bytes may be given in hexadecimal. */
type Named = string | number | Uint8Array;
type RowOf<Columns extends readonly string[]> = { [N in keyof Columns]: Named };

/**
 * The place of a value, which encrypting and decrypting need: its column, and the values of the
 * columns that name its row, in the order above.
 */
export function placeOf<C extends EncryptedColumn>(column: C, ...row: RowOf<(typeof encryptedColumns)[C]>): Place {
  return { column, row: row.map(textOf).join("\0") };
}

/** The same for a row as the database returns it, with the names of the database. */
export function placeIn(column: EncryptedColumn, row: Readonly<Record<string, unknown>>): Place {
  return { column, row: encryptedColumns[column].map((name) => textOf(row[name])).join("\0") };
}

/**
 * The SQL that selects each stored value of a column as `the value`, with the columns that name its
 * row, for `placeIn`, and these `more`.
 */
export function selectEncrypted(name: EncryptedColumn, more: readonly string[] = []): string {
  const [table = "", column = ""] = name.split(".");
  const columns = [...more, ...encryptedColumns[name].map(quoted), `${quoted(column)} as "the value"`];
  return `select ${columns.join(", ")} from ${quoted(table)} where ${quoted(column)} is not null`;
}

/** The encrypted column of this table and name; throws if it is not listed. */
export function encryptedColumn(table: string, column: string): EncryptedColumn {
  const name = `${table}.${column}`;
  if (!Object.hasOwn(encryptedColumns, name)) throw new Error(`${name} is not listed as encrypted`);
  return name as EncryptedColumn;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) throw new Error("an encrypted value belongs to a row without a name");
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex") : String(value);
}
