import { z } from "@hono/zod-openapi";
import { claimReasons, claimStates } from "#shop/orders/claims/claim.ts";
import { methodNames, orderStatuses } from "#shop/orders/order.ts";
import { QuestionJson } from "./messages/message-json.ts";

const rupees = z.number().openapi({ description: "Rupees.", example: 499.5 });
const milliseconds = z.int().openapi({ description: "Milliseconds since 1970.", example: 1767225600000 });
const time = z.string().nullable().openapi({ description: "ISO 8601.", example: "2026-01-01T00:00:00.000Z" });

const placed = {
  requestCode: z.string().openapi({ example: "REQ-MJUOHS00" }),
  status: z.enum(orderStatuses),
  productId: z.string(),
  productName: z.string(),
  quantity: z.int(),
  price: rupees,
  totalAmount: rupees,
  paymentMethod: z.enum(methodNames),
  createdAt: milliseconds,
};

const shownToAll = {
  ...placed,
  processedDate: time,
  cancelledAt: time,
  giftCardLast4: z.string().nullable(),
  hasProof: z.boolean(),
  paymentVerified: z.boolean().nullable().openapi({ description: "Null until an admin checks the payment." }),
};

const delivered = {
  deliveredIds: z.array(z.string()),
  claimUntil: time.openapi({ description: "Until when the buyer may claim an ID that doesn't work. Null: not at all." }),
  claims: z
    .array(
      z.object({
        number: z.int(),
        position: z.int().openapi({ description: "The place of the ID in `deliveredIds`, from 1." }),
        state: z.enum(claimStates),
        reason: z.enum(claimReasons),
        openedAt: time,
        decidedAt: time,
      }),
    )
    .openapi({ description: "The last claim of each ID that has one. A swapped one was about the ID before it." }),
  idsErasedAt: time.openapi({ description: "When they were erased. Null: not erased." }),
  downloadLink: z.string().nullable(),
  reason: z.string().nullable(),
  paidAt: time,
  approvedBy: z.string().nullable().openapi({
    description: "`admin`, or `payment` if its payment approved it. For admins: the admin's id, or for example `payment:razorpay`.",
  }),
  verificationNote: z.string().nullable(),
  instructions: z
    .record(z.string(), z.string())
    .nullable()
    .openapi({ description: "How to use the IDs, as simple HTML by language. Null: no instructions." }),
  receiptNumber: z.string().nullable().openapi({ description: "The number of its receipt. Null: none.", example: "2026-27/00001" }),
  creditNotes: z.array(z.string()).openapi({
    description: "The numbers of its credit notes, earliest first. Each is for a refund.",
    example: ["CN/2026-27/00001"],
  }),
};

/** The states of a payment. [S10.3] [S10.12] */
const paymentStates = ["opening", "open", "checking", "paid", "failed", "expired", "review", "refund_due", "refunded"] as const;

/** How an order is paid whose money comes before the delivery. */
export const PaymentJson = z
  .object({
    state: z.enum(paymentStates).openapi({ description: "`checking`: the buyer has sent a UTR." }),
    payable: rupees,
    payUrl: z.string().nullable().openapi({ description: "Where to pay. Null: no payment page is open." }),
    payBy: time.openapi({ description: "Until when the IDs are reserved for the payment." }),
    upi: z
      .object({ vpa: z.string(), payeeName: z.string(), uri: z.string().openapi({ description: "What a QR code contains." }) })
      .optional(),
  })
  .openapi("OrderPayment");
export type PaymentJson = z.infer<typeof PaymentJson>;

/** An order in the answer to placing it. [S3.3] [S6.6] */
export const PlacedOrderJson = z
  .object({
    id: z.string(),
    ...placed,
    userId: z.string().openapi({ description: "`guest`, or the customer's id." }),
    accessKey: z
      .string()
      .nullable()
      .openapi({ description: "Unlocks a guest's order when sent as `X-Access-Key`. Null for a customer's order." }),
    statusUrl: z.string(),
    privateUrl: z.string().nullable().openapi({ description: "The private link of a guest's order." }),
  })
  .openapi("PlacedOrder");
export type PlacedOrderJson = z.infer<typeof PlacedOrderJson>;

/** What a visitor with only the code may see. [S2.15] */
export const PublicOrderJson = z.object(shownToAll).openapi("PublicOrder");
export type PublicOrderJson = z.infer<typeof PublicOrderJson>;

/** An order as its buyer sees it. [S2.15] [S4.6] */
export const BuyersOrderJson = z
  .object({
    id: z.string(),
    ...shownToAll,
    ...delivered,
    userId: z.string().nullable(),
    mayCancel: z.boolean(),
    privateUrl: z.string().nullable(),
    payment: PaymentJson.nullable(),
    question: QuestionJson.nullable().openapi({ description: "What the shop asks its buyer. Null: nothing." }),
    unreadMessages: z
      .int()
      .nullable()
      .openapi({ description: "How many messages of the shop its buyer has not seen. Null: you may not read them." }),
  })
  .openapi("BuyersOrder");
export type BuyersOrderJson = z.infer<typeof BuyersOrderJson>;

/** An order in its customer's history: `timestamp` is `createdAt` again. [S3.3] */
export const AccountOrderJson = BuyersOrderJson.extend({ timestamp: milliseconds }).openapi("AccountOrder");
export type AccountOrderJson = z.infer<typeof AccountOrderJson>;

/** An order with everything, for admins only. [S3.3] [S6.5] */
export const AdminOrderJson = z
  .object({
    id: z.string(),
    ...shownToAll,
    ...delivered,
    userId: z.string(),
    giftCardCode: z.string().nullable(),
    paymentProofUrl: z.string().nullable(),
    proofId: z.string().nullable().openapi({
      description: "Identifies this picture. A proof check with this id is refused if the buyer has sent another picture since.",
    }),
    reservedIds: z.record(z.string(), z.string()).openapi({ description: "The IDs reserved for this order, by unit id." }),
    recalledIds: z.int().openapi({
      description: "How many of the reserved IDs came with an import that was recalled. Approving them asks once more.",
    }),
    shortBy: z.int().nullable().openapi({
      description: "How many IDs an order imported from the old shop lacks. Below zero: it got too many. Null: neither.",
    }),
    adminNote: z.string().nullable(),
    email: z.string().nullable(),
    utr: z.string().nullable().openapi({ description: "The UTR that the buyer sent. It is a claim, not a proof." }),
    paymentAskedAt: time.openapi({ description: "When an admin asked the buyer to pay before delivery." }),
    payableAmount: rupees.openapi({ description: "Rupees to pay. For UPI, this may be a few paise less than the total." }),
  })
  .openapi("AdminOrder");
export type AdminOrderJson = z.infer<typeof AdminOrderJson>;
