import { bigint, boolean, pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Scope } from "#shop/rights.ts";

/** Keys with which other programs use the JSON API. */
export const apiKeys = pgTable("api_keys", {
  id: text("id").primaryKey(),
  /** The admin who created it. It works only while that account is an admin's. */
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  name: text("name").notNull(),
  scopes: text("scopes").array().$type<Scope[]>().notNull(),
  /** Whether it was made before keys had the rights to see IDs and to handle money. [S13.3] */
  readsWhole: boolean("reads_whole").notNull().default(true),
  /** The most that it may refund in 24 hours; null is no limit. */
  refundsADayPaise: bigint("refunds_a_day_paise", { mode: "number" }),
  /** SHA-256 of the key; the key itself is not stored. */
  keyHash: bytea("key_hash").notNull(),
  /** The key's first characters, by which people recognize it. */
  beginning: text("beginning").notNull(),
  createdAt: at("created_at").notNull(),
  /** Updated at most once in five minutes. */
  lastUsedAt: at("last_used_at"),
  revokedAt: at("revoked_at"),
});
