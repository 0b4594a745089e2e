import { messages } from "#shop/messages.ts";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { type GiftCardProblem, readGiftCardCode } from "#shop/payments/gift-card.ts";

type Picture = { size: number; type: string };

/** What is wrong, with the same codes as the server's refusals. */
export type GiftCardNo = { ok: false; code: GiftCardNoKey; sentence: string; field: "giftCardCode" | "paymentProof" };
type GiftCardNoKey = "giftCardAndProofRequired" | GiftCardProblem | "proofNotAnImage" | "proofTooBig";

/** Checks a gift card payment before it is sent. The server checks again. [S5.3] */
export function checkGiftCard(code: string, picture: Picture | null): GiftCardNo | null {
  const read = readGiftCardCode(code);
  if (!read.ok) return { ok: false, code: read.code, sentence: read.sentence, field: "giftCardCode" };
  if (read.value === null)
    return { ok: false, code: "giftCardAndProofRequired", sentence: messages.giftCardAndProofRequired, field: "giftCardCode" };
  if (!picture || picture.size === 0)
    return { ok: false, code: "giftCardAndProofRequired", sentence: messages.giftCardAndProofRequired, field: "paymentProof" };
  // An empty or generic type is allowed; the server checks the bytes.
  if (!/^(image\/|application\/octet-stream$|$)/.test(picture.type))
    return { ok: false, code: "proofNotAnImage", sentence: messages.proofNotAnImage, field: "paymentProof" };
  if (picture.size > PROOF_MAX_BYTES)
    return { ok: false, code: "proofTooBig", sentence: messages.proofTooBig("10 MB"), field: "paymentProof" };
  return null;
}
