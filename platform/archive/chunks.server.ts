import { createCipheriv, createDecipheriv } from "node:crypto";
import { ArchiveProblem } from "./archive-problem.ts";
import { type ByteReader, CutOff } from "./byte-reader.ts";

/** Chunks have about this size, and never more than the maximum. */
const CHUNK_BYTES = 256 * 1024;
const CHUNK_MAX_BYTES = 4 * CHUNK_BYTES;
const TAG_BYTES = 16;
const LAST = 0x8000_0000;

/**
 * How chunks are encrypted: with a key used for this archive only, each bound to the archive's
 * beginning, its own number and whether it is the last.
 */
export type ChunkEncryption = { key: Buffer; beginning: Buffer };

/**
 * Cuts a stream into chunks with a length prefix. The last one is marked, so that a truncated
 * archive is noticed.
 */
export async function* chunked(source: AsyncIterable<Buffer>, encryption: ChunkEncryption | null): AsyncGenerator<Buffer> {
  let number = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const chunk = (isLast: boolean) => {
    const plain = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    const body = encryption ? encrypted(encryption, plain, number, isLast) : plain;
    number += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(isLast ? body.length + LAST : body.length);
    return Buffer.concat([length, body]);
  };

  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const piece = bytes.subarray(at, at + CHUNK_BYTES);
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= CHUNK_BYTES) yield chunk(false);
    }
  }
  yield chunk(true);
}

/**
 * Joins chunks again. Throws an `ArchiveProblem` if one was changed, moved or cut off, or if
 * something follows the last.
 */
export async function* unchunked(reader: ByteReader, encryption: ChunkEncryption | null): AsyncGenerator<Buffer> {
  for (let number = 0, isLast = false; !isLast; number += 1) {
    const head = await reader.exactly(4).catch(cutOff);
    const length = head.readUInt32BE() % LAST;
    isLast = head.readUInt32BE() >= LAST;
    if (length > CHUNK_MAX_BYTES) throw damaged();
    const body = await reader.exactly(length).catch(cutOff);
    yield encryption ? decrypted(encryption, body, number, isLast) : body;
  }
  if (!(await reader.isAtEnd())) throw damaged();
}

function encrypted({ key, beginning }: ChunkEncryption, plain: Buffer, number: number, isLast: boolean): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
  cipher.setAAD(beginning);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypted({ key, beginning }: ChunkEncryption, body: Buffer, number: number, isLast: boolean): Buffer {
  if (body.length < TAG_BYTES) throw damaged();
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(beginning);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** The key encrypts a single archive, so a chunk number is never reused with it. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number));
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function cutOff(error: unknown): never {
  throw error instanceof CutOff ? new ArchiveProblem("The file is cut off: its end is missing.") : error;
}

/** The error for an archive that was changed since it was written. */
export function damaged(): ArchiveProblem {
  return new ArchiveProblem("The file is damaged.");
}
