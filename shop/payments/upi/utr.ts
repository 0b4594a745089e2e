import { z } from "zod";
import { canonicalText, withoutSeparators } from "#shop/canonical-text.ts";
import { asciiDigits } from "#shop/digits.ts";
import { UTR_TYPED_MAX_LENGTH } from "../constants.ts";

const UTR = /^\d{12}$/;
/** Twelve digits on their own, which people may group. */
const TWELVE = /(?<![\d+])\d(?:[ -]?\d){11}(?!\d)/g;
/** The word by which payment apps and banks name it, before its digits. */
const NAMED = /(?:utr|rrn|ref(?:erence)?|txn|transaction)[^\d\n]{0,30}(\d(?:[ -]?\d){11})(?!\d)/i;

/**
 * Finds the UTR in what people type and paste: its 12 digits, or the text of a payment app with
 * `UPI Ref No. 6331…` in it. Null without one, and with several that nothing tells apart.
 */
function readUtr(text: string): string | null {
  const whole = withoutSeparators(text);
  if (UTR.test(whole)) return whole;
  const words = asciiDigits(canonicalText(text));
  const [, named] = NAMED.exec(words) ?? [];
  const found = named === undefined ? [...new Set((words.match(TWELVE) ?? []).map(withoutSeparators))] : [withoutSeparators(named)];
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The reference of a UPI payment, which payment apps also call RRN: 12 digits, as people type and
 * paste them. Refuses `utrInvalid`. [S10.12]
 */
export const Utr = z
  .string()
  .max(UTR_TYPED_MAX_LENGTH)
  .transform((text, context) => {
    const utr = readUtr(text);
    if (utr !== null) return utr;
    context.addIssue({ code: "custom", message: "utrInvalid" });
    return z.NEVER;
  });
