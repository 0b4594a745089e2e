import { GIFT_CARD_CODE_MAX_LENGTH, GIFT_CARD_LAST_SHOWN_FROM } from "#shop/constants.ts";

/** A gift card code without its spaces and hyphens; null when it is no code. Nothing is cut silently. [S1.5] */
export function readGiftCardCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, "");
  return code.length <= GIFT_CARD_CODE_MAX_LENGTH && /^[A-Za-z0-9]+$/.test(code) ? code : null;
}

/** A code as it is compared with others: in capitals, without spaces and hyphens. */
export function comparedCode(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}

/** The last 4 characters, which whoever has the request code may see; null for a code so short that they would tell most of it. [S2.15] */
export function lastOf(code: string): string | null {
  return code.length >= GIFT_CARD_LAST_SHOWN_FROM ? code.slice(-4) : null;
}
