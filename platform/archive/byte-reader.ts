/** The source ended in the middle of what was to be read. */
export class CutOff extends Error {
  override name = "CutOff";
}

/** Reads a stream by numbers of bytes. */
export type ByteReader = {
  /** Exactly so many bytes. Throws `CutOff` when there are fewer. */
  exactly(count: number): Promise<Buffer>;
  /** A line without its end, at most `max` bytes long. Throws `CutOff` when there is none. */
  line(max: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
};

/** Opens a stream for reading by numbers of bytes. */
export function openByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  }

  function take(count: number): Buffer {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  }

  return {
    async exactly(count) {
      while (held.length < count) if (!(await more())) throw new CutOff();
      return take(count);
    },
    async line(max) {
      for (;;) {
        const end = held.indexOf(0x0a);
        if (end >= 0 && end <= max) return take(end + 1).subarray(0, -1);
        if (held.length > max || !(await more())) throw new CutOff();
      }
    },
    async isAtEnd() {
      while (held.length === 0) if (!(await more())) return true;
      return false;
    },
  };
}
