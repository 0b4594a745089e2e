import { Writable } from "node:stream";
import type { EntryContext } from "react-router";

/** Whether a loader or action returned a promise, so that a part of the page comes later. */
export function hasLateParts({ staticHandlerContext: { loaderData, actionData } }: EntryContext): boolean {
  const returned: unknown[] = [...Object.values(loaderData), ...Object.values(actionData ?? {})];
  return returned.some((data) => Object.values(data ?? {}).some((value) => value instanceof Promise));
}

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
