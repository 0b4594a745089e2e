import { sql } from "drizzle-orm";
import { bigint, boolean, customType, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import type { Instructions } from "#shop/catalogue/instructions/instructions.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PERCEPTUAL_HASH_BITS } from "#shop/payments/perceptual-hash.ts";
import { askedKinds } from "#shop/settings/question-presets.ts";
import { units } from "#shop/stock/tables.server.ts";
import { messageSides } from "./messages/conversation.ts";
import { methodNames, orderStatuses } from "./order.ts";

/** Passed to the driver as they are, because Drizzle's array type would write the bytes as text. */
const byteas = customType<{ data: Buffer[] }>({ dataType: () => "bytea[]" });
const bits = customType<{ data: string }>({ dataType: () => `bit(${PERCEPTUAL_HASH_BITS})` });

/** Orders. A guest's request and a customer's order are rows of the same table. [S3.3] [S3.5] */
export const orders = pgTable("orders", {
  id: text("id").primaryKey(),
  requestCode: text("request_code").notNull(),
  status: text("status", { enum: orderStatuses }).notNull(),
  productId: text("product_id")
    .notNull()
    .references(() => products.id),
  productName: text("product_name").notNull(),
  /** Its names by language, for the buyer. [S11.2] */
  productNames: jsonb("product_names").$type<Record<string, string>>(),
  quantity: integer("quantity").notNull(),
  pricePaise: bigint("price_paise", { mode: "number" }).notNull(),
  totalPaise: bigint("total_paise", { mode: "number" }).notNull(),
  paymentMethod: text("payment_method", { enum: methodNames }).notNull(),
  userId: text("user_id"),
  /** Encrypted. */
  email: bytea("email"),
  /** The keyed fingerprint of that address, for the search; null until it is made. [S12.3] */
  emailPrint: bytea("email_print"),
  /** The language in which its buyer ordered, for emails; null means the shop's. [S11.1] */
  language: text("language"),
  /** Encrypted. */
  giftCardCode: bytea("gift_card_code"),
  giftCardLast4: text("gift_card_last4"),
  proofName: text("proof_name"),
  proofKey: text("proof_key"),
  paymentVerified: boolean("payment_verified"),
  verificationNote: text("verification_note"),
  /** What the admin typed while checking the proof. Only admins read it. [S4.9] */
  adminNote: text("admin_note"),
  createdAt: at("created_at").notNull(),
  processedAt: at("processed_at"),
  approvedBy: text("approved_by"),
  cancelledAt: at("cancelled_at"),
  /** Set if the order expired: the hours in which nobody approved it; 0: its time to pay ended. */
  expiredAfterHours: integer("expired_after_hours"),
  /** When its payment reopened it; it was cancelled at `cancelledAt`. [S10.8] */
  reopenedAt: at("reopened_at"),
  reason: text("reason"),
  downloadLink: text("download_link"),
  /**
   * A keyed fingerprint of the network it was placed from. The database clears it when the order is
   * handled.
   */
  placedFrom: bytea("placed_from"),
  /** Keyed fingerprints of the IPv6 /56 and /48 around that network. */
  placedFrom56: bytea("placed_from_56"),
  placedFrom48: bytea("placed_from_48"),
  paidAt: at("paid_at"),
  /** What its buyer pays where that is not the total. [S10.12] */
  payablePaise: bigint("payable_paise", { mode: "number" }),
  /** When an admin asked its buyer to pay before the delivery. [S10.17] */
  paymentAskedAt: at("payment_asked_at"),
  /** The 12 digits by which its buyer says to have paid: a claim, no proof. [S10.12] */
  utr: text("utr"),
  utrSentAt: at("utr_sent_at"),
  /** Until when its IDs wait for a payment; null: no such end. [S10.7] */
  holdUntil: at("hold_until"),
  /** When the buyer last sent a new code and picture. [S4.9] */
  proofResentAt: at("proof_resent_at"),
  /**
   * When the proof, the gift card code and the delivered IDs were erased after the owner's
   * retention time.
   */
  proofErasedAt: at("proof_erased_at"),
  codeErasedAt: at("code_erased_at"),
  idsErasedAt: at("ids_erased_at"),
  /** Until when its buyer may claim an ID; the database sets it. Null: not at all. [S15.1] */
  claimUntil: at("claim_until"),
  /** Whether the order was imported from the old shop. */
  isFromOldShop: boolean("is_from_old_shop").notNull().default(false),
  /** How many IDs an imported order lacks; negative if it was given more than were ordered. */
  shortBy: integer("short_by"),
  /**
   * While it is pending: whether an admin has to review a payment for it. The database sets it.
   * [S10.8]
   */
  hasPaymentToReview: boolean("has_payment_to_review").notNull().default(false),
  /**
   * The product's instructions by language when its IDs were delivered; the database sets them.
   * [S10.15]
   */
  instructions: jsonb("instructions").$type<Instructions>(),
  /** The version of the terms it was placed under; the database sets it. [S10.14] */
  termsVersion: integer("terms_version").default(sql`current_terms_version()`),
  /** When it was approved, rejected or cancelled. PostgreSQL computes it. */
  handledAt: at("handled_at").generatedAlwaysAs(sql`coalesce(processed_at, cancelled_at)`),
  /** How many new private links admins made for this order. [S6.6] */
  linkNumber: integer("link_number").notNull().default(0),
  accessKeyHash: bytea("access_key_hash"),
  /**
   * The hashes of the browser keys that may read a guest's order. The first belongs to the browser
   * that placed it.
   */
  unlockedBy: bytea("unlocked_by").array().notNull(),
  idempotencyKey: bytea("idempotency_key"),
  idempotencyBody: bytea("idempotency_body"),
});

/**
 * The IDs that an order reserves (no `delivered_at`) or was given. `position` is the display order.
 * [S3.2]
 */
export const orderUnits = pgTable("order_units", {
  unitId: bigint("unit_id", { mode: "number" })
    .primaryKey()
    .references(() => units.id),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  deliveredAt: at("delivered_at"),
  position: integer("position"),
});

/** The credit notes of refunds, which the database writes. [S10.15] */
export const creditNotes = pgTable("credit_notes", {
  refundId: text("refund_id").primaryKey(),
  orderId: text("order_id").notNull(),
  /** Such as `CN/2026-27/00001`. PostgreSQL makes it of year and number. */
  code: text("code").notNull().generatedAlwaysAs(sql`code`),
  year: integer("year").notNull(),
  number: integer("number").notNull(),
  issuedAt: at("issued_at").notNull(),
  paise: bigint("paise", { mode: "number" }).notNull(),
});

/** The receipts of approved orders, which the database writes. [S10.15] */
export const receipts = pgTable("receipts", {
  orderId: text("order_id")
    .primaryKey()
    .references(() => orders.id),
  /** Such as `2026-27/00001`. PostgreSQL makes it of year and number. */
  code: text("code").notNull().generatedAlwaysAs(sql`code`),
  year: integer("year").notNull(),
  number: integer("number").notNull(),
  issuedAt: at("issued_at").notNull(),
  sellerName: text("seller_name").notNull(),
  sellerAddress: text("seller_address").notNull(),
  gstin: text("gstin"),
  hsnCode: text("hsn_code").notNull(),
  /** In hundredths of a percent. */
  gstRate: integer("gst_rate").notNull(),
});

/** Delivered IDs that did not work and were replaced; the faulty one is withdrawn. */
export const replacements = pgTable("replacements", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  faultyUnitId: bigint("faulty_unit_id", { mode: "number" }).notNull(),
  unitId: bigint("unit_id", { mode: "number" }).notNull(),
  position: integer("position").notNull(),
  replacedAt: at("replaced_at").notNull(),
});

