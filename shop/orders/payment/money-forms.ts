import { z } from "zod";
import { optionalText, ticked } from "#shop/form-fields.ts";
import { readRupees } from "#shop/money.ts";
import { refundWays } from "#shop/payments/payment.ts";
import { Utr } from "#shop/payments/upi/utr.ts";
import { choiceOf } from "#shop/snake-case.ts";
import { NOTE_MAX_LENGTH, REASON_MAX_LENGTH } from "../constants.ts";
import { readRequestCode } from "../request-code.ts";

/** An order's code as people type it. Does not check that the order exists. */
const requestCode = z
  .string("requestCodeNeeded")
  .max(100)
  .transform((text) => readRequestCode(text) ?? text.trim())
  .pipe(z.string().min(1, "requestCodeNeeded"));

const rupees = z.union([z.number(), z.string().max(30)], "amountInvalid");

/** Rupees above 0, as text or number; the output is in paise. */
const amount = rupees.transform((written, context) => paiseOf(written, context));

/** The same, or nothing. */
export const optionalAmount = rupees.nullish().transform((written, context) => {
  const isLeftOut = written === null || written === undefined || written === "";
  return isLeftOut ? null : paiseOf(written, context);
});

function paiseOf(written: string | number, context: z.RefinementCtx): number {
  const paise = readRupees(written);
  if (paise !== null && paise > 0) return paise;
  context.addIssue({ code: "custom", message: "amountInvalid" });
  return z.NEVER;
}

/**
 * The form to record a UPI payment that an admin saw in the bank's app or statement.
 * `isOtherMoney` says that a line of a statement like it is another payment. [S10.12]
 */
export const RecordedPaymentForm = z.object({ requestCode, utr: Utr, amount, isOtherMoney: ticked });
export type RecordedPaymentForm = WithoutTick<z.output<typeof RecordedPaymentForm>>;

/** What becomes of the rest where a payment is short: a discount, or still owed. */
const restWays = ["discount", "owed"] as const;

/**
 * The form to say for which order a payment is, and, if it is short, what becomes of the rest;
 * `recalledConfirmed` hands over reserved IDs although their import was recalled. [S10.9] [S15.11]
 */
export const MatchForm = z.object({
  requestCode,
  isOtherMoney: ticked,
  recalledConfirmed: ticked,
  rest: z.preprocess((given) => given || undefined, z.enum(restWays).optional()),
});
export type MatchForm = WithoutTick<z.output<typeof MatchForm>>;
type Ticks = "isOtherMoney" | "recalledConfirmed";
type WithoutTick<Form> = Omit<Form, Ticks> & { [Tick in Ticks & keyof Form]?: boolean };

/**
 * The form to give money back: an amount, or all that is left of it; by its provider, or by hand
 * with a reference by which the transfer is found again. `left` is what was left of the payment
 * when it was shown, so that the same form sent twice refunds once. [S10.10]
 */
export const RefundForm = z
  .object({
    amount: optionalAmount,
    left: optionalAmount,
    how: choiceOf(refundWays).default("by hand"),
    reference: optionalText(NOTE_MAX_LENGTH),
    reason: optionalText(REASON_MAX_LENGTH),
  })
  .refine(({ how, reference }) => how === "provider" || reference !== null, { error: "refundReferenceNeeded", path: ["reference"] });
export type RefundForm = z.output<typeof RefundForm>;

/** The form to leave a payment as it is, with a reason. [S10.9] */
export const IgnoringForm = z.object({
  reason: z.string("ignoringReasonNeeded").max(REASON_MAX_LENGTH).trim().min(1, "ignoringReasonNeeded"),
});
export type IgnoringForm = z.output<typeof IgnoringForm>;
