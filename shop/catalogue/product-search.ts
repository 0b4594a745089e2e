const WORDS_MAX = 10;
const WORD_MAX_LENGTH = 100;

/**
 * Splits a search into words; a product must contain all of them. Empty without a search. [S2.26]
 */
export function searchWords(search: string | null): string[] {
  return (search ?? "")
    .split(/\s+/)
    .filter((word) => word !== "" && !word.includes("\0"))
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_MAX_LENGTH));
}
