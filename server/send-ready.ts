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
  if (isHead || !socket || !shouldKeepAlive) {
    sendPlainly(ready, isHead, response);
    return;
  }

  const own = response as unknown as WithHead & ServerResponse;
  const { head, whole } = writtenNow(ready, own);
  own._header = head;
  own._headerSent = true;
  ready.putKey?.(randomUUID(), whole, head.length);
  socket.write(whole);
  // Bytes that are still on their way stay as they are: the next answer gets others.
  if (ready.putKey && socket.writableLength > 0) lately.delete(ready);
  response.end();
}

/** The answer with the head of this second, which is written if it is not there. */
function writtenNow(ready: ReadyAnswer, response: WithHead & ServerResponse): Written {
  const second = Math.floor(Date.now() / 1_000);
  const known = lately.get(ready);
  if (known?.second === second) return known;

  response.writeHead(200, ready.headers);
  const head = response._header;
  const written = { second, head, whole: Buffer.concat([Buffer.from(head, "latin1"), ready.body]) };
  lately.set(ready, written);
  return written;
}

/** As Node documents it: for the head alone, for an answer that waits behind another, and where the connection ends with it. */
function sendPlainly({ headers, body, putKey }: ReadyAnswer, isHead: boolean, response: ServerResponse): void {
  response.writeHead(200, headers);
  if (isHead) {
    response.end();
    return;
  }
  const own = putKey ? Buffer.from(body) : body;
  putKey?.(randomUUID(), own, 0);
  response.end(own);
}
