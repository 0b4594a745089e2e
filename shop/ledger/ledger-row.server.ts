import { createHmac } from "node:crypto";

/**
 * A row of the ledger as read from the database. `at` is microseconds since 1970, as text because a
 * `Date` only has milliseconds.
 */
export type LedgerRow = {
  productId: string;
  seq: string;
  event: string;
  fingerprints: Buffer[];
  orderId: string | null;
  adminId: string | null;
  at: string;
  mac: Buffer;
};

/** The columns of `LedgerRow`, for a select from `ledger`. */
export const ledgerColumns = `product_id as "productId", seq::text, event, fingerprints, order_id as "orderId", admin_id as "adminId",
  (extract(epoch from at) * 1000000)::bigint::text as at, mac`;

const FINGERPRINT_BYTES = 32;

/** What the first MAC of a chain is computed over instead of a previous one. */
export const chainBegins = Buffer.alloc(0);

/**
 * Computes a row's MAC over the previous MAC and the row's content, exactly as `ledger_write` does
 * in the database.
 */
export function macOf(key: Buffer, before: Buffer, row: LedgerRow): Buffer {
  const [product, event, order, admin] = [row.productId, row.event, row.orderId, row.adminId].map((word) => JSON.stringify(word));
  const line = `[${[product, row.seq, event, order, admin, row.at, row.fingerprints.length].join(", ")}]`;
  return hmac(key, Buffer.of(1), before, Buffer.from(line, "utf8"), ...row.fingerprints);
}

/** Computes the head of a chain that ends with this MAC. */
export function headOf(key: Buffer, mac: Buffer): Buffer {
  return hmac(key, Buffer.of(2), mac);
}

/**
 * Whether every fingerprint has the right length. Otherwise bytes could move from one to the next
 * without changing the MAC.
 */
export function hasWholeFingerprints({ fingerprints }: LedgerRow): boolean {
  return fingerprints.every((print) => print?.length === FINGERPRINT_BYTES);
}

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made.digest();
}
