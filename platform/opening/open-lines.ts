const LENGTH_BYTES = 4;
const encoder = new TextEncoder();

/**
 * Opens texts that were sealed by a vault and lie one behind the other, each behind its length (four bytes, the highest first), in some pieces: those that
 * contain `words`, told in small letters, one per line as UTF-8. Throws where one cannot be opened. [S2.35]
 */
export function openLines(open: (sealed: Uint8Array) => string, sealed: Uint8Array[], words: string): Uint8Array<ArrayBuffer> {
  let lines = "";
  for (const piece of sealed) {
    const lengths = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < piece.length; ) {
      const begin = at + LENGTH_BYTES;
      at = begin + lengths.getInt32(at);
      const text = open(piece.subarray(begin, at));
      if (words === "" || text.toLowerCase().includes(words)) lines += `${text}\n`;
    }
  }
  return encoder.encode(lines);
}
