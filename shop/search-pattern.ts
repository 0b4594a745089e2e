/** Words so short that they are looked for where a word begins: the index of trigrams tells nothing shorter within one. */
const isShort = /^[\p{L}\p{N}]{1,2}$/u;
/** What may stand before the beginning of a word: space, and every mark of ASCII. */
const BEFORE_A_WORD = "[[:space:]!-/:-@[-`{-~]";

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
  return isShort.test(words) ? lookedAt.split(/[\s!-/:-@[-`{-~]/).some((word) => word.startsWith(wanted)) : lookedAt.includes(wanted);
}
