import { bigint, boolean, customType, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Right } from "#shop/rights.ts";
import { roles } from "./role.ts";

/**
 * A column that stores the SHA-256 of a token. Writing and comparing take the token itself; reading
 * returns the hash in hex.
 */
const hashed = customType<{ data: string; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: sha256,
  fromDriver: (hash) => hash.toString("hex"),
});

/** Accounts. [S3.6] */
export const users = pgTable("users", {
  id: text("id").primaryKey(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  role: text("role", { enum: roles }).notNull(),
  /** What a helper may do; empty for customers and owners. [S13.1] */
  rights: text("rights").array().$type<Right[]>().notNull().default([]),
  disabled: boolean("disabled").notNull(),
  /** Whether the account is, or ever was, an admin's or a helper's. The database sets it and never resets it. */
  wasAdmin: boolean("was_admin").notNull().default(false),
  /** The language of its pages and emails; null means no choice. [S11.1] */
  language: text("language"),
  phoneNumber: text("phone_number"),
  image: text("image"),
  emailVerified: boolean("email_verified").notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
  lastLoginAt: at("last_login_at"),
});

/** Login sessions. [S4.10] */
export const sessions = pgTable("sessions", {
  id: text("id").primaryKey(),
  token: hashed("token_hash").notNull(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  expiresAt: at("expires_at").notNull(),
  lastSeenAt: at("last_seen_at"),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  /** When the session passed its account's second factor. */
  secondFactorAt: at("second_factor_at"),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** Password hashes. The columns for other ways to sign in belong to Better Auth and stay empty. */
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

/** Withdrawn accounts, whose address belongs to another account now, with the address they had. */
export const withdrawnAccounts = pgTable("withdrawn_accounts", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  email: text("email").notNull(),
  withdrawnAt: at("withdrawn_at").notNull(),
});

/** The links to become the first admin, one for each machine that was started without one. */
export const setUpLinks = pgTable("set_up_links", {
  machine: text("machine").primaryKey(),
  tokenHash: bytea("token_hash").notNull(),
  expiresAt: at("expires_at").notNull(),
});

/** The password hashing of the old shops that accounts were imported from. */
export const oldPasswordKeys = pgTable("old_password_keys", {
  number: integer("number").primaryKey().generatedAlwaysAsIdentity(),
  /** The old shop's secret, encrypted. */
  signerKey: bytea("signer_key").notNull(),
  saltSeparator: text("salt_separator").notNull(),
  rounds: integer("rounds").notNull(),
  memCost: integer("mem_cost").notNull(),
  storedAt: at("stored_at").notNull(),
});

/** Better Auth's short-lived verification values. */
export const verifications = pgTable("verifications", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: at("expires_at").notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

/** Each account's newest password reset. [S2.17] */
export const passwordResets = pgTable("password_resets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** SHA-256 of the token in the email's link. */
  tokenHash: bytea("token_hash").notNull(),
  expiresAt: at("expires_at").notNull(),
});

/** Second factors, including those being set up. */
export const secondFactors = pgTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The authenticator app's key, encrypted. */
  key: bytea("key").notNull(),
  createdAt: at("created_at").notNull(),
  /** Null while it is being set up; it does not count until confirmed. */
  confirmedAt: at("confirmed_at"),
  /** The time step of the last accepted code; this and older steps are not accepted again. */
  lastStep: bigint("last_step", { mode: "number" }),
  wrongCodes: integer("wrong_codes").notNull().default(0),
  lockedUntil: at("locked_until"),
});

/** The unused recovery codes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => secondFactors.userId),
    codeHash: hashed("code_hash").notNull(),
  },
  ({ userId, codeHash }) => [primaryKey({ columns: [userId, codeHash] })],
);
