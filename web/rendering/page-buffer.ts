import { Writable } from "node:stream";
import type { Zlib } from "node:zlib";

/** The destination of a page: a compressor, which can be flushed, or a plain stream. */
type Body = Writable & Partial<Pick<Zlib & { flush(): void }, "flush">>;

/**
 * Buffers the 4 KB chunks that React writes until it flushes, then writes them as one: each write
 * to a compressor costs a thread switch, which is more than the compression itself. Errors and
 * closing are passed on both ways, so React learns that a visitor left, and the reader that
 * rendering broke.
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

  /**
   * React calls this after each part, and ends a complete page right after it. The delay lets
   * `_final` write such a page.
   */
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
