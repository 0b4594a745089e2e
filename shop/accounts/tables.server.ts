import { boolean, customType, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** Accounts. [S3.6] */
export const users = pgTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  emailVerified: boolean("email_verified").notNull(),
  image: text("image"),
  phoneNumber: text("phone_number"),
  role: text("role", { enum: ["customer", "admin"] }).notNull(),
  disabled: boolean("disabled").notNull(),
  lastLoginAt: at("last_login_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** Who is signed in where. [S4.10] */
export const sessions = pgTable("sessions", {
  id: text("id").primaryKey(),
  token: text("token").notNull(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  expiresAt: at("expires_at").notNull(),
  lastSeenAt: at("last_seen_at"),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** The password of an account, hashed. The columns of other ways to sign in are Better Auth's and stay empty. */
export const credentials = pgTable("credentials", {
  id: text("id").primaryKey(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  password: text("password"),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: at("access_token_expires_at"),
  refreshTokenExpiresAt: at("refresh_token_expires_at"),
  scope: text("scope"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** Short-lived proofs, as for resetting a password. */
export const verifications = pgTable("verifications", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: at("expires_at").notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** The newest password reset of each account that asked for one. [S2.17] */
export const passwordResets = pgTable("password_resets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** SHA-256 of the token that the letter's link carries. */
  tokenHash: bytea("token_hash").notNull(),
  expiresAt: at("expires_at").notNull(),
});
