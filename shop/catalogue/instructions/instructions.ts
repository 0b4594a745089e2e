/** Instructions by language, as sanitized HTML. */
export type Instructions = Readonly<Record<string, string>>;

/** Instructions in one language. */
export type InstructionsIn = { language: string; html: string };

/**
 * The instructions in the first of these languages that they have, else in another; null for none.
 * [S11.2]
 */
export function instructionsFor(instructions: Instructions | null, languages: readonly string[]): InstructionsIn | null {
  const there = Object.keys(instructions ?? {}).sort();
  const language = languages.find((one) => there.includes(one)) ?? there[0];
  const html = language === undefined ? undefined : instructions?.[language];
  return language === undefined || html === undefined ? null : { language, html };
}

/**
 * Sanitized HTML as plain lines, for emails and text files: one for each paragraph, heading and
 * item. A link is followed by its address.
 */
export function linesOfHtml(html: string): string[] {
  return html
    .replace(/\s+/g, " ")
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, address: string, words: string) =>
      words === address ? words : `${words} (${address})`,
    )
    .replace(/<li>/g, "\n- ")
    .replace(/<\/?(p|h[345]|ul|ol|li|blockquote)>|<(br|hr)[^>]*>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof signs) => signs[name])
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "-");
}
const signs = { amp: "&", lt: "<", gt: ">", quot: '"' };
