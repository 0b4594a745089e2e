import { asciiDigits } from "./digits.ts";

const PLAIN = /^[\x20-\x7e]*$/;
/**
 * Invisible characters: default-ignorable ones (zero-width, soft hyphen, fillers) and all other
 * format characters.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const SPACE = /\p{White_Space}/gu;
const DASH = /\p{Dash}/gu;
/**
 * Combining marks after the first 30 of a run. No writing has as many, and the time that
 * normalizing takes grows with the square of a run's length.
 */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;

/**
 * A text in a normalization form of Unicode, in a time that grows with its length alone: of a run
 * of combining marks 30 stay. Nothing else in the shop calls `normalize`.
 */
export function normalized(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  return text.replace(MARKS_BEYOND, "$1").normalize(form);
}

/**
 * Converts a text to the form in which it is compared: NFKC, without default-ignorable and format
 * characters and without combining marks beyond 30 in a run, every space character as U+0020 and
 * every dash as U+002D, one for one. Case and the number of spaces stay, also at both ends.
 * Idempotent. [S3.9]
 */
export function canonicalText(text: string): string {
  if (PLAIN.test(text)) return text;
  let canonical = text;
  // NFKC can lengthen a run of marks.
  for (let before = null; before !== canonical; ) {
    before = canonical;
    canonical = normalized(canonical.replace(UNSEEN, ""), "NFKC").replace(SPACE, " ").replace(DASH, "-");
  }
  return canonical;
}

/** A text without its invisible characters and the spaces around it; nothing else is changed. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "").trim();
}

/**
 * A code without any space or dash in its canonical form, with the digits of any Indian script as
 * 0 to 9. People copy codes from emails, chats and cards, and type them on Hindi keyboards.
 */
export function withoutSeparators(code: string): string {
  return asciiDigits(canonicalText(code)).replace(/[ -]/g, "");
}
