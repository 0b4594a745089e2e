import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";

/** The key by which push services recognize the shop. One row. [S12.10] */
export const pushKeys = pgTable("push_key", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  publicKey: text("public_key").notNull(),
  /** Encrypted. */
  privateKey: bytea("private_key").notNull(),
  createdAt: at("created_at").notNull(),
});

/**
 * A device that gets push notifications: of somebody who works in the shop, by the account, or of a
 * buyer, by the browser. [S12.10] [S14.11]
 */
export const pushDevices = pgTable("push_devices", {
  id: text("id").primaryKey(),
  /** The account; null for a guest's browser. */
  userId: text("user_id"),
  /** The hash of the browser's key for a buyer's device; null for one of the shop. */
  browserHash: bytea("browser_hash"),
  /** The newest session in which the device was seen; null once that ran out. */
  sessionId: text("session_id"),
  /** The address at the browser's push service, encrypted. Whoever knows it can try to send. */
  endpoint: bytea("endpoint").notNull(),
  endpointHash: bytea("endpoint_hash").notNull(),
  /** The browser's keys as JSON, encrypted. */
  keys: bytea("keys").notNull(),
  userAgent: text("user_agent"),
  createdAt: at("created_at").notNull(),
  notifiedAt: at("notified_at"),
  /** When the newest try failed; null if it succeeded. */
  failedAt: at("failed_at"),
});
