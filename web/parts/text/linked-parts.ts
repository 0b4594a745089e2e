const ADDRESS = /(https?:\/\/[^\s<>"“”‘’«»।॥…]+)/u;
const MARKS_AT_THE_END = /[.,;:!?'\])]+$/;

/** A piece of a text; `href` if it is a web address. */
type LinkedPart = { text: string; href: string | null };

/**
 * The pieces of a text, with its web addresses apart. Punctuation after an address is not part of
 * it, also Hindi's; a bracket that was opened inside is. [S14.2]
 */
export function linkedParts(text: string): LinkedPart[] {
  return text.split(ADDRESS).flatMap((piece, n) => {
    if (n % 2 === 0) return piece === "" ? [] : [{ text: piece, href: null }];
    const end = MARKS_AT_THE_END.exec(piece)?.[0] ?? "";
    const isOpened = end.startsWith(")") && piece.slice(0, -end.length).includes("(");
    const address = isOpened ? piece.slice(0, piece.length - end.length + 1) : piece.slice(0, piece.length - end.length);
    const rest = piece.slice(address.length);
    return [{ text: address, href: address }, ...(rest === "" ? [] : [{ text: rest, href: null }])];
  });
}
