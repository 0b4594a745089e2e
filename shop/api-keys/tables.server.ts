import { customType, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Scope } from "#shop/accounts/scopes.ts";
import { users } from "#shop/accounts/tables.server.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** What other programs show to use the JSON API. */
export const apiKeys = pgTable("api_keys", {
  id: text("id").primaryKey(),
  /** The admin who made it: it works while that account is an admin's. */
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  name: text("name").notNull(),
  scopes: text("scopes").array().$type<Scope[]>().notNull(),
  /** SHA-256 of the key, which stands nowhere. */
  keyHash: bytea("key_hash").notNull(),
  /** Its first characters, by which people know it again. */
  beginning: text("beginning").notNull(),
  createdAt: at("created_at").notNull(),
  /** Not of every use: at most once in five minutes. */
  lastUsedAt: at("last_used_at"),
  revokedAt: at("revoked_at"),
});
