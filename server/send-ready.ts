import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type ReadyAnswer, unchangedHeaders } from "./ready-answer.ts";

/** An answer with the head that Node wrote for it in this second. */
type Written = { second: number; head: string; whole: Buffer };
const lately = new WeakMap<ReadyAnswer, Written>();

/** Where Node keeps a response's head, and whether it is sent; there is no other way to tell it that this was done. */
type WithHead = { _header: string; _headerSent: boolean };

/**
 * Sends an answer that is ready. Its head is written by Node itself, but once a second only: to write it anew takes longer than all else that is done here. Head and body
 * then go to the connection as they lie, a form's key put into them. Who has the answer already is told so.
 */
export function sendReady(
  ready: ReadyAnswer,
  { isHead, known }: { isHead: boolean; known: string | null },
  response: ServerResponse,
): void {
  if (ready.etag && known?.includes(ready.etag)) {
    response.writeHead(304, unchangedHeaders(ready)).end();
    return;
  }
  const { socket, shouldKeepAlive } = response;
  const own = response as unknown as WithHead;
  const second = Math.floor(Date.now() / 1_000);
  const written = lately.get(ready);
  if (written?.second === second && socket && shouldKeepAlive && !isHead) {
    own._header = written.head;
    own._headerSent = true;
    ready.putKey?.(randomUUID(), written.whole, written.head.length);
    socket.write(written.whole);
    // Bytes that are still on their way stay as they are: the next answer gets others.
    if (ready.putKey && socket.writableLength > 0) lately.delete(ready);
    response.end();
    return;
  }
  response.writeHead(200, ready.headers);
  const head = own._header;
  const whole = Buffer.concat([Buffer.from(head, "latin1"), ready.body]);
  if (shouldKeepAlive) lately.set(ready, { second, head, whole });
  if (isHead) response.end();
  else {
    const body = Buffer.from(ready.body);
    ready.putKey?.(randomUUID(), body, 0);
    response.end(body);
  }
}
