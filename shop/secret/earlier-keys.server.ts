import type { ClientBase } from "pg";
import { type EarlierKeys, keysToStore, openVault, type Vault } from "#platform/encryption/vault.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";

/** A prefix that keeps other encrypted values from being mistaken for keys. */
const PREFIX = "keys of an earlier secret: ";
const KEY_BYTES = 32;

/**
 * Opens the vault of a secret with the earlier keys stored in the database, which must be fully
 * migrated.
 */
export async function openVaultOf(secret: string, client: Pick<ClientBase, "query">): Promise<Vault> {
  const { rows } = await client.query<{ number: string; keys: Buffer }>(
    "select number::text as number, keys from earlier_keys order by number desc",
  );
  const { decrypt } = openVault(secret);
  return openVault(
    secret,
    rows.map(({ number, keys }) => read(decrypt(placeOf("earlier_keys.keys", number), keys))),
  );
}

/**
 * Stores the keys of a secret that are still needed after it is replaced, encrypted by the vault.
 */
export async function storeKeysOf(client: Pick<ClientBase, "query">, { encrypt }: Pick<Vault, "encrypt">, secret: string): Promise<void> {
  const { finding, deriving } = keysToStore(secret);
  const { rows } = await client.query<{ next: string }>("select nextval(pg_get_serial_sequence('earlier_keys', 'number'))::text as next");
  const number = rows[0]?.next ?? "1";
  const keys = PREFIX + Buffer.concat([finding, deriving]).toString("base64url");
  await client.query("insert into earlier_keys (number, keys) overriding system value values ($1, $2)", [
    number,
    encrypt(placeOf("earlier_keys.keys", number), keys),
  ]);
}

function read(text: string): EarlierKeys {
  const keys = Buffer.from(text.slice(PREFIX.length), "base64url");
  if (!text.startsWith(PREFIX) || keys.length !== 2 * KEY_BYTES) throw new Error("these are not the keys of an earlier secret");
  return { finding: keys.subarray(0, KEY_BYTES), deriving: keys.subarray(KEY_BYTES) };
}
