import { z } from "zod";
import { optionalText, ticked } from "#shop/form-fields.ts";
import { linesOf } from "#shop/stock/parsing/id-list.ts";
import { webLink } from "#shop/web-link.ts";
import {
  APPROVALS_AT_ONCE_MAX,
  DOWNLOAD_LINK_MAX_LENGTH,
  ID_TEXT_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  QUANTITY_MAX,
  REASON_MAX_LENGTH,
} from "../constants.ts";
import { AnswerFields } from "../messages/message-text.ts";
import { giftCardCode } from "../placing/order-form.ts";

/** One http or https link, normalized to a full URL. [S4.8] */
const downloadLink = optionalText(DOWNLOAD_LINK_MAX_LENGTH)
  .refine((link) => link === null || webLink(link) !== null, "downloadLinkInvalid")
  .transform((link) => link && webLink(link));

/**
 * The form to approve an order: the IDs (one per line, or a list), the unit ids of reserved IDs
 * that are faulty, a download link. [S2.30] [S5.5]
 */
export const ApprovalForm = z.object({
  /** Without `see-ids` none means the reserved ones. [S13.5] */
  ids: z
    .union([z.string().max(ID_TEXT_MAX_LENGTH), z.array(z.string().max(ID_TEXT_MAX_LENGTH)).max(QUANTITY_MAX * 2)])
    .default([])
    .transform(linesOf),
  faulty: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .transform((value) => (value === null || value === undefined ? [] : [value].flat()))
    .pipe(z.array(z.string().regex(/^\d{1,15}$/, "faultyIdNotHeld")).max(QUANTITY_MAX)),
  downloadLink,
  /** Approve although the payment failed verification. [S4.9] */
  confirmed: ticked,
  /**
   * Hand over the IDs although one has odd characters, does not match the pattern, or is not in
   * stock.
   */
  idsConfirmed: ticked,
  /** Hand over reserved IDs although their import was recalled. [S15.11] */
  recalledConfirmed: ticked,
});
export type ApprovalForm = WithoutAnswers<z.output<typeof ApprovalForm>>;

/** Makes the answers to questions about IDs optional; leaving one out means not confirmed. */
type WithoutAnswers<Form extends Record<Answers, boolean>> = Omit<Form, Answers> & Partial<Pick<Form, Answers>>;
type Answers = "idsConfirmed" | "recalledConfirmed";

/**
 * The request codes of the orders to decide at once; duplicates count once. Refuses none
 * (`noOrdersChosen`) and too many (`tooManyOrdersChosen`).
 */
export const ChosenForm = z.object({
  codes: z
    .array(z.string().max(100), "noOrdersChosen")
    .transform((codes) => [...new Set(codes)])
    .pipe(z.array(z.string()).min(1, "noOrdersChosen").max(APPROVALS_AT_ONCE_MAX, "tooManyOrdersChosen")),
  /**
   * How many orders earlier steps of the same decision decided, for the sentence about all of them.
   */
  doneBefore: z.coerce.number().int().min(0).catch(0),
});
export type ChosenForm = z.output<typeof ChosenForm>;

/** The form to reject an order. [S5.6] */
export const RejectionForm = z.object({
  reason: z.string("reasonRequired").max(REASON_MAX_LENGTH).trim().min(1, "reasonRequired"),
});
export type RejectionForm = z.output<typeof RejectionForm>;

/** The form to reject several orders for one reason. [S12.6] */
export const RejectionsForm = ChosenForm.extend(RejectionForm.shape);
export type RejectionsForm = z.output<typeof RejectionsForm>;

/** The form to record what an admin found when checking a proof. [S2.31] [S4.9] */
export const ProofCheckForm = z.object({
  verified: z.union([z.boolean(), z.enum(["true", "false"])]).transform((value) => value === true || value === "true"),
  note: optionalText(NOTE_MAX_LENGTH),
  /**
   * The proof that the admin looked at, so that one sent meanwhile is not judged by it. Optional.
   */
  proofId: z.string().max(100).nullish(),
});
export type ProofCheckForm = z.output<typeof ProofCheckForm>;

/** A new gift card code that the shop asked for; the proof is sent with it. `answers` is the question. [S4.9] [S14.4] */
export const NewProofForm = z.object({ giftCardCode, ...AnswerFields });
export type NewProofForm = z.output<typeof NewProofForm>;

/** The form to record that an order was paid, or was not paid after all. */
export const PaymentForm = z.object({ state: z.enum(["paid", "unpaid"]) });
export type PaymentForm = z.output<typeof PaymentForm>;
