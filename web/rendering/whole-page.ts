import { Writable } from "node:stream";

/** Collects what React writes for a page of which every part is ready. */
export function wholePage(pipe: (destination: Writable) => void): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const page = new Writable({
      write(piece: Buffer, _, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces));
        done();
      },
    });
    page.on("error", reject);
    pipe(page);
  });
}
