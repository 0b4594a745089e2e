/** A line of a text, trimmed and not blank, and where it stands: the first is line 1. */
export type TextLine = { value: string; line: number };

/** The lines of a text that are not blank, one by one: of a text of nothing but line ends no list is made. */
export function* linesIn(text: string): Generator<TextLine> {
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    let to = from;
    while (to < text.length && !isLineEnd(text.charCodeAt(to))) to += 1;
    const value = text.slice(from, to).trim();
    if (value !== "") yield { value, line };
    from = to + (text.startsWith("\r\n", to) ? 2 : 1);
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
