import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { KeyHolder } from "#shop/accounts/visitor.ts";
import { isApiKeyShaped } from "./api-key.ts";
import { API_KEY_USED_MS } from "./constants.ts";
import { apiKeys } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;

/**
 * Finds the holder of an API key. Null if the key is unknown or revoked, or if its creator is
 * disabled or no longer an admin. One query; its last use is recorded only now and then.
 */
export async function findKeyHolder(services: Needs, key: string): Promise<KeyHolder | null> {
  const found = await lookUp(services, key);
  if (!found) return null;

  const { lastUsedAt, ...holder } = found;
  const now = services.now();
  if (lastUsedAt === null || isWorthRecording(lastUsedAt, now)) await recordUse(services, holder.id, now);
  return holder;
}

/** Whether a key still works, for long-lived connections. Does not count as a use. */
export async function isKeyGood(services: Needs, key: string): Promise<boolean> {
  return (await lookUp(services, key)) !== null;
}

async function lookUp({ db }: Needs, key: string): Promise<(KeyHolder & { lastUsedAt: Date | null }) | null> {
  if (!isApiKeyShaped(key)) return null;
  const [found] = await db.prepared("holder-by-api-key", holderByKey).execute({ hash: sha256(key) });
  return found ?? null;
}

const holderByKey = (db: Pick<Database, "select">) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      readsWhole: apiKeys.readsWhole,
      refundsADayPaise: apiKeys.refundsADayPaise,
      userId: apiKeys.userId,
      lastUsedAt: apiKeys.lastUsedAt,
      madeBy: users.email,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(eq(apiKeys.keyHash, sql.placeholder("hash")), isNull(apiKeys.revokedAt), eq(users.role, "admin"), eq(users.disabled, false)),
    );

/** Also true for a last use in the future, after the clock was set back. */
function isWorthRecording(lastUsedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - lastUsedAt.getTime()) >= API_KEY_USED_MS;
}

/** The condition in the update lets only one of several concurrent calls write. */
async function recordUse({ db }: Needs, id: string, now: Date): Promise<void> {
  const apart = sql`abs(extract(epoch from ${apiKeys.lastUsedAt} - ${sql.param(now, apiKeys.lastUsedAt)})) * 1000`;
  const isOld = sql`(${apiKeys.lastUsedAt} is null or ${apart} >= ${API_KEY_USED_MS})`;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), isOld));
}
