import { canonicalText } from "#shop/canonical-text.ts";

/**
 * An ID as read from any input: the text to store, its canonical form, and the code points that
 * were removed, such as `U+200B`.
 */
export type ReadId = { value: string; canonical: string; removed: string[] };

const PLAIN = /^[\x20-\x7e]*$/;
const UNSEEN = "[\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]";
/**
 * Invisible characters at the ends of an ID: spaces, controls, default-ignorable and format
 * characters, and the blank Braille pattern. A run of them inside is looked at from its beginning
 * only, so that a long one costs no time.
 */
const UNSEEN_AT_ENDS = new RegExp(`^${UNSEEN}+|(?<!${UNSEEN})${UNSEEN}+$`, "gu");
/** Format characters, except the two joiners. */
const FORMAT = /(?![\u200c\u200d])\p{Cf}/gu;
/**
 * A joiner that is not between two letters. Indian scripts write it after a mark of the preceding
 * letter.
 */
const STRAY_JOINER = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu;

/**
 * Reads an ID. Removes spaces and invisible characters at both ends and format characters inside;
 * keeps U+200C and U+200D between letters. Null if no visible character is left. [S3.9]
 */
export function readId(given: string): ReadId | null {
  if (PLAIN.test(given)) {
    const value = given.trim();
    return value === "" ? null : { value, canonical: value, removed: [] };
  }
  const removed: string[] = [];
  const remove = (characters: string) => {
    for (const character of characters) if (isWorthReporting(character)) removed.push(codePointOf(character));
    return "";
  };
  const value = given.toWellFormed().replace(UNSEEN_AT_ENDS, remove).replace(FORMAT, remove).replace(STRAY_JOINER, remove);
  const canonical = canonicalId(value);
  return canonical === "" ? null : { value, canonical, removed };
}

/**
 * The canonical form, by which two IDs are compared: canonical text without spaces and invisible
 * characters at the ends. Empty if the text is not an ID. [S3.9]
 */
export function canonicalId(id: string): string {
  if (PLAIN.test(id)) return id.trim();
  return canonicalText(id.toWellFormed().replace(UNSEEN_AT_ENDS, "")).replace(UNSEEN_AT_ENDS, "");
}

/** A character's code point, such as `U+200B`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Spaces and line breaks around a line are removed without being reported. */
function isWorthReporting(character: string): boolean {
  return !/[ \t\r\n]/.test(character);
}
