/** Magic numbers of spreadsheets: `.xlsx` and `.ods` are ZIP files, `.xls` is an OLE file. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether a file begins as a spreadsheet does, which has to be saved as text first. */
export function isSpreadsheet(start: Uint8Array): boolean {
  return SPREADSHEETS.some((magic) => magic.every((byte, at) => start[at] === byte));
}

/** Whether a text is that of a PDF, whatever its name says. */
export function isPdf(start: string): boolean {
  return start.trimStart().startsWith("%PDF-");
}

/** Whether a text is a web page or XML, as some banks' `.xls` files are. */
export function isWebPage(start: string): boolean {
  return /^\s*<(?:!doctype|!--|\?xml|html|head|body|meta|style|table|div)\b/i.test(start.slice(0, 1_000));
}

/**
 * Decodes a file piece by piece: UTF-16 if it has that mark or zeros in every
 * other byte, else UTF-8, with a replacement for
 * characters of another encoding, which only narrations have.
 */
export async function* textPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield decoder.decode(piece, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function encodingOf([first, second, third, fourth]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0 && third === 0) return "utf-16be";
  return second === 0 && fourth === 0 ? "utf-16le" : "utf-8";
}
