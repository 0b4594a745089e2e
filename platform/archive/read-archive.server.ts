import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { KeyRecipe, type Keyring } from "./archive-key.server.ts";
import { ArchiveProblem } from "./archive-problem.ts";
import { type ByteReader, CutOff, openByteReader } from "./byte-reader.ts";
import { damaged, unchunked } from "./chunks.server.ts";
import { CONTENTS, type PartDescription, type PartHead } from "./parts.ts";
import { ARCHIVE_FORMAT, ARCHIVE_WORD, SET_FORMAT } from "./write-archive.server.ts";

const BEGINNING_MAX_BYTES = 4_096;
const BLOCK_MAX_BYTES = 64 * 1024 * 1024;

const AnyBeginning = z.object({ format: z.number() });
const Beginning = z.object({ format: z.literal([ARCHIVE_FORMAT, SET_FORMAT]), seal: KeyRecipe.nullable() });
const Head = z.object({ kind: z.string(), name: z.string(), columns: z.array(z.string()).optional() });

/** Receives a part. Must read its content completely or not at all. */
type TakePart = (head: PartHead, content: AsyncIterable<Buffer>) => Promise<void>;

/** An opened archive with its key; its parts can be read more than once. */
export type Archive = {
  /**
   * Passes each part to `take`, in order, and returns the list of parts. Throws an `ArchiveProblem`
   * if the archive is damaged or cut off, possibly only after the last part. `seen` is called with
   * the number of bytes read.
   */
  read(take: TakePart, seen?: (bytes: number) => void): Promise<PartDescription[]>;
};

/** An archive: a file, its bytes, or how to read these from the beginning. */
type ArchiveBytes = string | Uint8Array | (() => AsyncIterable<Buffer>);

/**
 * Opens an archive; `keyOf` is called if it is encrypted. Throws an
 * `ArchiveProblem` if it is not an archive, too new, or the passphrase is wrong.
 */
export async function openArchive(archive: ArchiveBytes, keyOf: Keyring): Promise<Archive> {
  const beginning = streamOf(archive);
  const { seal: recipe } = await readBeginning(openByteReader(beginning)).finally(() => beginning.destroy());
  const key = recipe && (await keyOf(recipe));

  return {
    async read(take, seen = () => {}) {
      const stream = streamOf(archive);
      const reader = openByteReader(counted(stream, seen));
      const unpacked = createGunzip();
      try {
        const { line } = await readBeginning(reader);
        let failure: unknown = null;
        const piped = new Promise<void>((resolve) => {
          pipeline(unchunked(reader, key && { key, beginning: line }), unpacked, (error) => {
            failure = error;
            resolve();
          });
        });
        const parts = await readParts(openByteReader(unpacked), take);
        await piped;
        if (failure) throw failure;
        return parts;
      } catch (error) {
        throw asProblem(error);
      } finally {
        unpacked.destroy();
        stream.destroy();
      }
    },
  };
}

function streamOf(archive: ArchiveBytes): Readable {
  if (typeof archive === "function") return Readable.from(archive());
  return typeof archive === "string" ? createReadStream(archive) : Readable.from([Buffer.from(archive)]);
}

async function* counted(stream: AsyncIterable<Buffer>, seen: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    seen(bytes);
    yield chunk;
  }
}

async function readBeginning(reader: ByteReader): Promise<z.infer<typeof Beginning> & { line: Buffer }> {
  const line = await reader.line(BEGINNING_MAX_BYTES).catch((error) => {
    throw error instanceof CutOff ? new ArchiveProblem("The file is no backup of this shop.") : error;
  });
  const [word, ...rest] = line.toString().split(" ");
  const given = word === ARCHIVE_WORD ? parsed(rest.join(" ")) : null;
  const any = AnyBeginning.safeParse(given);
  if (!any.success) throw new ArchiveProblem("The file is no backup of this shop.");
  if (any.data.format > SET_FORMAT) throw new ArchiveProblem("The file was made by a newer version of the shop. Update this one first.");
  const beginning = Beginning.safeParse(given);
  if (!beginning.success) throw damaged();
  return { ...beginning.data, line: Buffer.concat([line, Buffer.from("\n")]) };
}

async function readParts(reader: ByteReader, take: TakePart): Promise<PartDescription[]> {
  const parts: PartDescription[] = [];
  for (;;) {
    const head = Head.safeParse(parsed((await readBlock(reader)).toString()));
    if (!head.success) throw damaged();
    const { kind, name } = head.data;
    const hash = createHash("sha256");
    let bytes = 0;
    const content = (async function* () {
      for await (const block of readBlocks(reader)) {
        hash.update(block);
        bytes += block.length;
        yield block;
      }
    })();
    if (kind === CONTENTS) {
      await requireSame(content, parts);
      if (!(await reader.isAtEnd())) throw damaged();
      return parts;
    }
    await take(withoutColumns(head.data), content);
    for await (const _ of content);
    parts.push({ kind, name, bytes, sha256: hash.digest("hex") });
  }
}

function withoutColumns({ kind, name, columns }: z.infer<typeof Head>): PartHead {
  return columns ? { kind, name, columns } : { kind, name };
}

async function requireSame(content: AsyncIterable<Buffer>, parts: PartDescription[]): Promise<void> {
  const blocks: Buffer[] = [];
  for await (const block of content) blocks.push(block);
  if (Buffer.concat(blocks).toString() !== JSON.stringify(parts)) throw damaged();
}

async function* readBlocks(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const block = await readBlock(reader);
    if (block.length === 0) return;
    yield block;
  }
}

async function readBlock(reader: ByteReader): Promise<Buffer> {
  const length = (await reader.exactly(4)).readUInt32BE();
  if (length > BLOCK_MAX_BYTES) throw damaged();
  return reader.exactly(length);
}

function asProblem(error: unknown): unknown {
  if (error instanceof CutOff) return new ArchiveProblem("The file is cut off: its end is missing.");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") ? damaged() : error;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
