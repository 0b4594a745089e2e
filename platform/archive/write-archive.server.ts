import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { syncFolder } from "../files/sync-folder.server.ts";
import { type ArchiveSet, drawArchiveKey, drawKeyIn } from "./archive-key.server.ts";
import { type ChunkEncryption, chunked } from "./chunks.server.ts";
import { CONTENTS, type Part, type PartDescription } from "./parts.ts";

/** The first word of every archive. */
export const ARCHIVE_WORD = "trackside-archive";
/** The format of an archive that stands alone, which every version reads. */
export const ARCHIVE_FORMAT = 1;
/** The format of an archive that belongs to a set. */
export const SET_FORMAT = 2;

/** The ending of a file's name while it is written. */
export const UNFINISHED = ".unfinished";

/**
 * How an archive is encrypted: with a passphrase of its own, not at all, or as one of a set. Pictures
 * are not compressed: `isPacked` says that they are.
 */
export type Seal = string | null | ArchiveSet;
export type ArchiveOptions = { signal?: AbortSignal | undefined; isPacked?: boolean };

/**
 * Writes an archive of these parts, compressed, and encrypted if the seal says so. Only the
 * owner can read the file. It gets its name once it is complete and synced; a failure leaves
 * nothing. Throws `EEXIST` instead of overwriting a file. Returns its size.
 */
export async function writeArchive(
  file: string,
  seal: Seal,
  parts: AsyncIterable<Part>,
  options: ArchiveOptions = {},
): Promise<{ bytes: number }> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    const bytes = await writeInto(handle, archived(seal, parts, options)).finally(() => handle.close());
    await link(unfinished, file);
    await rm(unfinished);
    await syncFolder(dirname(file));
    return { bytes };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeInto(handle: FileHandle, archive: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of archive) {
    await handle.writeFile(chunk);
    bytes += chunk.length;
  }
  await handle.sync();
  return bytes;
}

/**
 * Yields the bytes of an archive, as fast as they are taken. One whose end is missing is not
 * accepted by a reader. Throws what reading the parts throws, and `AbortError` at the signal.
 */
export async function* archived(
  seal: Seal,
  parts: AsyncIterable<Part>,
  { signal, isPacked = false }: ArchiveOptions = {},
): AsyncGenerator<Buffer> {
  const isOfSet = seal !== null && typeof seal !== "string";
  const drawn = isOfSet ? seal.key && drawKeyIn(seal.key) : seal === null ? null : await drawArchiveKey(seal);
  const format = isOfSet ? SET_FORMAT : ARCHIVE_FORMAT;
  const beginning = Buffer.from(`${ARCHIVE_WORD} ${JSON.stringify({ format, seal: drawn?.recipe ?? null })}\n`);
  const encryption: ChunkEncryption | null = drawn && { key: drawn.key, beginning };
  yield beginning;
  const compressed = createGzip(isPacked ? { level: 0 } : {});
  const reading = pipeline(written(parts), compressed, signal ? { signal } : {});
  reading.catch(() => {});
  yield* chunked(compressed, encryption);
  await reading;
}

/**
 * Yields each part as its head and blocks, all with a length prefix and an empty block after the
 * last; then the table of contents.
 */
async function* written(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const contents: PartDescription[] = [];
  for await (const { head, content } of parts) {
    yield withLength(Buffer.from(JSON.stringify(head)));
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const block of content) {
      if (block.length === 0) continue;
      hash.update(block);
      bytes += block.length;
      yield withLength(block);
    }
    yield withLength(Buffer.alloc(0));
    contents.push({ kind: head.kind, name: head.name, bytes, sha256: hash.digest("hex") });
  }
  for (const text of [JSON.stringify({ kind: CONTENTS, name: CONTENTS }), JSON.stringify(contents), ""])
    yield withLength(Buffer.from(text));
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
