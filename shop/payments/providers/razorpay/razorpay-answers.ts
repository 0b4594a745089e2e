import { z } from "zod";
import { amount, currency, providerId, seconds, shownText } from "../read-answer-fields.ts";

/**
 * A payment link, as far as the shop reads it. `payments` lists captured payments only, and is
 * null before the first. Source: Razorpay, API, Payment Links, entity.
 */
export const PaymentLink = z.object({
  id: providerId.startsWith("plink_"),
  reference_id: z.string().nullable(),
  short_url: z.string(),
  status: z.enum(["created", "partially_paid", "paid", "expired", "cancelled"]),
  amount,
  currency,
  payments: z
    .array(z.object({ payment_id: providerId }))
    .nullish()
    .transform((payments) => payments ?? []),
});
export type PaymentLink = z.output<typeof PaymentLink>;

/** A link of the account that is not of the shop may have any shape. */
const LinkOrNull = PaymentLink.nullable().catch(null);

/**
 * Found payment links. The list is in `payment_links`, where Razorpay's other lists are in
 * `items`; an answer without either is not an empty list.
 */
export const PaymentLinks = z.union([
  z.object({ payment_links: z.array(LinkOrNull) }).transform((found) => found.payment_links),
  z.object({ items: z.array(LinkOrNull) }).transform((found) => found.items),
]);

/** Any list of payment links: its content does not matter. */
export const AnyLinks = z.object({}).loose();

/**
 * A payment. Only `captured` is money, and `refunded` is money that was paid back since. `fee`
 * includes the tax; where the buyer bears it (`fee_bearer`), it is in `amount`.
 * Source: Razorpay, API, Payments, entity.
 */
export const Payment = z.object({
  id: providerId,
  amount,
  currency,
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  amount_refunded: amount.nullish().transform((paise) => paise ?? 0),
  vpa: shownText,
  contact: shownText,
  email: shownText,
  fee: amount.nullable().catch(null),
  fee_bearer: shownText,
  created_at: seconds,
});
export type Payment = z.output<typeof Payment>;

/** A refund. `receipt` is our key. Source: Razorpay, API, Refunds, entity. */
export const Refund = z.object({
  id: providerId,
  payment_id: providerId,
  amount,
  currency,
  status: z.enum(["pending", "processed", "failed"]),
  receipt: shownText,
  created_at: seconds,
});

/** All refunds of a payment. One of another shape may be any, so it is not passed over. */
export const Refunds = z.object({ items: z.array(Refund) });

/** Refunds of the whole account. One that is not of the shop may have any shape. */
export const AccountRefunds = z.object({ items: z.array(Refund.nullable().catch(null)) });

/**
 * A dispute. `respond_by` is the end of the time to answer; `reason_code` always has a value, and
 * `reason_description` says it in words. Source: Razorpay, API, Disputes, entity.
 */
export const Dispute = z.object({
  id: providerId,
  payment_id: providerId,
  amount,
  currency,
  reason_code: shownText,
  reason_description: shownText.optional(),
  respond_by: seconds.nullish().catch(null),
  status: z.enum(["open", "under_review", "won", "lost", "closed"]),
  created_at: seconds,
});

const entity = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.object(shape) });

/** The notes of a payment, which repeat those of its link. Without any they are an empty list. */
const Notes = z
  .object({ reference: z.string().max(255).nullish() })
  .nullish()
  .catch(null);

/** An event: its kind, and the ids of what it is about. Source: Razorpay, Webhooks, payloads. */
export const Event = z.object({
  event: z.string().min(1).max(100),
  created_at: seconds.nullish().catch(null),
  payload: z
    .object({
      payment_link: entity({ id: providerId, reference_id: z.string().max(255).nullish() }),
      payment: entity({ id: providerId, notes: Notes }),
      refund: entity({ id: providerId, payment_id: providerId.nullish() }),
      dispute: entity({ id: providerId, payment_id: providerId.nullish() }),
    })
    .partial()
    .default({}),
});
