import { once } from "node:events";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, crc32, createBrotliCompress, deflateRaw, gzip } from "node:zlib";
import type { Coding } from "#web/coding.ts";

const brotli = promisify(brotliCompress);
/** What was compressed with Brotli, as it was before. */
export const unpacked = promisify(brotliDecompress);
const zip = promisify(gzip);
const deflate = promisify(deflateRaw);

/** Each is compressed once and sent often, but made anew when the stock changes; tightly, which takes a hundred times as long, where it does not change for a while. */
const brotliOptions = (isTight: boolean) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: isTight ? 11 : 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
});
const GZIP_LEVEL = 6;
/** How text after a gap is packed depends on the two bytes before it: these stand in the gap as well. */
const BYTES_KNOWN = 2;

/** Bytes that hold a word, and how another as long is put where it stands, in a copy of them that begins at `from`. */
export type Ready = { bytes: Buffer; put: PutWord };
export type PutWord = (word: string, into: Buffer, from: number) => void;

/** Compresses a text that is the same for everybody. */
export async function packed(text: Buffer, coding: Coding | null, isTight = false): Promise<Buffer> {
  if (coding === "br") return brotli(text, brotliOptions(isTight));
  return coding === "gzip" ? zip(text, { level: GZIP_LEVEL }) : text;
}

/**
 * Compresses a text but for one word, which is filled in when it is sent: its bytes lie in the compressed ones as they are, a block of their own. The word stands in
 * the text once, in ASCII, and each that takes its place is as long. Null where that cannot be done with this text.
 */
export async function packedWithGap(text: Buffer, word: string, coding: Coding | null, isTight = false): Promise<Ready | null> {
  const at = text.indexOf(word);
  const end = at + word.length + BYTES_KNOWN;
  if (at < 0 || text.indexOf(word, at + 1) >= 0 || end > text.length) return null;

  const [before, gap, after] = [text.subarray(0, at), text.subarray(at, end), text.subarray(end)];
  if (coding === null) return withGap([before], word, [gap.subarray(word.length), after]);
  return coding === "br" ? brotliWithGap([before, gap, after], word, isTight) : gzipWithGap(before, word, gap, after);
}

function withGap(before: Buffer[], word: string, after: Buffer[]): Ready {
  const at = Buffer.concat(before).length;
  return {
    bytes: Buffer.concat([...before, Buffer.from(word), ...after]),
    put: (other, into, from) => void into.write(other, from + at, "latin1"),
  };
}

/** One stream of three parts, each ending with a whole byte, of which the middle one is replaced by a block that is not compressed (RFC 7932, section 9.2). */
async function brotliWithGap([before, gap, after]: [Buffer, Buffer, Buffer], word: string, isTight: boolean): Promise<Ready | null> {
  const stream = createBrotliCompress(brotliOptions(isTight));
  const flush = (part: Buffer) =>
    new Promise<void>((done) => stream.write(part, () => stream.flush(constants.BROTLI_OPERATION_FLUSH, () => done())));
  const first = await collected(stream, () => flush(before));
  await collected(stream, () => flush(gap));
  const last = await collected(stream, async () => {
    stream.end(after);
    await once(stream, "end");
  });
  const head = Buffer.alloc(3);
  head.writeUIntLE(((gap.length - 1) << 3) | (1 << 19), 0, 3);
  const ready = withGap([first, head], word, [gap.subarray(word.length), last]);
  const other = [...word].reverse().join("");
  const right = Buffer.concat([before, Buffer.from(other), gap.subarray(word.length), after]);
  // What follows the gap may not lean on what stood in it: whoever reads another word has to come to the same text.
  const changed = Buffer.from(ready.bytes);
  ready.put(other, changed, 0);
  const read = await unpacked(changed).catch(() => null);
  return read?.equals(right) ? ready : null;
}

async function collected(stream: NodeJS.ReadableStream, work: () => Promise<void>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const take = (chunk: Buffer) => chunks.push(chunk);
  stream.on("data", take);
  await work();
  stream.off("data", take);
  return Buffer.concat(chunks);
}

/** Three parts one after the other, of which the middle one is a stored block (RFC 1951, section 3.2.4), and the sum of what was put in. */
async function gzipWithGap(before: Buffer, word: string, gap: Buffer, after: Buffer): Promise<Ready> {
  const first = await deflate(before, { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  const last = await deflate(after, { level: GZIP_LEVEL });
  const head = Buffer.from([0, gap.length & 255, gap.length >> 8, ~gap.length & 255, (~gap.length >> 8) & 255]);
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE((before.length + gap.length + after.length) % 2 ** 32, 4);
  const { bytes, put } = withGap([GZIP_HEAD, first, head], word, [gap.subarray(word.length), last, sums]);
  const sumBefore = crc32(before);
  const rest = Buffer.concat([gap.subarray(word.length), after]);
  const putWithSum: PutWord = (other, into, from) => {
    put(other, into, from);
    into.writeUInt32LE(crc32(rest, crc32(other, sumBefore)), from + bytes.length - sums.length);
  };
  putWithSum(word, bytes, 0);
  return { bytes, put: putWithSum };
}

/** Deflated, no name, no time, made on an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
