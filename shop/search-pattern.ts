/** The pattern of SQL's `like` for texts in which the words stand; what has a meaning in patterns means itself. */
export function searchPattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}
