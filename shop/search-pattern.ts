/** Words so short that they are looked for where a word begins: the index of trigrams tells nothing shorter within one. */
const isShort = /^[\p{L}\p{N}]{1,2}$/u;
/**
 * What may stand before the beginning of a word, for JavaScript and PostgreSQL alike: ASCII's spaces and marks, and the spaces of Latin-1. Each one by itself: of a class that
 * has many more in it, as every space of Unicode, the index of trigrams tells nothing, and all rows are looked at.
 */
const BEFORE_A_WORD = "[\\t-\\r \\u0085\\u00a0!-\\/:-@[-`{-~]";
/** As JavaScript reads it, in which a bracket within such a class stands for itself. */
const beforeAWord = new RegExp(BEFORE_A_WORD);

/**
 * The pattern for texts in which the words stand, and PostgreSQL's word to compare with it: anywhere, but one or two letters or digits only where a word
 * begins. What has a meaning in patterns means itself.
 */
export function searchPattern(words: string): { compare: "like" | "~"; pattern: string } {
  return isShort.test(words)
    ? { compare: "~", pattern: `(^|${BEFORE_A_WORD})${words}` }
    : { compare: "like", pattern: `%${words.replace(/[\\%_]/g, "\\$&")}%` };
}

/** Whether a search for the words finds this text, whatever their case. */
export function finds(words: string, text: string): boolean {
  const [wanted, lookedAt] = [words.toLowerCase(), text.toLowerCase()];
  return isShort.test(words) ? lookedAt.split(beforeAWord).some((word) => word.startsWith(wanted)) : lookedAt.includes(wanted);
}
