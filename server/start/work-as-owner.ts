import { grantToShop } from "#platform/database/embedded/shop-role.server.ts";
import { type ConnectionSettings, closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import type { DatabaseSource } from "./database-source.ts";

const CONNECTIONS = 2;

/**
 * Works as the owner of the database and grants the shop's role its rights to new objects. The
 * owner's connections are closed afterwards; if one role does everything, the shop's own are used.
 */
export async function workAsOwner<T>(
  { url, shopUrl }: Pick<DatabaseSource, "url" | "shopUrl">,
  db: Database,
  settings: ConnectionSettings,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  if (!shopUrl) return work(db);
  const owner = openDatabase(url, { max: CONNECTIONS, settings, forNobody: true });
  try {
    const value = await work(owner);
    await grant(owner, db);
    return value;
  } finally {
    await closeDatabase(owner);
  }
}

async function grant(owner: Database, db: Database): Promise<void> {
  const { rows } = await db.$client.query<{ role: string }>("select current_user as role");
  const client = await owner.$client.connect();
  try {
    for (const { role } of rows) await grantToShop(client, role);
  } finally {
    client.release();
  }
}
