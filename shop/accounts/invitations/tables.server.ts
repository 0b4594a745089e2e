import { pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import type { Right } from "#shop/rights.ts";
import { users } from "../tables.server.ts";

/** Open invitations to work in the shop. One that was used or withdrawn has no row. [S13.7] */
export const invitations = pgTable("invitations", {
  id: text("id").primaryKey(),
  /** SHA-256 of the token in the link; the token itself is not stored. */
  tokenHash: bytea("token_hash").notNull(),
  /** The name of the invited person, as the owner wrote it. */
  name: text("name").notNull(),
  rights: text("rights").array().$type<Right[]>().notNull(),
  /** The address that alone can join by it; null: any. */
  email: text("email"),
  /** The owner who made it. It works only while that account is an owner's. */
  madeBy: text("made_by")
    .notNull()
    .references(() => users.id),
  madeAt: at("made_at").notNull(),
  expiresAt: at("expires_at").notNull(),
});
