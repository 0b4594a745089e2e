/** A file that is streamed while it is read. */
type FileInPieces = { name: string; type: string; pieces: AsyncGenerator<string | Uint8Array> };

/** Answers with a download that no cache stores. It is read only as fast as the client takes it. */
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
  // With a high-water mark of 0 the generator does not start for a body that is never read (HEAD).
  return new ReadableStream(source, { highWaterMark: 0 });
}
