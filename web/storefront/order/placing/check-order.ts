import type { Texts } from "#messages/texts.ts";
import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { type GiftCardProblem, readGiftCardCode } from "#shop/payments/gift-card.ts";
import type { SaidFields } from "#web/say.ts";

type Picture = { size: number; type: string };

/** What is wrong, with the same codes as the server's refusals. */
export type GiftCardNo = SaidFields & { ok: false; code: GiftCardNoKey; sentence: string; field: "giftCardCode" | "paymentProof" };
type GiftCardNoKey = "giftCardAndProofRequired" | GiftCardProblem | "proofNotAnImage" | "proofTooBig";

/** Checks a gift card payment before it is sent. The server checks again. [S5.3] */
export function checkGiftCard(typed: string, picture: Picture | null, texts: Texts<"orderForm">): GiftCardNo | null {
  const [code, proof] = [checkCode(typed, texts), checkPicture(picture, texts)];
  if (!code || !proof) return code ?? proof;
  // That both are required is one sentence.
  return code.code === proof.code ? code : { ...code, alsoWrong: [proof] };
}

function checkCode(typed: string, texts: Texts<"orderForm">): GiftCardNo | null {
  const no = (code: GiftCardNoKey, sentence: string): GiftCardNo => ({ ok: false, code, sentence, field: "giftCardCode" });
  const read = readGiftCardCode(typed);
  if (!read.ok && read.code === "giftCardCodeInvalid")
    return no(read.code, texts("giftCardCodeInvalid", { most: GIFT_CARD_CODE_MAX_LENGTH }));
  if (!read.ok) return no(read.code, texts("giftCardCodeCharacters"));
  return read.value === null ? no("giftCardAndProofRequired", texts("giftCardAndProofRequired")) : null;
}

function checkPicture(picture: Picture | null, texts: Texts<"orderForm">): GiftCardNo | null {
  const no = (code: GiftCardNoKey, sentence: string): GiftCardNo => ({ ok: false, code, sentence, field: "paymentProof" });
  if (!picture || picture.size === 0) return no("giftCardAndProofRequired", texts("giftCardAndProofRequired"));
  // An empty or generic type is allowed; the server checks the bytes.
  if (!/^(image\/|application\/octet-stream$|$)/.test(picture.type)) return no("proofNotAnImage", texts("proofNotAnImage"));
  if (picture.size > PROOF_MAX_BYTES) return no("proofTooBig", texts("proofTooBig", { limit: "10 MB" }));
  return null;
}
