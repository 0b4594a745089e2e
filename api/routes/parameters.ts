import { z } from "@hono/zod-openapi";
import { readDay } from "#shop/orders/reading/listed-days.ts";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { isStorable } from "#shop/parse.ts";
import { paymentStates } from "#shop/payments/payment.ts";
import { choiceOf } from "#shop/snake-case.ts";

const key = z.string().refine(isStorable);
const text = (max: number) => key.max(max);

/**
 * An order's code in a path, also in lower case or with punctuation after it. Does not check that
 * the order exists.
 */
export const OrderInPath = z.object({
  requestCode: key.transform((code) => readRequestCode(code) ?? code).openapi({ type: "string", example: "REQ-MJUOHS00" }),
});

/** The id of a person or an invitation in a path. */
export const PersonInPath = z.object({ id: key });

/** The id of an import of IDs in a path. */
export const ImportInPath = z.object({ id: key });

/** A product's id in a path. */
export const ProductInPath = z.object({ id: key });
export const StockInPath = z.object({ productId: key });

/** The cursor of a list: the `next` of the previous page. */
export const ListCursor = z.object({ after: text(300).optional() });

const listed = ["pending", "approved", "rejected", "cancelled", "processed", "handled"] as const;
/** A day such as `2026-11-21`, or nothing. */
export const dayInQuery = (description: string) =>
  text(10)
    .refine((written) => written === "" || readDay(written) !== null)
    .optional()
    .transform((written) => readDay(written ?? null))
    .openapi({ description, format: "date", example: "2026-11-21" });

/**
 * Filters of the admin's order list. The search covers request id, request code, product name and
 * user id; days are in the shop's time zone. Empty filters are ignored. [S2.28] [S2.32]
 */
export const AdminList = ListCursor.extend({
  status: z
    .enum(["", ...listed])
    .default("pending")
    .transform((status) => status || "pending")
    .openapi({ description: "`processed`: approved and rejected. `handled`: cancelled too. By default `pending`." }),
  search: text(200).optional(),
  from: dayInQuery("The first day on which it was handled (a pending order: placed), in the shop's time zone."),
  to: dayInQuery("The last such day, which is included."),
  paid: z
    .enum(["", "true", "false"])
    .optional()
    .transform((paid) => (paid ? paid === "true" : null))
    .openapi({ description: "`true`: paid. `false`: not paid yet; of `processed` and `handled` orders, only approved ones." }),
});

/** A payment's id in a path. */
export const PaymentInPath = z.object({ id: key });

/** Filters of the list of payments. Empty filters are ignored. [S10.9] */
export const PaymentList = ListCursor.extend({
  state: z
    .union([z.enum(["", "open", "disputed"]), choiceOf(paymentStates)])
    .optional()
    .transform((state) => state || null)
    .openapi({
      description: "`open`: payments that need a decision, under review or to be refunded. `disputed`: payments with a dispute.",
    }),
  search: text(200).optional().openapi({ description: "A complete request code, reference or payment id." }),
});

/**
 * An optional idempotency key: a repeated request returns the same order. It must be random and
 * secret, because a repeat returns the access key. [S5.2]
 */
export const RepeatHeader = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "idempotencyKeyInvalid")
    .optional()
    .openapi({
      description: "A random secret of the caller. Repeated with the same body, it returns the same order and access key.",
    }),
});
