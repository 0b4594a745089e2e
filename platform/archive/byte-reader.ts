/** The source ended before everything was read. */
export class CutOff extends Error {
  override name = "CutOff";
}

/** Reads a given number of bytes at a time from a stream. */
export type ByteReader = {
  /** Reads exactly `count` bytes. Throws `CutOff` if there are fewer. */
  exactly(count: number): Promise<Buffer>;
  /** Reads a line without its end, at most `max` bytes long. Throws `CutOff` if there is none. */
  line(max: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
};

/** Opens a stream for reading a given number of bytes at a time. */
export function openByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  }

  /** Joins the chunks once: large blocks come in many. */
  async function hold(count: number): Promise<void> {
    const blocks = [held];
    for (let bytes = held.length; bytes < count; bytes += blocks.at(-1)?.length ?? 0) {
      const next = await chunks.next();
      if (next.done) throw new CutOff();
      blocks.push(next.value);
    }
    if (blocks.length > 1) held = Buffer.concat(blocks);
  }

  function take(count: number): Buffer {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  }

  return {
    async exactly(count) {
      await hold(count);
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
