import { bigint, boolean, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import {
  alertWaits,
  attemptStates,
  bankProofs,
  disputeStates,
  instantLimits,
  lineTrusts,
  lineVerdicts,
  paymentProblems,
  paymentSources,
  paymentStates,
  provenSources,
  providerNames,
  refundStates,
  refundWays,
} from "./payment.ts";

const paise = (name: string) => bigint(name, { mode: "number" });

/** What the owner set for each method that confirms itself; one row for each. [S10.1] [S10.16] */
export const paymentMethodSettings = pgTable("payment_methods", {
  name: text("name", { enum: provenSources }).primaryKey(),
  isOn: boolean("is_on").notNull().default(false),
  /** What is no secret, such as the VPA or the key's id. */
  settings: jsonb("settings").$type<Record<string, string | boolean>>().notNull().default({}),
  /** The keys and the webhook secret as JSON, encrypted. */
  secrets: bytea("secrets"),
  /** The webhook secret before the last change, encrypted, and until when it counts. */
  oldWebhookSecret: bytea("old_webhook_secret"),
  oldWebhookSecretUntil: at("old_webhook_secret_until"),
  /** Keys that were replaced, encrypted: attempts from before are followed with them. [S10.16] */
  earlierKeys: bytea("earlier_keys"),
  /** Since when the provider did not answer; null: it did. [S10.11] */
  silentSince: at("silent_since"),
  updatedAt: at("updated_at").notNull(),
});

/**
 * The attempts to pay an order at a provider, one at a time, each written before the provider is
 * called. [S10.3]
 */
export const paymentAttempts = pgTable("payment_attempts", {
  /** Random; the idempotency key of opening it. */
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  provider: text("provider", { enum: providerNames }).notNull(),
  /** From 1, for each order. */
  number: integer("number").notNull(),
  /** Our own reference, at most 40 characters, which the provider repeats. */
  reference: text("reference").notNull(),
  providerId: text("provider_id"),
  paise: paise("paise").notNull(),
  state: text("state", { enum: attemptStates }).notNull(),
  /** What was sent to open it, to be repeated byte by byte. */
  request: text("request"),
  /** Where its buyer pays. */
  payUrl: text("pay_url"),
  createdAt: at("created_at").notNull(),
  openedAt: at("opened_at"),
  expiresAt: at("expires_at").notNull(),
  closedAt: at("closed_at"),
  /** When the provider is asked for its state; null: no more. [S10.11] */
  nextCheckAt: at("next_check_at"),
  failure: text("failure"),
});

/**
 * The money that came in, each payment once. Only `settle` and an admin's decisions write it.
 * [S10.2] [S10.9]
 */
export const payments = pgTable("payments", {
  id: text("id").primaryKey(),
  source: text("source", { enum: paymentSources }).notNull(),
  /** The provider's id of the payment, the UTR, or by hand the order's code; unique for the source. */
  reference: text("reference").notNull(),
  paise: paise("paise").notNull(),
  currency: text("currency").notNull(),
  /** The provider's time. */
  paidAt: at("paid_at").notNull(),
  /** When the shop learned of it. */
  receivedAt: at("received_at").notNull(),
  /** Who paid, as the source says; encrypted. */
  payer: bytea("payer"),
  feePaise: paise("fee_paise"),
  orderId: text("order_id"),
  attemptId: text("attempt_id").references(() => paymentAttempts.id),
  state: text("state", { enum: paymentStates }).notNull(),
  problem: text("problem", { enum: paymentProblems }),
  /** Which limit kept its order from being delivered at once. [S10.6] */
  heldBack: text("held_back", { enum: instantLimits }),
  /** Why it is ignored. */
  reason: text("reason"),
  /** The admin who matched or ignored it; null: the shop itself. */
  decidedBy: text("decided_by"),
  decidedAt: at("decided_at"),
  /** Whether an admin said that it is other money than a bank line with its number or amount. */
  isBesideLine: boolean("is_beside_line").notNull().default(false),
  /** Whether the bank's statement has it, if a bank alert brought it. [S16.8] */
  bankProof: text("bank_proof", { enum: bankProofs }),
});

/** The money that went back; the sum never exceeds the payment. [S10.10] */
export const refunds = pgTable("refunds", {
  id: text("id").primaryKey(),
  paymentId: text("payment_id")
    .notNull()
    .references(() => payments.id),
  paise: paise("paise").notNull(),
  how: text("how", { enum: refundWays }).notNull(),
  idempotencyKey: text("idempotency_key").notNull(),
  providerId: text("provider_id"),
  /** By hand: how the transfer is found again. */
  reference: text("reference"),
  state: text("state", { enum: refundStates }).notNull(),
  problem: text("problem"),
  /** Who asked for it; null: the shop itself. */
  adminId: text("admin_id"),
  reason: text("reason").notNull().default(""),
  createdAt: at("created_at").notNull(),
  nextAttemptAt: at("next_attempt_at"),
  doneAt: at("done_at"),
});

/** Disputes of payments, as their provider last described them. [S10.18] */
export const disputes = pgTable("disputes", {
  id: text("id").primaryKey(),
  paymentId: text("payment_id")
    .notNull()
    .references(() => payments.id),
  provider: text("provider", { enum: providerNames }).notNull(),
  /** The provider's id of it; unique for the provider. */
  providerId: text("provider_id").notNull(),
  paise: paise("paise").notNull(),
  currency: text("currency").notNull(),
  /** In the provider's words. */
  reason: text("reason").notNull().default(""),
  state: text("state", { enum: disputeStates }).notNull(),
  /** Until when the owner has to answer. */
  respondBy: at("respond_by"),
  /** By the provider's clock. */
  openedAt: at("opened_at").notNull(),
  /** When the shop learned that it is over. */
  closedAt: at("closed_at"),
  /** When the provider was asked for what stands here; an earlier answer changes nothing. */
  checkedAt: at("checked_at").notNull(),
});

/** News from providers, each once; its body is encrypted and erased after 30 days. [S10.4] */
export const paymentEvents = pgTable("payment_events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  provider: text("provider", { enum: providerNames }).notNull(),
  /** The provider's id of the event; unique for the provider. */
  eventId: text("event_id").notNull(),
  /** A keyed fingerprint of the raw body, so that a signed body counts once. */
  bodyPrint: bytea("body_print"),
  kind: text("kind").notNull(),
  receivedAt: at("received_at").notNull(),
  attemptId: text("attempt_id").references(() => paymentAttempts.id),
  /** What the check found; null: it has not finished. */
  outcome: text("outcome"),
  body: bytea("body"),
});

