import { bigint, boolean, customType, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sha256 } from "#platform/vault.server.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** Takes a token as it is, to write it or to look it up, and keeps its SHA-256 alone; reading it gives that, in hex. */
const hashed = customType<{ data: string; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: sha256,
  fromDriver: (hash) => hash.toString("hex"),
});
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
  token: hashed("token_hash").notNull(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  expiresAt: at("expires_at").notNull(),
  lastSeenAt: at("last_seen_at"),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  /** When it has shown its account's second factor. */
  secondFactorAt: at("second_factor_at"),
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

/** Accounts whose address another one has now, with the address that they had. */
export const setAsideAccounts = pgTable("set_aside_accounts", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  email: text("email").notNull(),
  setAsideAt: at("set_aside_at").notNull(),
});

/** How the shops that accounts came from hashed their passwords. */
export const oldPasswordKeys = pgTable("old_password_keys", {
  number: integer("number").primaryKey().generatedAlwaysAsIdentity(),
  /** The other shop's secret, sealed. */
  signerKey: bytea("signer_key").notNull(),
  saltSeparator: text("salt_separator").notNull(),
  rounds: integer("rounds").notNull(),
  memCost: integer("mem_cost").notNull(),
  keptAt: at("kept_at").notNull(),
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

/** The second factor of those who have one, or are setting it up. */
export const secondFactors = pgTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** What the authenticator app knows too, sealed. */
  key: bytea("key").notNull(),
  createdAt: at("created_at").notNull(),
  /** Null while it is being set up: then it does not count. */
  confirmedAt: at("confirmed_at"),
  /** The step of the last code that was accepted: it, and what is older, is not accepted again. */
  lastStep: bigint("last_step", { mode: "number" }),
  wrongCodes: integer("wrong_codes").notNull().default(0),
  lockedUntil: at("locked_until"),
});

/** The recovery codes that were not used yet. */
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
