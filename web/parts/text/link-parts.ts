/** A piece of plain text; `href` is set if it is a link. */
type TextPart = { text: string; href: string | null };

const LINK = /(?:https?:\/\/|upi:\/\/pay\?)[^\s<>"'“”‘’«»।॥…]+/giu;

/**
 * Splits plain text at its web and UPI payment links. Punctuation at the end of a sentence is not
 * part of a link, also Hindi's; a bracket that was opened inside is. [S1.4] [S14.2]
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(LINK)) {
    const link = withoutSentenceEnd(found[0]);
    if (!URL.canParse(link)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), href: null });
    parts.push({ text: link, href: new URL(link).href });
    from = found.index + link.length;
  }
  return from < text.length ? [...parts, { text: text.slice(from), href: null }] : parts;
}

function withoutSentenceEnd(link: string): string {
  const cut = link.replace(/(?<![.,;:!?])[.,;:!?]+$/, "");
  return cut.endsWith(")") && !cut.includes("(") ? withoutSentenceEnd(cut.slice(0, -1)) : cut;
}
