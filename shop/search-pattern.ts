import { canonicalText } from "./canonical-text.ts";

/**
 * One or two letters or digits match only at the beginning of a word, because the trigram index
 * cannot find so short a text elsewhere.
 */
const isShort = /^[\p{L}\p{N}]{1,2}$/u;
/**
 * The characters that may precede a word, for JavaScript and PostgreSQL alike: the spaces and
 * punctuation of ASCII and the spaces of Latin-1. They are listed one by one: with a larger class,
 * such as every space of Unicode, the trigram index cannot narrow the search and PostgreSQL scans
 * all rows.
 */
const BEFORE_A_WORD = "[\\t-\\r \\u0085\\u00a0!-\\/:-@[-`{-~]";
/** JavaScript reads the same class; a bracket inside it stands for itself. */
const beforeAWord = new RegExp(BEFORE_A_WORD);

/**
 * Converts a text to the form in which searches compare. PostgreSQL's `searched_text` does the
 * same.
 */
export function searchedText(text: string): string {
  return canonicalText(text).toLowerCase();
}

/**
 * The pattern that matches texts containing the words, and PostgreSQL's operator for it. The words
 * match anywhere; one or two letters or digits match only at the beginning of a word. Special
 * characters of patterns are escaped.
 */
export function searchPattern(given: string): { compare: "like" | "~"; pattern: string } {
  const words = canonicalText(given);
  return isShort.test(words)
    ? { compare: "~", pattern: `(^|${BEFORE_A_WORD})${words}` }
    : { compare: "like", pattern: `%${words.replace(/[\\%_]/g, "\\$&")}%` };
}

/** Whether a search for the words finds this text, ignoring case. */
export function finds(words: string, text: string): boolean {
  const [wanted, searched] = [searchedText(words), searchedText(text)];
  return isShort.test(wanted) ? searched.split(beforeAWord).some((word) => word.startsWith(wanted)) : searched.includes(wanted);
}
