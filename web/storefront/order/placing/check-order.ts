import { PROOF_MAX_BYTES } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { readGiftCardCode } from "#shop/payments/gift-card.ts";

type Picture = { size: number; type: string };

/** What is wrong, as the server would refuse it. */
export type GiftCardNo = { ok: false; code: GiftCardNoKey; sentence: string; field: "giftCardCode" | "paymentProof" };
type GiftCardNoKey = "giftCardAndProofRequired" | "giftCardCodeInvalid" | "proofNotAnImage" | "proofTooBig";

/** What can be seen to be wrong with a gift card payment before it is sent, for comfort: the server judges for itself. [S5.3] */
export function checkGiftCard(code: string, picture: Picture | null): GiftCardNo | null {
  const isCodeEmpty = code.replace(/[\s-]/g, "") === "";
  if (isCodeEmpty)
    return { ok: false, code: "giftCardAndProofRequired", sentence: messages.giftCardAndProofRequired, field: "giftCardCode" };
  if (readGiftCardCode(code) === null)
    return { ok: false, code: "giftCardCodeInvalid", sentence: messages.giftCardCodeInvalid, field: "giftCardCode" };
  if (!picture || picture.size === 0)
    return { ok: false, code: "giftCardAndProofRequired", sentence: messages.giftCardAndProofRequired, field: "paymentProof" };
  if (!picture.type.startsWith("image/"))
    return { ok: false, code: "proofNotAnImage", sentence: messages.proofNotAnImage, field: "paymentProof" };
  if (picture.size > PROOF_MAX_BYTES) return { ok: false, code: "proofTooBig", sentence: messages.proofTooBig, field: "paymentProof" };
  return null;
}
