/** The head of one part of an archive: a table's rows, a file, or the table of contents. */
export type PartHead = { kind: string; name: string; columns?: string[] };

/** A part with its content, which can be read once. */
export type Part = { head: PartHead; content: AsyncIterable<Buffer> | Iterable<Buffer> };

/** An entry of the table of contents at the end of an archive. */
export type PartDescription = { kind: string; name: string; bytes: number; sha256: string };

/** The part at the end that lists all the others. */
export const CONTENTS = "contents";
