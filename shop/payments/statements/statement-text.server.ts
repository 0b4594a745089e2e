/** Magic numbers of spreadsheets: `.xlsx` and `.ods` are ZIP files, `.xls` is an OLE file. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether a file begins as a spreadsheet does, which has to be saved as text first. */
export function isSpreadsheet(start: Uint8Array): boolean {
  return SPREADSHEETS.some((magic) => magic.every((byte, at) => start[at] === byte));
}

/** Whether a text is that of a PDF, whatever its name says; its mark is near the beginning. */
export function isPdf(start: string): boolean {
  return /(?:^|[\r\n\0])\s{0,80}%PDF-\d/.test(start.slice(0, 1_024));
}

/** Whether a text begins as a web page, XML or a web page with its pictures (MIME) does. */
export function isWebPage(start: string): boolean {
  return /^[\s\uFEFF]{0,900}(?:<[a-z!?]|mime-version:|content-type:)/i.test(start.slice(0, 1_000));
}

/** Whether a web page begins anywhere in a text, as behind a line of words. */
export function hasWebPage(text: string): boolean {
  return /<(?:!doctype\s+html|html|head|body|table|tr)[\s>]/i.test(text);
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
