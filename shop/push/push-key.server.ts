import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { drawPushKey, type PushKey } from "#platform/web-push/push-key.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { pushDevices, pushKeys } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;
type Row = typeof pushKeys.$inferSelect;

/**
 * Returns the shop's key for push services. The first call makes it, once for all machines. A key
 * that was encrypted with a lost secret is replaced, and the devices that belong to it end.
 */
export async function pushKey(services: Needs): Promise<PushKey> {
  const [row] = await services.db.select().from(pushKeys);
  return (row && decrypted(services, row)) ?? makeKey(services);
}

function makeKey(services: Needs): Promise<PushKey> {
  const { db, vault, now } = services;
  return inTransaction(db, async (tx) => {
    await tx.execute("lock table push_key in share row exclusive mode");
    const [row] = await tx.select().from(pushKeys);
    const made = row && decrypted(services, row);
    if (made) return made;

    const key = drawPushKey();
    const stored = {
      publicKey: key.publicKey,
      privateKey: vault.encrypt(placeOf("push_key.private_key"), key.privateKey),
      createdAt: now(),
    };
    if (row) await tx.delete(pushDevices);
    await tx.insert(pushKeys).values(stored).onConflictDoUpdate({ target: pushKeys.onlyRow, set: stored });
    return key;
  });
}

function decrypted({ vault }: Needs, { publicKey, privateKey }: Row): PushKey | null {
  try {
    return { publicKey, privateKey: vault.decrypt(placeOf("push_key.private_key"), privateKey) };
  } catch {
    return null;
  }
}
