import type { Keyring } from "./archive-key.server.ts";
import { ArchiveProblem } from "./archive-problem.ts";
import { openArchive } from "./read-archive.server.ts";
import { type ArchiveOptions, archived, type Seal } from "./write-archive.server.ts";

/** Returns the bytes of an archive with one part in it. */
export async function archiveOne(
  seal: Seal,
  { kind, name, bytes }: { kind: string; name: string; bytes: Uint8Array },
  options: ArchiveOptions = {},
): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const part = { head: { kind, name }, content: [Buffer.from(bytes)] };
  for await (const block of archived(seal, justOne(part), options)) blocks.push(block);
  return Buffer.concat(blocks);
}

/** Reads such an archive again. Throws an `ArchiveProblem` as `openArchive` does, also for another part. */
export async function readOne(archive: Uint8Array, name: string, keyOf: Keyring): Promise<Buffer> {
  const opened = await openArchive(archive, keyOf);
  const blocks: Buffer[] = [];
  const parts = await opened.read(async (_head, content) => {
    for await (const block of content) blocks.push(block);
  });
  if (parts.length !== 1 || parts[0]?.name !== name) throw new ArchiveProblem("The file is damaged.");
  return Buffer.concat(blocks);
}

async function* justOne<T>(value: T): AsyncGenerator<T> {
  yield value;
}
