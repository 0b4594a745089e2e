/** A piece of a plain text; `href` where it is a link. */
export type TextPart = { text: string; href: string | null };

const LINK = /(?:https?:\/\/|upi:\/\/pay\?)[^\s<>"']+/gi;

/** Cuts a plain text at the links in it: of the web, and to a UPI app's payment. A sentence's end does not belong to them; nothing else becomes a link. */
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
  const cut = link.replace(/[.,;:!?]+$/, "");
  return cut.endsWith(")") && !cut.includes("(") ? withoutSentenceEnd(cut.slice(0, -1)) : cut;
}
