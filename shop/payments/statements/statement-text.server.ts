/** Magic numbers of spreadsheets: `.xlsx` and `.ods` are ZIP files, `.xls` is an OLE file. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether a file begins as a spreadsheet does, which has to be saved as text first. */
export function isSpreadsheet(start: Uint8Array): boolean {
  return SPREADSHEETS.some((magic) => magic.every((byte, at) => start[at] === byte));
}

/**
 * Decodes a file piece by piece: UTF-16 if it has that mark, else UTF-8, with a replacement for
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

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
