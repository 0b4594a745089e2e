import { z } from "zod";
import { amount, currency, providerId, seconds, shownText } from "../read-answer-fields.ts";

/** A charge: when it was paid, by which card or what else, and how much of it was paid back. */
const Charge = z.object({
  created: seconds,
  amount_refunded: amount,
  payment_method_details: z
    .object({ card: z.object({ fingerprint: shownText }).nullish().catch(null) })
    .nullable()
    .catch(null),
});

/**
 * A payment intent with its charge. `amount_received` is money. Source: Stripe, API, PaymentIntent.
 */
const PaymentIntent = z.object({
  id: providerId.startsWith("pi_"),
  amount_received: amount,
  currency,
  latest_charge: Charge.nullable(),
});

/** A Checkout Session, as far as the shop reads it. Source: Stripe, API, Checkout Sessions. */
export const Session = z.object({
  id: providerId.startsWith("cs_"),
  url: z.string().nullish(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: amount,
  currency,
  client_reference_id: z.string().nullable(),
});
export type Session = z.output<typeof Session>;

/** A session whose payment was asked for too. */
export const SessionWithPayment = Session.extend({
  payment_intent: PaymentIntent.nullable(),
  customer_details: z.object({ email: shownText }).nullish().catch(null),
});
export type SessionWithPayment = z.output<typeof SessionWithPayment>;

/** Any list of sessions: its content does not matter. */
export const AnySessions = z.object({ object: z.literal("list") });

/** A refund. `metadata.key` is our key. Source: Stripe, API, Refunds. */
export const Refund = z.object({
  id: providerId,
  amount,
  currency,
  payment_intent: providerId.nullable(),
  status: z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]),
  metadata: z.object({ key: shownText }).catch({ key: null }),
  created: seconds,
});

/** All refunds of a payment. One of another shape may be any, so it is not passed over. */
export const Refunds = z.object({ object: z.literal("list"), data: z.array(Refund) });

/**
 * Refunds of the whole account, each to be read as a `Refund`: one that is not of the shop may have
 * any shape.
 */
export const AccountRefunds = z.object({
  object: z.literal("list"),
  data: z.array(z.looseObject({ id: providerId })),
  has_more: z.boolean(),
});

/**
 * A dispute. One that a bank merely asks about has the same states with `warning_` before them;
 * `prevented` was settled before it began. Source: Stripe, API, Disputes, the Dispute object.
 */
export const Dispute = z.object({
  id: providerId,
  payment_intent: z.union([providerId, z.object({ id: providerId }).transform(({ id }) => id)]),
  amount,
  currency,
  reason: shownText,
  status: z.enum([
    "warning_needs_response",
    "warning_under_review",
    "warning_closed",
    "needs_response",
    "under_review",
    "won",
    "lost",
    "prevented",
  ]),
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish().catch(null),
  created: seconds,
});

/** An event: its kind, and the ids of what it is about. Source: Stripe, Webhooks. */
export const Event = z.object({
  id: providerId,
  type: z.string().min(1).max(100),
  created: seconds.nullish().catch(null),
  data: z.object({
    object: z
      .object({
        id: providerId,
        object: z.string(),
        client_reference_id: z.string().max(255).nullish(),
        payment_intent: z.union([providerId, z.object({ id: providerId }).transform(({ id }) => id)]).nullish(),
      })
      .partial()
      .catch({}),
  }),
});
