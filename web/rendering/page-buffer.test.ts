import { once } from "node:events";
import { PassThrough, Transform, type TransformCallback } from "node:stream";
import { setImmediate as aTurn } from "node:timers/promises";
import { brotliDecompressSync, createBrotliCompress, createBrotliDecompress } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Gathering } from "./page-buffer.ts";

const PIECE = 4096;
const pageOf = (pieces: number) => Array.from({ length: pieces }, (_, n) => Buffer.alloc(PIECE, `piece ${n} of a page `));

describe("a page on its way through a coder", () => {
  test("comes in one piece where it is whole at once", async () => {
    const body = new Counting();
    const gathering = new Gathering(body);
    const pieces = pageOf(20);
    for (const piece of pieces) gathering.write(piece);
    gathering.flush();
    gathering.end();
    expect(await whole(body)).toEqual(Buffer.concat(pieces));
    expect(body.taken).toBe(1);
  });

  test("comes as it was written, coded", async () => {
    const coder = createBrotliCompress();
    const gathering = new Gathering(coder);
    for (const piece of ["<html>", "₹ 499.00", "</html>"]) gathering.write(piece);
    gathering.flush();
    gathering.end();
    expect(brotliDecompressSync(await whole(coder)).toString()).toBe("<html>₹ 499.00</html>");
  });

  test("comes in part where only a part is ready, and the rest later", async () => {
    const coder = createBrotliCompress();
    const read = coder.pipe(createBrotliDecompress());
    const gathering = new Gathering(coder);
    gathering.write("what is ready, ");
    gathering.flush();
    const [first] = await once(read, "data");
    expect(String(first)).toBe("what is ready, ");
    gathering.write("and the rest");
    gathering.flush();
    const [second] = await once(read, "data");
    expect(String(second)).toBe("and the rest");
    gathering.end();
    read.resume();
    await once(read, "end");
  });

  test("may be flushed with nothing ready, and end without anything", async () => {
    const body = new PassThrough();
    const gathering = new Gathering(body);
    gathering.flush();
    await aTurn();
    gathering.end();
    expect(await whole(body)).toHaveLength(0);
  });

  test("notices that its visitor has left", async () => {
    const coder = createBrotliCompress();
    const gathering = new Gathering(coder);
    gathering.write("what nobody reads");
    gathering.flush();
    coder.destroy();
    await once(gathering, "close");
    expect(gathering.destroyed).toBe(true);
  });

  test("fails with the reason why its encoder broke", async () => {
    const coder = createBrotliCompress();
    const gathering = new Gathering(coder);
    const broken = once(gathering, "close").catch((error) => error);
    coder.destroy(new Error("no memory"));
    expect(await broken).toEqual(new Error("no memory"));
  });

  test("breaks off where React does", async () => {
    const coder = createBrotliCompress();
    const gathering = new Gathering(coder);
    const broken = once(coder, "close").catch((error) => error);
    gathering.once("error", () => {});
    gathering.destroy(new Error("the page broke"));
    expect(await broken).toEqual(new Error("the page broke"));
  });
});

/** A plain stream that counts its chunks. */
class Counting extends Transform {
  taken = 0;

  override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.taken += 1;
    done(null, piece);
  }
}

async function whole(body: Transform): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
