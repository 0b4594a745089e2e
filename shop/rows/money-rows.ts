import { z } from "zod";
import {
  instantLimits,
  lineTrusts,
  lineVerdicts,
  paymentProblems,
  paymentSources,
  paymentStates,
  refundStates,
  refundWays,
} from "#shop/payments/payment.ts";
import { columnRoles } from "#shop/payments/statements/banks.ts";
import { OLD_AMOUNT_MAX_PAISE } from "./constants.ts";
import { actor, hash, key, rowNumber, storedText, text, time, whole } from "./row-fields.ts";

/** The longest text that somebody or the shop wrote about money. */
export const WORDS_MAX_LENGTH = 2_000;
/** What somebody said about money. */
const words = text(WORDS_MAX_LENGTH);
/** An amount of money that moved. */
export const amount = whole(1, OLD_AMOUNT_MAX_PAISE);
/** What a provider or a bank calls something: visible ASCII characters without a space. */
export const reference = z.string().regex(/^[!-~]{1,200}$/);

/** A row of `payments.json`. [S10.9] */
export const PaymentRow = z
  .object({
    id: key,
    source: z.enum(paymentSources),
    reference,
    paise: amount,
    currency: z.string().regex(/^[A-Z]{3}$/),
    paidAt: time,
    receivedAt: time,
    payer: words.nullable(),
    feePaise: whole(0, OLD_AMOUNT_MAX_PAISE).nullable(),
    orderId: key.nullable(),
    attemptId: key.nullable(),
    state: z.enum(paymentStates),
    problem: z.enum(paymentProblems).nullable(),
    heldBack: z.enum(instantLimits).nullable(),
    reason: words.min(1).nullable(),
    decidedBy: actor.nullable(),
    decidedAt: time.nullable(),
    isBesideLine: z.boolean(),
  })
  .refine(({ state, orderId }) => state !== "matched" || orderId !== null, { path: ["orderId"] })
  .refine(({ state, problem }) => state !== "matched" || problem === null, { path: ["problem"] })
  .refine(({ state, problem }) => (state !== "review" && state !== "refund due") || problem !== null, { path: ["problem"] })
  .refine(({ state, reason }) => state !== "ignored" || reason !== null, { path: ["reason"] })
  .refine(({ state, decidedAt }) => state !== "ignored" || decidedAt !== null, { path: ["decidedAt"] })
  .refine(({ decidedBy, decidedAt }) => (decidedBy === null) === (decidedAt === null), { path: ["decidedBy"] });

/** A row of `refunds.json`. [S10.10] */
export const RefundRow = z
  .object({
    id: key,
    paymentId: key,
    paise: amount,
    how: z.enum(refundWays),
    idempotencyKey: key,
    providerId: reference.nullable(),
    reference: words.min(1).nullable(),
    state: z.enum(refundStates),
    problem: storedText(WORDS_MAX_LENGTH).nullable(),
    adminId: actor.nullable(),
    reason: words,
    createdAt: time,
    nextAttemptAt: time.nullable(),
    doneAt: time.nullable(),
  })
  .refine(({ how, state }) => how === "provider" || state === "done", { path: ["state"] })
  .refine(({ how, reference: its }) => how === "provider" || its !== null, { path: ["reference"] })
  .refine(({ state, doneAt }) => (state === "done") === (doneAt !== null), { path: ["doneAt"] });

/** A row of `upi-amounts.json`. [S10.12] */
export const UpiAmountRow = z.object({ paise: whole(100, OLD_AMOUNT_MAX_PAISE), orderId: key, freeAt: time.nullable() });

/** A row of `statements.json`. [S10.13] */
export const StatementRow = z
  .object({
    id: key,
    bank: text(100).min(1),
    fileName: text(1_000),
    state: z.enum(["reading", "preview", "confirmed"]),
    columns: z.partialRecord(z.enum(columnRoles), text(200)).nullable(),
    lines: whole(),
    knownLines: whole(),
    adminId: actor,
    uploadedAt: time,
    confirmedAt: time.nullable(),
  })
  .refine(({ state, confirmedAt }) => (state === "confirmed") === (confirmedAt !== null), { path: ["confirmedAt"] });

/** A row of `statement-lines.json`. [S10.13] */
export const StatementLineRow = z
  .object({
    id: rowNumber,
    statementId: key,
    fingerprint: hash,
    day: z.iso.date(),
    paise: amount,
    reference: reference.nullable(),
    trust: z.enum(lineTrusts).nullable(),
    numbers: z.array(z.string().regex(/^\d{12}$/)).max(20),
    isReversal: z.boolean(),
    narration: text(10_000).nullable(),
    verdict: z.enum(lineVerdicts).nullable(),
    orderId: key.nullable(),
    paymentId: key.nullable(),
  })
  .refine(({ verdict, orderId }) => (verdict !== "certain" && verdict !== "likely") || orderId !== null, { path: ["orderId"] });
