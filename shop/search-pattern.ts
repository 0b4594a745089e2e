import { canonicalText } from "./canonical-text.ts";
import { asciiDigits } from "./digits.ts";

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

/** Dots below letters, and dandas, which people leave out. */
const LEFT_OUT = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0964\u0965]/g;
const WITH_DOT: Record<string, string> = { ऩ: "न", ऱ: "र", ऴ: "ळ" };
/** Half a nasal consonant before another one is also written as an anusvara. */
const HALF_NASAL = /[ङञणनम]्(?=[कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह])/g;
const NASAL_SIGN = /[ंँ]/g;

/**
 * Converts a text to the form in which searches compare: each spelling of a Hindi word is the same,
 * फ़ास्ट and फास्ट, हिंदी and हिन्दी, गाँव and गांव, and so are digits of all Indian scripts.
 * PostgreSQL's `searched_text` does the same.
 */
export function searchedText(text: string): string {
  return oneSpelling(canonicalText(text).toLowerCase());
}

function oneSpelling(text: string): string {
  const bare = text.replace(LEFT_OUT, "").replace(/[ऩऱऴ]/g, (letter) => WITH_DOT[letter] ?? letter);
  return asciiDigits(bare.replace(HALF_NASAL, "न").replace(NASAL_SIGN, "न"));
}

/** The words of a search in one spelling. A half letter at their end is still being typed. */
function wordsOf(given: string): string {
  return oneSpelling(canonicalText(given)).replace(/्$/, "");
}

/**
 * The pattern that matches texts containing the words, and PostgreSQL's operator for it. The words
 * match anywhere; one or two letters or digits match only at the beginning of a word. Special
 * characters of patterns are escaped.
 */
export function searchPattern(given: string): { compare: "like" | "~"; pattern: string } {
  const words = wordsOf(given);
  return isShort.test(words)
    ? { compare: "~", pattern: `(^|${BEFORE_A_WORD})${words}` }
    : { compare: "like", pattern: `%${words.replace(/[\\%_]/g, "\\$&")}%` };
}

/** Whether a search for the words finds this text, ignoring case. */
export function finds(words: string, text: string): boolean {
  const [wanted, searched] = [wordsOf(words).toLowerCase(), searchedText(text)];
  return isShort.test(wanted) ? searched.split(beforeAWord).some((word) => word.startsWith(wanted)) : searched.includes(wanted);
}
