import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { syncFolder } from "../files/sync-folder.server.ts";
import { drawArchiveKey } from "./archive-key.server.ts";
import { type ChunkEncryption, chunked } from "./chunks.server.ts";
import { CONTENTS, type Part, type PartDescription } from "./parts.ts";

/** The first word of every archive. */
export const ARCHIVE_WORD = "trackside-archive";
/** The archive format that this version reads and writes. */
export const ARCHIVE_FORMAT = 1;

/** The ending of a file's name while it is written. */
export const UNFINISHED = ".unfinished";

/**
 * Writes an archive of these parts, compressed, and encrypted if a passphrase is given. Only the
 * owner can read the file. It gets its name once it is complete and synced; a failure leaves
 * nothing. Throws `EEXIST` instead of overwriting a file. Returns its size.
 */
export async function writeArchive(
  file: string,
  passphrase: string | null,
  parts: AsyncIterable<Part>,
  signal?: AbortSignal,
): Promise<{ bytes: number }> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    const bytes = await writeInto(handle, passphrase, parts, signal).finally(() => handle.close());
    await link(unfinished, file);
    await rm(unfinished);
    await syncFolder(dirname(file));
    return { bytes };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeInto(handle: FileHandle, passphrase: string | null, parts: AsyncIterable<Part>, signal?: AbortSignal): Promise<number> {
  let bytes = 0;
  for await (const chunk of archived(passphrase, parts, signal)) {
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
export async function* archived(passphrase: string | null, parts: AsyncIterable<Part>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const drawn = passphrase === null ? null : await drawArchiveKey(passphrase);
  const beginning = Buffer.from(`${ARCHIVE_WORD} ${JSON.stringify({ format: ARCHIVE_FORMAT, seal: drawn?.recipe ?? null })}\n`);
  const encryption: ChunkEncryption | null = drawn && { key: drawn.key, beginning };
  yield beginning;
  const compressed = createGzip();
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
