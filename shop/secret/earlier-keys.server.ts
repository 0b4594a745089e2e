import type { ClientBase } from "pg";
import { type EarlierKeys, keysToKeep, openVault, type Vault } from "#platform/vault.server.ts";

/** Stands before what is kept, so that nothing else that was sealed can take its place. */
const MARK = "keys of an earlier secret: ";
const KEY_BYTES = 32;

/** The vault of a secret with what is kept of the earlier ones, in a database of the newest shape. */
export async function openVaultOf(secret: string, client: Pick<ClientBase, "query">): Promise<Vault> {
  const { rows } = await client.query<{ keys: Buffer }>("select keys from earlier_keys order by number desc");
  const { open } = openVault(secret);
  return openVault(
    secret,
    rows.map(({ keys }) => read(open(keys))),
  );
}

/** Step: keeps of a secret what is needed once another takes its place, sealed by `vault`. */
export async function keepKeysOf(client: Pick<ClientBase, "query">, { seal }: Pick<Vault, "seal">, secret: string): Promise<void> {
  const { finding, deriving } = keysToKeep(secret);
  await client.query("insert into earlier_keys (keys) values ($1)", [
    seal(MARK + Buffer.concat([finding, deriving]).toString("base64url")),
  ]);
}

function read(text: string): EarlierKeys {
  const keys = Buffer.from(text.slice(MARK.length), "base64url");
  if (!text.startsWith(MARK) || keys.length !== 2 * KEY_BYTES) throw new Error("these are not the keys of an earlier secret");
  return { finding: keys.subarray(0, KEY_BYTES), deriving: keys.subarray(KEY_BYTES) };
}
