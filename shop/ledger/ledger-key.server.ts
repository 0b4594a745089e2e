import type { ConnectionSettings } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";

const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/** The key that binds the rows of the ledger; the database never keeps it. */
function ledgerKey({ vault }: Pick<Services, "vault">): Buffer {
  return vault.derive("ledger", "");
}

/** The keys that the rows of the ledger were bound with, one after the other: those of earlier secrets, the oldest first, and the key of now. */
export function ledgerKeys({ vault }: Pick<Services, "vault">): Buffer[] {
  return vault.derivations("ledger", "").reverse();
}

/**
 * What a connection needs to write the ledger: its key, in the two padded forms with which PostgreSQL makes an HMAC of its own SHA-256. Without it
 * the database lets nobody change the stock.
 */
export function ledgerSettings(services: Pick<Services, "vault">): ConnectionSettings {
  const block = Buffer.alloc(BLOCK_BYTES);
  ledgerKey(services).copy(block);
  const padded = (pad: number) => Buffer.from(block.map((byte) => byte ^ pad)).toString("hex");
  return { "trackside.ledger_key": padded(INNER) + padded(OUTER) };
}
