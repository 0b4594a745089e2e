/** Remembers so many words, the latest of them. */
export function openAskedBefore(max: number) {
  const words = new Set<string>();
  return {
    has: (word: string) => words.has(word),
    note(word: string): void {
      for (const oldest of words) {
        if (words.size < max) break;
        words.delete(oldest);
      }
      words.add(word);
    },
    forget: (word: string) => words.delete(word),
  };
}
