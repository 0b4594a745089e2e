import { pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";

/** Who wants an email when a sold-out product is back, one row per product and address. [S12.9] */
export const waitlist = pgTable("waitlist", {
  id: text("id").primaryKey(),
  productId: text("product_id").notNull(),
  /** Encrypted. */
  email: bytea("email").notNull(),
  emailFingerprint: bytea("email_fingerprint").notNull(),
  /** The language that the visitor had. */
  language: text("language").notNull(),
  /** The account that asked, if the visitor was logged in. */
  userId: text("user_id"),
  /** The hash of the newest link that confirms the address; null once it was used. */
  tokenHash: bytea("token_hash"),
  tokenExpiresAt: at("token_expires_at"),
  createdAt: at("created_at").notNull(),
  confirmedAt: at("confirmed_at"),
  /** When its one email was queued. */
  notifiedAt: at("notified_at"),
  storedUntil: at("stored_until").notNull(),
});
