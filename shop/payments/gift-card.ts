import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";

/** A gift card code without its spaces and hyphens; null when it is no code. Nothing is cut silently. [S1.5] */
export function readGiftCardCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, "");
  return code.length <= GIFT_CARD_CODE_MAX_LENGTH && /^[A-Za-z0-9]+$/.test(code) ? code : null;
}
