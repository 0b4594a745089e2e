import { withoutSeparators } from "#shop/canonical-text.ts";
import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { GIFT_CARD_LAST_SHOWN_FROM } from "./constants.ts";

/** The refusals of a gift card code. */
export type GiftCardProblem = "giftCardCodeInvalid" | "giftCardCodeCharacters";

/**
 * Reads a gift card code without its spaces, dashes and invisible characters; an empty text is
 * null. Refuses other characters than letters and digits (`giftCardCodeCharacters`) and a code that
 * is too long (`giftCardCodeInvalid`) instead of truncating it. [S1.5]
 */
export function readGiftCardCode(text: string): Result<string | null, GiftCardProblem> {
  const code = withoutSeparators(text);
  if (code === "") return ok(null);
  if (!/^[A-Za-z0-9]+$/.test(code)) return refused("giftCardCodeCharacters");
  return code.length <= GIFT_CARD_CODE_MAX_LENGTH ? ok(code) : refused("giftCardCodeInvalid");
}

/** Whether a text is a gift card code as the shop stores it. */
export function isGiftCardCode(text: string): boolean {
  const read = readGiftCardCode(text);
  return read.ok && read.value === text;
}

/**
 * The form in which codes are compared: uppercase, without spaces, dashes and invisible characters.
 */
export function comparedCode(code: string): string {
  return withoutSeparators(code).toUpperCase();
}

/**
 * The last 4 characters, which anyone with the request code may see. Null for a short code, where
 * they would reveal most of it. [S2.15]
 */
export function lastOf(code: string): string | null {
  return code.length >= GIFT_CARD_LAST_SHOWN_FROM ? code.slice(-4) : null;
}
