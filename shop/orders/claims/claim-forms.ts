import { z } from "zod";
import { withoutUnseen } from "#shop/canonical-text.ts";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { ORDER_MESSAGE_MAX_LENGTH } from "#shop/constants.ts";
import { optionalText } from "#shop/form-fields.ts";
import { refundWays } from "#shop/payments/payment.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { choiceOf } from "#shop/snake-case.ts";
import { CLAIMS_AT_ONCE_MAX, NOTE_MAX_LENGTH, QUANTITY_MAX, REASON_MAX_LENGTH } from "../constants.ts";
import { messageText } from "../messages/message-text.ts";
import { optionalAmount } from "../payment/money-forms.ts";
import { claimReasons } from "./claim.ts";

/** The IDs that do not work, by their text or by their place from 1. */
const ids = z.array(z.string().max(ID_MAX_LENGTH * 2)).max(QUANTITY_MAX);
const positions = z.array(z.int().min(1).max(QUANTITY_MAX)).max(QUANTITY_MAX);

/**
 * The form to claim IDs of an order: which, one of the reasons, words and a picture if there are any.
 * Refuses none (`noIdChosen`) and no reason (`claimReasonRequired`). [S15.2]
 */
export const ClaimForm = z
  .object({
    ids: ids.optional(),
    positions: positions.optional(),
    reason: z.enum(claimReasons, "claimReasonRequired"),
    text: z
      .string()
      .nullish()
      .transform((text) => messageText(text ?? ""))
      .pipe(z.string().max(ORDER_MESSAGE_MAX_LENGTH)),
    picture: z.file().nullish(),
  })
  .refine((form) => (form.ids?.length ?? 0) + (form.positions?.length ?? 0) > 0, { error: "noIdChosen", path: ["ids"] });

/** A new claim as the command takes it, with its picture as it came. */
export type NewClaim = Omit<z.output<typeof ClaimForm>, "picture"> & { picture?: ReceivedProof | null };

/** The form to refuse a claim, with a reason that its buyer reads. [S15.4] */
export const ClaimRefusalForm = z.object({
  reason: z
    .string("reasonRequired")
    .transform(messageText)
    .pipe(
      z
        .string()
        .max(REASON_MAX_LENGTH)
        .refine((reason) => withoutUnseen(reason) !== "", "reasonRequired"),
    ),
});
export type ClaimRefusalForm = z.output<typeof ClaimRefusalForm>;

/**
 * The form to refund the share of a claimed ID: by the provider, or by hand with a reference by which
 * the transfer is found again. `amount` is the share as it was shown, so that no other goes back.
 * [S15.6]
 */
const refundFields = z.object({
  how: choiceOf(refundWays).default("by hand"),
  reference: optionalText(NOTE_MAX_LENGTH),
  amount: optionalAmount,
});
const hasReference = ({ how, reference }: z.output<typeof refundFields>) => how === "provider" || reference !== null;
const referenceNeeded = { error: "refundReferenceNeeded", path: ["reference"] };
export const ClaimRefundForm = refundFields.refine(hasReference, referenceNeeded);
export type ClaimRefundForm = z.output<typeof ClaimRefundForm>;

/** The same with the claim's id. */
export const RefundedClaimForm = refundFields.extend({ claims: z.string().max(100) }).refine(hasReference, referenceNeeded);

/** The ids of the claims to decide at once; duplicates count once. [S15.9] */
export const ChosenClaimsForm = z.object({
  claims: z
    .array(z.string().max(100), "noClaimsChosen")
    .transform((claims) => [...new Set(claims)])
    .pipe(z.array(z.string()).min(1, "noClaimsChosen").max(CLAIMS_AT_ONCE_MAX, "tooManyClaimsChosen")),
});
export const RefusedClaimsForm = ChosenClaimsForm.extend(ClaimRefusalForm.shape);