/** The amounts that UPI orders have for themselves. [S10.12] */
export const upiAmounts = pgTable("upi_amounts", {
  paise: paise("paise").primaryKey(),
  orderId: text("order_id").notNull(),
  /** From when another order may have it; null while its order is open. */
  freeAt: at("free_at"),
  /** Whether its buyer has not been shown it yet. */
  isUnseen: boolean("is_unseen").notNull().default(false),
  /** Keyed fingerprints of the network that took it, and of the IPv6 /56 and /48 around that. */
  takenFrom: bytea("taken_from"),
  takenFrom56: bytea("taken_from_56"),
  takenFrom48: bytea("taken_from_48"),
});

/** Bank statements that an admin uploaded, and the bank alerts of each day. [S10.13] [S16.5] */
export const statements = pgTable("statements", {
  id: text("id").primaryKey(),
  bank: text("bank").notNull(),
  fileName: text("file_name").notNull(),
  state: text("state", { enum: ["reading", "preview", "confirmed"] }).notNull(),
  /** Which column is which, where an admin chose. */
  columns: jsonb("columns").$type<Record<string, string>>(),
  /** How many credits it has, and how many of them an earlier statement had. */
  lines: integer("lines").notNull().default(0),
  knownLines: integer("known_lines").notNull().default(0),
  adminId: text("admin_id").notNull(),
  uploadedAt: at("uploaded_at").notNull(),
  confirmedAt: at("confirmed_at"),
  kind: text("kind", { enum: ["file", "alerts"] })
    .notNull()
    .default("file"),
  /** The first and the last day of its lines. */
  firstDay: date("first_day", { mode: "string" }),
  lastDay: date("last_day", { mode: "string" }),
});

/** The credits of statements, each once, however many files contain it. [S10.13] */
export const statementLines = pgTable("statement_lines", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  statementId: text("statement_id")
    .notNull()
    .references(() => statements.id),
  /** `lineFingerprint`: equal for the same line of the bank in every file. */
  fingerprint: bytea("fingerprint").notNull(),
  /** The day of the bank, `2026-11-26`. */
  day: date("day", { mode: "string" }).notNull(),
  paise: paise("paise").notNull(),
  /** The number that is most likely its UTR. */
  reference: text("reference"),
  /** How far it is one. */
  trust: text("trust", { enum: lineTrusts }),
  /** All its numbers of 12 digits; its payer may have written some. */
  numbers: text("numbers").array().notNull().default([]),
  /** Whether the bank itself marks it as money that comes back. */
  isReversal: boolean("is_reversal").notNull().default(false),
  /** What the bank wrote, encrypted: it names the payer. */
  narration: bytea("narration"),
  verdict: text("verdict", { enum: lineVerdicts }),
  /** The order that it seems to pay for. */
  orderId: text("order_id"),
  /** The payment that it became; each line is used once. */
  paymentId: text("payment_id").references(() => payments.id),
  /** When the bank sent the alert that it came by; null: it came by a file. [S16.5] */
  sentAt: at("sent_at"),
  /** The file in which the bank has an alert's line too. [S16.8] */
  seenIn: text("seen_in").references(() => statements.id),
  /** Why an alert did not deliver by itself. [S16.6] */
  waitsBecause: text("waits_because", { enum: alertWaits }),
});

/** UTRs of money that left the account, by which its line in a later file is held back. [S10.13] */
export const statementReversals = pgTable("statement_reversals", {
  reference: text("reference").primaryKey(),
  noticedAt: at("noticed_at").notNull(),
});

/** Phones and mail rules that pass on bank alerts. One that was revoked has no row. [S16.1] */
export const alertForwarders = pgTable("alert_forwarders", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** SHA-256 of its secret; the secret itself is not stored. */
  secretHash: bytea("secret_hash").notNull(),
  /** The senders whose messages count. */
  senders: text("senders").array().notNull(),
  accountDigits: text("account_digits").notNull(),
  /** The owner who added it. It works only while that account is an owner's. */
  madeBy: text("made_by").notNull(),
  madeAt: at("made_at").notNull(),
  /** When it last passed something on, to about a minute. */
  heardAt: at("heard_at"),
});

/** Alerts that may be about money and cannot be read, for 30 days. [S16.3] */
export const unreadAlerts = pgTable("unread_alerts", {
  /** A hash: the same alert has the same. */
  id: text("id").primaryKey(),
  receivedAt: at("received_at").notNull(),
  /** Sender and text, encrypted. */
  text: bytea("text").notNull(),
});
