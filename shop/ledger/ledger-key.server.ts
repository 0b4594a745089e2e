import type { ConnectionSettings } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";

const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/** The key of the ledger's MACs. It is never stored in the database. */
function ledgerKey({ vault }: Pick<Services, "vault">): Buffer {
  return vault.derive("ledger", "");
}

/**
 * All keys that ledger rows may be signed with: those of earlier secrets, oldest first, then the
 * current one.
 */
export function ledgerKeys({ vault }: Pick<Services, "vault">): Buffer[] {
  return vault.derivations("ledger", "").reverse();
}

/**
 * The connection settings needed to write the ledger: the key in its two HMAC paddings, from which
 * PostgreSQL computes an HMAC with its built-in SHA-256. Without them the database refuses every
 * change of the stock.
 */
export function ledgerSettings(services: Pick<Services, "vault">): ConnectionSettings {
  const block = Buffer.alloc(BLOCK_BYTES);
  ledgerKey(services).copy(block);
  const padded = (pad: number) => Buffer.from(block.map((byte) => byte ^ pad)).toString("hex");
  return { "trackside.ledger_key": padded(INNER) + padded(OUTER) };
}
