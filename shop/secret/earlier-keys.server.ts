import type { ClientBase } from "pg";
import { type EarlierKeys, keysToStore, openVault, type Vault } from "#platform/encryption/vault.server.ts";

/** A prefix that keeps other encrypted values from being mistaken for keys. */
const PREFIX = "keys of an earlier secret: ";
const KEY_BYTES = 32;

/**
 * Opens the vault of a secret with the earlier keys stored in the database, which must be fully
 * migrated.
 */
export async function openVaultOf(secret: string, client: Pick<ClientBase, "query">): Promise<Vault> {
  const { rows } = await client.query<{ keys: Buffer }>("select keys from earlier_keys order by number desc");
  const { decrypt } = openVault(secret);
  return openVault(
    secret,
    rows.map(({ keys }) => read(decrypt(keys))),
  );
}

/**
 * Stores the keys of a secret that are still needed after it is replaced, encrypted by the vault.
 */
export async function storeKeysOf(client: Pick<ClientBase, "query">, { encrypt }: Pick<Vault, "encrypt">, secret: string): Promise<void> {
  const { finding, deriving } = keysToStore(secret);
  await client.query("insert into earlier_keys (keys) values ($1)", [
    encrypt(PREFIX + Buffer.concat([finding, deriving]).toString("base64url")),
  ]);
}

function read(text: string): EarlierKeys {
  const keys = Buffer.from(text.slice(PREFIX.length), "base64url");
  if (!text.startsWith(PREFIX) || keys.length !== 2 * KEY_BYTES) throw new Error("these are not the keys of an earlier secret");
  return { finding: keys.subarray(0, KEY_BYTES), deriving: keys.subarray(KEY_BYTES) };
}
