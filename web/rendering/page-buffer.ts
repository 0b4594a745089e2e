import { Writable } from "node:stream";
import type { Zlib } from "node:zlib";

/** Where a page goes: a coder, which hands on what it has when it is flushed, or a plain stream. */
type Body = Writable & Partial<Pick<Zlib & { flush(): void }, "flush">>;

/**
 * Takes a page as React writes it, in pieces of 4 KB, and hands on in one piece what React wrote until it flushed: a coder takes each piece to a thread and back, and that costs
 * more than coding it. A page that is whole at once is flushed by its end. It ends with its body and its body with it, so React is told of a visitor who has left, and
 * who reads a page of one that broke.
 */
export class Gathering extends Writable {
  readonly #body: Body;
  #pieces: Buffer[] = [];

  constructor(body: Body) {
    super();
    this.#body = body;
    body.once("error", (error) => this.destroy(error));
    body.once("close", () => this.destroy());
  }

  /** React calls this when it has written all that is ready, and ends a whole page right behind it. */
  flush(): void {
    process.nextTick(() => {
      if (this.writableEnded || this.destroyed || this.#pieces.length === 0) return;
      this.#body.write(this.#gathered());
      this.#body.flush?.();
    });
  }

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  override _final(done: () => void): void {
    this.#body.end(this.#gathered());
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.writableFinished) this.#body.destroy(error ?? undefined);
    done(error);
  }

  #gathered(): Buffer {
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return all;
  }
}
