import { type Duplex, Readable } from "node:stream";
import type { Client, Connection, Submittable } from "pg";

/** Rows are passed on in pieces of about this size. */
const PIECE_BYTES = 64 * 1024;

/** Methods of `pg`'s connection that its type definitions lack. */
type Wire = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sendCopyFail(reason: string): void };

/**
 * Runs a `copy … to stdout` on a connection of its own, without a pipeline. Pauses the connection
 * while the stream is full.
 */
export function copyOut(client: Client, statement: string): Readable {
  let wire: Connection | null = null;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const rows = new Readable({ read: () => wire?.stream.resume(), highWaterMark: 4 * PIECE_BYTES });

  const handOn = () => {
    const isWanted = waitingBytes === 0 || rows.push(Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
    return isWanted;
  };
  const copying: Submittable & Record<string, unknown> = {
    submit(connection: Connection) {
      wire = connection;
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // `pg` reuses the buffer of this chunk.
      waiting.push(Buffer.from(chunk));
      waitingBytes += chunk.length;
      if (waitingBytes >= PIECE_BYTES && !handOn()) wire?.stream.pause();
    },
    handleCommandComplete: () => void handOn(),
    handleReadyForQuery: () => void rows.push(null),
    handleError: (error: Error) => void rows.destroy(error),
  };
  client.query(copying);
  return rows;
}

/**
 * Runs a `copy … from stdin` on a connection of its own, without a pipeline, with rows from
 * `copyOut`.
 */
export async function copyIn(client: Client, statement: string, source: AsyncIterable<Buffer>): Promise<void> {
  let sourceFailure: unknown;
  await new Promise<void>((resolve, reject) => {
    let hasEnded = false;
    const end = (error?: unknown) => {
      hasEnded = true;
      if (error === undefined) resolve();
      else reject(sourceFailure ?? error);
    };
    const send = async (wire: Wire) => {
      try {
        for await (const chunk of source) {
          if (hasEnded) return;
          wire.sendCopyFromChunk(chunk);
          if (wire.stream.writableNeedDrain) await takesMore(wire.stream);
        }
        wire.endCopyFrom();
      } catch (error) {
        sourceFailure = error;
        wire.sendCopyFail("its source failed");
      }
    };
    const copying: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: (wire: Wire) => void send(wire),
      handleCommandComplete() {},
      handleReadyForQuery: () => end(),
      handleError: (error: Error) => end(error),
    };
    client.query(copying);
  });
}

/** Waits until a stream can be written again or has closed. */
function takesMore(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ["drain", "close"]) stream.off(event, done);
      resolve();
    };
    for (const event of ["drain", "close"]) stream.on(event, done);
  });
}
