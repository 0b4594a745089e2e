import { sql } from "drizzle-orm";
import { bigint, boolean, customType, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { products } from "#shop/catalogue/tables.server.ts";
import { LOOK_BITS } from "#shop/payments/picture-look.ts";
import { units } from "#shop/stock/tables.server.ts";
import { orderStatuses } from "./order.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** Handed to the driver as they are: the array type of the tables would write bytes as text. */
const byteas = customType<{ data: Buffer[] }>({ dataType: () => "bytea[]" });
const look = customType<{ data: string }>({ dataType: () => `bit(${LOOK_BITS})` });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** Orders: a request and a customer's order are the same row. [S3.3] [S3.5] */
export const orders = pgTable("orders", {
  id: text("id").primaryKey(),
  requestCode: text("request_code").notNull(),
  status: text("status", { enum: orderStatuses }).notNull(),
  productId: text("product_id")
    .notNull()
    .references(() => products.id),
  productName: text("product_name").notNull(),
  quantity: integer("quantity").notNull(),
  pricePaise: bigint("price_paise", { mode: "number" }).notNull(),
  totalPaise: bigint("total_paise", { mode: "number" }).notNull(),
  paymentMethod: text("payment_method", { enum: ["request", "amazon"] }).notNull(),
  /** Sealed. */
  giftCardCode: bytea("gift_card_code"),
  giftCardLast4: text("gift_card_last4"),
  proofName: text("proof_name"),
  proofKey: text("proof_key"),
  paymentVerified: boolean("payment_verified"),
  verificationNote: text("verification_note"),
  /** What the admin typed while looking at the proof; for admins alone. [S4.9] */
  adminNote: text("admin_note"),
  userId: text("user_id"),
  /** Sealed. */
  email: bytea("email"),
  accessKeyHash: bytea("access_key_hash"),
  /** How often an admin made a new private link. [S6.6] */
  linkNumber: integer("link_number").notNull().default(0),
  /** The hashes of the browsers that may read a guest's order. */
  unlockedBy: bytea("unlocked_by").array().notNull(),
  idempotencyKey: bytea("idempotency_key"),
  idempotencyBody: bytea("idempotency_body"),
  createdAt: at("created_at").notNull(),
  processedAt: at("processed_at"),
  approvedBy: text("approved_by"),
  cancelledAt: at("cancelled_at"),
  reason: text("reason"),
  downloadLink: text("download_link"),
  /** Where it was placed from, as a keyed fingerprint; the database forgets it when the order is handled. */
  placedFrom: bytea("placed_from"),
  /** Cancelled by itself, because nobody approved it within so many hours. */
  lapsedAfterHours: integer("lapsed_after_hours"),
  paidAt: at("paid_at"),
  /** When the buyer last sent a new code and picture. [S4.9] */
  proofResentAt: at("proof_resent_at"),
  /** When what it came with, and what it was given, was erased, because the owner does not keep it longer. */
  proofErasedAt: at("proof_erased_at"),
  codeErasedAt: at("code_erased_at"),
  idsErasedAt: at("ids_erased_at"),
  /** It was placed in the shop before this one. */
  movedIn: boolean("moved_in").notNull().default(false),
  /** How many IDs it lacks, of one that moved in: below zero where it was given more than were ordered. */
  shortBy: integer("short_by"),
  /** When it was approved, rejected or cancelled; PostgreSQL keeps it. */
  handledAt: at("handled_at").generatedAlwaysAs(sql`coalesce(processed_at, cancelled_at)`),
});

/** The IDs that an order holds (not delivered yet) or was given, in the order in which they are shown. [S3.2] */
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

/** IDs that were handed over, turned out dead and were replaced; the dead one is set aside as faulty. */
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

/** What each gift card code and proof picture that an order came with is known again by; the newest row of an order is what it has now. */
export const paymentMarks = pgTable("payment_marks", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  notedAt: at("noted_at").notNull(),
  /** The keyed fingerprint of the code, and after it those of earlier secrets; the first one is found by later orders. */
  giftCard: byteas("gift_card"),
  proofKey: text("proof_key"),
  /** The hash of the picture's pixels. */
  pixels: bytea("pixels"),
  /** null for a picture that is nearly blank, or was not seen yet. */
  look: look("look"),
  /** From when on the picture is to be compared with others; null when that is done. */
  compareAt: at("compare_at"),
});

/** Which proof pictures look like which that came earlier. */
export const proofLikenesses = pgTable(
  "proof_likenesses",
  {
    markId: bigint("mark_id", { mode: "number" })
      .notNull()
      .references(() => paymentMarks.id),
    earlierId: bigint("earlier_id", { mode: "number" })
      .notNull()
      .references(() => paymentMarks.id),
  },
  (table) => [primaryKey({ columns: [table.markId, table.earlierId] })],
);

export type OrderRow = typeof orders.$inferSelect;
