/** One thing in an archive: a table's rows, a file, or what is told about the whole. */
export type PartHead = { kind: string; name: string; columns?: string[] };

/** A part with its content, which is read once. */
export type Part = { head: PartHead; content: AsyncIterable<Buffer> | Iterable<Buffer> };

/** What an archive says at its end about each of its parts. */
export type PartNote = { kind: string; name: string; bytes: number; sha256: string };

/** The part at the end that tells of all the others. */
export const CONTENTS = "contents";
