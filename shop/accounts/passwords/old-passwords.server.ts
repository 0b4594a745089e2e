import { verifyPassword } from "better-auth/crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { credentials, oldPasswordKeys } from "../tables.server.ts";
import type { HashConfig } from "./hash-config.ts";
import { readOldHash } from "./old-hash.ts";
import { fitsOldHash } from "./old-scrypt.server.ts";

type Needs = Pick<Services, "db" | "vault">;
type StoredKey = typeof oldPasswordKeys.$inferSelect;

/**
 * Stores the old shop's hash configuration, with its signer key encrypted, and returns the number
 * by which old hashes refer to it. Returns the same number for the same configuration. [S7.4]
 */
export async function storeHashConfig({ vault }: Pick<Services, "vault">, tx: Tx, config: HashConfig, at: Date): Promise<number> {
  const known = await tx.select().from(oldPasswordKeys).for("update");
  const same = known.find((row) => row.rounds === config.rounds && row.memCost === config.memCost && isOf(vault, row, config));
  if (same) return same.number;

  const { signerKey, ...rest } = config;
  const { rows } = await tx.execute<{ next: number }>(
    sql`select nextval(pg_get_serial_sequence('old_password_keys', 'number'))::integer as next`,
  );
  const number = rows[0]?.next ?? 1;
  await tx
    .insert(oldPasswordKeys)
    .overridingSystemValue()
    .values({ ...rest, number, signerKey: vault.encrypt(placeOf("old_password_keys.signer_key", number), signerKey), storedAt: at });
  return number;
}

/** Whether a password matches a stored hash, the shop's own or one of the old shop. */
export async function fitsHash(services: Needs, { hash, password }: { hash: string; password: string }): Promise<boolean> {
  const old = readOldHash(hash);
  if (!old) return verifyPassword({ hash, password });

  const [stored] = await services.db.select().from(oldPasswordKeys).where(eq(oldPasswordKeys.number, old.keyNumber));
  if (!stored) throw new Error(`an old hash names key ${old.keyNumber}, which is not there`);
  return fitsOldHash({ ...stored, signerKey: signerKeyOf(services.vault, stored) }, old, password);
}

/**
 * Replaces an old hash with one of the shop's own; does nothing if the hash changed in the
 * meantime.
 */
export async function replaceOldHash(
  { db, now }: Pick<Services, "db" | "now">,
  { userId, old, hash }: { userId: string; old: string; hash: string },
): Promise<void> {
  await db
    .update(credentials)
    .set({ password: hash, updatedAt: now() })
    .where(and(eq(credentials.userId, userId), eq(credentials.password, old)));
}

function isOf(vault: Services["vault"], stored: StoredKey, config: HashConfig): boolean {
  return stored.saltSeparator === config.saltSeparator && signerKeyOf(vault, stored) === config.signerKey;
}

function signerKeyOf(vault: Services["vault"], { number, signerKey }: StoredKey): string {
  return vault.decrypt(placeOf("old_password_keys.signer_key", number), signerKey);
}
