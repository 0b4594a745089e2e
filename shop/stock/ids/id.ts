import { canonicalText } from "#shop/canonical-text.ts";

/**
 * An ID as read from any input: the text to store, its canonical form, and the code points that
 * were removed, such as `U+200B`.
 */
export type ReadId = { value: string; canonical: string; removed: string[] };

const PLAIN = /^[\x20-\x7e]*$/;
/**
 * Letters and signs that are drawn as nothing, and the sign that a phone puts in a picture's place.
 */
const BLANK = "\\u115f\\u1160\\u2800\\u3164\\uffa0\\ufffc\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}";
const UNSEEN = `[\\p{White_Space}\\p{C}\\p{Default_Ignorable_Code_Point}${BLANK}]`;
/**
 * Invisible characters at the ends of an ID: spaces, default-ignorable characters, those of
 * `NO_PART` and joiners. A run of them inside is looked at from its beginning only, so that a long
 * one costs no time.
 */
const UNSEEN_AT_ENDS = new RegExp(`^${UNSEEN}+|(?<!${UNSEEN})${UNSEEN}+$`, "gu");
/** Tabs and line breaks, which an ID has as a space. */
const TAB_OR_BREAK = /[\t-\r\u0085\u2028\u2029]/gu;
/**
 * What is no part of an ID anywhere: control, format, private-use and unassigned characters, except
 * the two joiners, and blank letters.
 */
const NO_PART = new RegExp(`(?![\\u200c\\u200d])[\\p{C}${BLANK}]`, "gu");
/**
 * A joiner that is not between two letters. Indian scripts write it after a mark of the preceding
 * letter.
 */
const STRAY_JOINER = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu;

/**
 * Reads an ID. Removes spaces and invisible characters at both ends, and control, format,
 * private-use and unassigned characters and blank letters inside; keeps U+200C and U+200D between
 * letters. A tab inside becomes a space. Null if no visible character is left. [S3.9]
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
  const bare = given.toWellFormed().replace(UNSEEN_AT_ENDS, remove);
  const spaced = bare.replace(TAB_OR_BREAK, (control) => {
    removed.push(codePointOf(control));
    return " ";
  });
  const value = spaced.replace(NO_PART, remove).replace(STRAY_JOINER, remove);
  const canonical = canonicalId(value);
  return canonical === "" ? null : { value, canonical, removed };
}

/**
 * The canonical form, by which two IDs are compared: canonical text without spaces and invisible
 * characters at the ends, and without what is no part of an ID. Empty if the text is not an ID.
 * [S3.9]
 */
export function canonicalId(id: string): string {
  if (PLAIN.test(id)) return id.trim();
  const bare = id.toWellFormed().replace(UNSEEN_AT_ENDS, "").replace(TAB_OR_BREAK, " ").replace(NO_PART, "");
  return canonicalText(bare).replace(UNSEEN_AT_ENDS, "");
}

/** A character's code point, such as `U+200B`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Spaces and line breaks around a line are removed without being reported. */
function isWorthReporting(character: string): boolean {
  return !/[ \t\r\n]/.test(character);
}
