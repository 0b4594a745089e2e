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
 * Converts a text to the form in which it is compared: NFKC, without default-ignorable and format
 * characters, every space character as U+0020 and every dash as U+002D, one for one. Case and the
 * number of spaces stay, also at both ends. Idempotent. [S3.9]
 */
export function canonicalText(text: string): string {
  if (PLAIN.test(text)) return text;
  let canonical = text;
  // Removing a character can bring a letter and its accent together, which NFKC then joins.
  for (let before = null; before !== canonical; ) {
    before = canonical;
    canonical = canonical.normalize("NFKC").replace(UNSEEN, "").replace(SPACE, " ").replace(DASH, "-");
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
