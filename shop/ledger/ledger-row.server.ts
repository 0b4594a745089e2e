import { createHmac } from "node:crypto";

/** A row of the ledger as the database gives it: `at` in microseconds since 1970 as text, because a date of the language is coarser. */
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

/** What the first row of a product's chain is bound to. */
export const chainBegins = Buffer.alloc(0);

/** What a row's `mac` has to be: keyed, over that of the row before and all that stands in this one. The same as `ledger_write` in the database. */
export function macOf(key: Buffer, before: Buffer, row: LedgerRow): Buffer {
  const [product, event, order, admin] = [row.productId, row.event, row.orderId, row.adminId].map((word) => JSON.stringify(word));
  const line = `[${[product, row.seq, event, order, admin, row.at, row.fingerprints.length].join(", ")}]`;
  return hmac(key, Buffer.of(1), before, Buffer.from(line, "utf8"), ...row.fingerprints);
}

/** What seals a chain that ends with this `mac`. */
export function headOf(key: Buffer, mac: Buffer): Buffer {
  return hmac(key, Buffer.of(2), mac);
}

/** Whether every fingerprint has its length: else bytes could go from one to the next unnoticed. */
export function hasWholeFingerprints({ fingerprints }: LedgerRow): boolean {
  return fingerprints.every((print) => print?.length === FINGERPRINT_BYTES);
}

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made.digest();
}
