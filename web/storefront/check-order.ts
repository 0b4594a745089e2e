import { PROOF_MAX_BYTES } from "#shop/constants.ts";
import { readGiftCardCode } from "#shop/payments/gift-card.ts";
import { about, type Refusal, refused } from "#shop/refusal.ts";

type Picture = { size: number; type: string };

/** What can be seen to be wrong with a gift card payment before it is sent, for comfort: the server judges for itself. [S5.3] */
export function checkGiftCard(code: string, picture: Picture | null): Refusal | null {
  const isCodeEmpty = code.replace(/[\s-]/g, "") === "";
  if (isCodeEmpty) return about(refused("giftCardAndProofRequired"), "giftCardCode");
  if (readGiftCardCode(code) === null) return about(refused("giftCardCodeInvalid"), "giftCardCode");
  if (!picture || picture.size === 0) return about(refused("giftCardAndProofRequired"), "paymentProof");
  if (!picture.type.startsWith("image/")) return about(refused("proofNotAnImage"), "paymentProof");
  if (picture.size > PROOF_MAX_BYTES) return about(refused("proofTooBig"), "paymentProof");
  return null;
}
