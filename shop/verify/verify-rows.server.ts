import type { Services } from "#platform/provides.ts";
import { namesOfEncrypted } from "#shop/encrypted-columns.server.ts";
import type { ExportedRow } from "#shop/rows/exported-column.ts";
import { exportedTables } from "#shop/rows/exported-tables.server.ts";
import { wrongRows } from "#shop/rows/wrong-rows.server.ts";
import type { Fault } from "./fault.ts";
import type { Snapshot } from "./stream-rows.server.ts";

/**
 * How each table's rows are named in a fault. `verifyValues` covers IDs, which it decrypts anyway.
 */
const words: Readonly<Record<string, (row: ExportedRow) => string>> = {
  settings: () => "settings",
  pages: ({ slug, language }) => `page ${slug} (${language})`,
  "terms-versions": ({ number }) => `version ${number} of the terms`,
  products: ({ id }) => `product ${id}`,
  instructions: ({ productId, language }) => `instructions of product ${productId} (${language})`,
  customers: ({ id }) => `account ${id}`,
  "old-password-keys": ({ number }) => `key of old passwords ${number}`,
  passwords: ({ userId }) => `password of account ${userId}`,
  "withdrawn-accounts": ({ userId }) => `withdrawn account ${userId}`,
  orders: ({ requestCode }) => `order ${requestCode}`,
  imports: ({ id }) => `import ${id}`,
  replacements: ({ id }) => `replacement ${id}`,
  receipts: ({ orderId }) => `receipt of order ${orderId}`,
  "payment-fingerprints": ({ id }) => `payment fingerprint ${id}`,
  "payment-attempts": ({ id }) => `attempt to pay ${id}`,
  payments: ({ id }) => `payment ${id}`,
  refunds: ({ id }) => `refund ${id}`,
  "credit-notes": ({ refundId }) => `credit note of refund ${refundId}`,
  disputes: ({ id }) => `dispute ${id}`,
  "upi-amounts": ({ paise }) => `amount of ${paise} paise`,
  statements: ({ id }) => `bank statement ${id}`,
  "statement-lines": ({ id }) => `line ${id} of a bank statement`,
  "statement-reversals": ({ reference }) => `reversal ${reference} in a bank statement`,
  emails: ({ id }) => `email ${id}`,
  messages: ({ id }) => `message ${id}`,
  "order-messages": ({ number, orderId }) => `message ${number} of order ${orderId}`,
  conversations: ({ orderId }) => `conversation of order ${orderId}`,
  recalls: ({ id }) => `recall ${id}`,
  claims: ({ number, orderId }) => `claim ${number} of order ${orderId}`,
  audit: ({ id }) => `audit entry ${id}`,
};

const verified = exportedTables.filter(({ name }) => words[name] !== undefined);

const readAsRows = verified.flatMap(({ table, columns }) =>
  columns.flatMap(({ column, isEncrypted }) => (isEncrypted ? [`${table}.${column}`] : [])),
);
const readElsewhere = new Set(["units.value", ...readAsRows]);

/** The encrypted columns that neither `verifyRows` nor `verifyValues` decrypts. */
export const columnsBesideRows = namesOfEncrypted.filter((name) => !readElsewhere.has(name));

/**
 * Validates every row like an import of an export does, and reports those that no form could have
 * written.
 */
export async function* verifyRows({ vault }: Pick<Services, "vault">, snapshot: Snapshot): AsyncGenerator<Fault> {
  const source = { ask: (text: string, values: unknown[]) => snapshot.query(text, values), vault };
  for await (const { table, row, wrong } of wrongRows(source, verified)) yield { row: words[table]?.(row) ?? table, wrong };
}
