/** A file that is read while it is sent: what it is called, what it is, and its text in pieces, or the bytes of it. */
export type FileInPieces = { name: string; type: string; pieces: AsyncGenerator<string | Uint8Array> };

/** Answers with a file that browsers save and nobody keeps in between. It is read on only as fast as it is taken. */
export function streamedFile({ name, type, pieces }: FileInPieces): Response {
  return new Response(asBytes(pieces), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function asBytes(pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  };
  // Nothing is begun for a body that nobody reads, such as that of a HEAD request: nobody would end it.
  return new ReadableStream(source, { highWaterMark: 0 });
}