/**
 * The payment fingerprints of each gift card code and proof that came with an order. The newest row
 * of an order is its present payment.
 */
export const paymentFingerprints = pgTable("payment_fingerprints", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  recordedAt: at("recorded_at").notNull(),
  /**
   * The keyed fingerprint of the code under the current secret, then those under earlier secrets.
   * Later orders are compared with the first.
   */
  giftCard: byteas("gift_card"),
  proofKey: text("proof_key"),
  /** A hash of the picture's pixels. */
  pixels: bytea("pixels"),
  /** The perceptual hash; null for a picture that is nearly blank or was not decoded yet. */
  perceptualHash: bits("perceptual_hash"),
  /** From when on the picture waits to be compared with others; null once it was compared. */
  compareAt: at("compare_at"),
});

/** Pairs of similar proofs: a payment fingerprint and an earlier one. */
export const similarProofs = pgTable(
  "similar_proofs",
  {
    fingerprintId: bigint("fingerprint_id", { mode: "number" })
      .notNull()
      .references(() => paymentFingerprints.id),
    earlierId: bigint("earlier_id", { mode: "number" })
      .notNull()
      .references(() => paymentFingerprints.id),
  },
  (table) => [primaryKey({ columns: [table.fingerprintId, table.earlierId] })],
);

/** Accounts that may read an order which is not theirs. [S6.6] */
export const orderViews = pgTable("order_views", {
  id: text("id").primaryKey(),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  userId: text("user_id").notNull(),
  addedAt: at("added_at").notNull(),
});

export type OrderRow = typeof orders.$inferSelect;

/** The messages between an order's buyer and the shop, numbered from 1. [S14.1] [S14.2] */
export const orderMessages = pgTable("order_messages", {
  id: text("id").primaryKey(),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  number: integer("number").notNull(),
  side: text("side", { enum: messageSides }).notNull(),
  /** Which account of the shop, or API key, wrote it. */
  personId: text("person_id"),
  /** Encrypted; null: there is a picture alone, or it was erased. */
  text: bytea("text"),
  /** The file of its picture; that of an erased message is removed. */
  pictureKey: text("picture_key"),
  /** What a question of the shop asks for, or what a buyer's answer brings. [S14.3] */
  asks: text("asks", { enum: askedKinds }),
  /** The number of the question that it answers. */
  answers: integer("answers"),
  /** The file of the proof that it replaced, erased with the order's proof. [S14.4] */
  replacedProofKey: text("replaced_proof_key"),
  at: at("at").notNull(),
  erasedAt: at("erased_at"),
});

/** The orders with messages, and since when each waits for whom. [S14.7] */
export const conversations = pgTable("conversations", {
  orderId: text("order_id")
    .primaryKey()
    .references(() => orders.id),
  waitsFor: text("waits_for", { enum: messageSides }),
  waitsSince: at("waits_since"),
  lastAt: at("last_at").notNull(),
  /** The number of the open question. [S14.3] */
  question: integer("question"),
  /** When the buyer answered the last question, until the shop writes or checks a proof. */
  answeredAt: at("answered_at"),
  /** For how long it waited for its buyer before the present wait. [S14.5] */
  waitedMs: bigint("waited_ms", { mode: "number" }).notNull().default(0),
  /** When each side was last told of a message; null once it opened the conversation. */
  buyerToldAt: at("buyer_told_at"),
  shopToldAt: at("shop_told_at"),
  /** The number of the last message that its buyer has seen; 0: none. [S14.17] */
  buyerSeen: integer("buyer_seen").notNull().default(0),
});
