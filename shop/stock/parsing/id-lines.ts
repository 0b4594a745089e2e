/** A line that is not blank, without spaces and tabs at its ends, and its number, from 1. */
export type TextLine = { value: string; line: number };

/** Every kind of line break, including those of word processors. An ID contains none. */
export const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Other invisible characters at the ends are removed, and reported, when the line is read as an ID.
 * A run of spaces inside is looked at from its beginning only, so that a long one costs no time.
 */
const ENDS = /^[ \t]+|(?<![ \t])[ \t]+$/g;

/**
 * Yields the lines of a text that are not blank. A generator, so a text of nothing but line breaks
 * creates no huge array.
 */
export function* linesIn(text: string): Generator<TextLine> {
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    let to = from;
    while (to < text.length && !isLineEnd(text.charCodeAt(to))) to += 1;
    const value = text.slice(from, to).replace(ENDS, "");
    if (value.trim() !== "") yield { value, line };
    from = to + (text.startsWith("\r\n", to) ? 2 : 1);
  }
}

function isLineEnd(code: number): boolean {
  return (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;
}
