import { z } from "@hono/zod-openapi";
import { readDay } from "#shop/orders/listed-days.ts";
import { isStorable } from "#shop/parse.ts";

const key = z.string().refine(isStorable);
const text = (max: number) => key.max(max);

/** The code of an order in an address; whether there is such an order is another question. */
export const OrderInPath = z.object({ requestCode: key.openapi({ example: "REQ-MJUOHS00" }) });

/** The id of a product in an address. */
export const ProductInPath = z.object({ id: key });
export const StockInPath = z.object({ productId: key });

/** Where a list goes on: the `next` of the page before. */
export const PlaceInList = z.object({ after: text(300).optional() });

const listed = ["pending", "approved", "rejected", "cancelled", "processed", "handled"] as const;
/** A day as `2026-11-21`, or nothing. */
const day = (description: string) =>
  text(10)
    .refine((written) => written === "" || readDay(written) !== null)
    .optional()
    .transform((written) => readDay(written ?? null))
    .openapi({ description, format: "date", example: "2026-11-21" });

/**
 * Which orders the admin's list shows. The search looks in request id, request code, product name and user id; the days are the shop's. What is empty
 * asks for nothing. [S2.28] [S2.32]
 */
export const AdminList = PlaceInList.extend({
  status: z
    .enum(["", ...listed])
    .default("pending")
    .transform((status) => status || "pending")
    .openapi({ description: "`processed` is approved and rejected, `handled` the cancelled ones too; `pending` when it is left out." }),
  search: text(200).optional(),
  from: day("The first day on which it was handled (a pending order: placed), in the shop's time zone."),
  to: day("The last such day, which is included."),
  paid: z
    .enum(["", "true", "false"])
    .optional()
    .transform((paid) => (paid ? paid === "true" : null))
    .openapi({ description: "`true`: paid; `false`: not paid yet, of `processed` and `handled` orders only approved ones." }),
});

/** An optional key that makes a repeated request the same order. It is a secret: draw it at random, for a repeat gets the access key. [S5.2] */
export const RepeatHeader = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "idempotencyKeyInvalid")
    .optional()
    .openapi({
      description: "A secret of the caller, drawn at random: whoever repeats it with the same body gets the order and its access key.",
    }),
});
