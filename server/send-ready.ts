import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type ReadyAnswer, unchangedHeaders } from "./ready-answer.ts";

/** The head that Node wrote for an answer in this second, and the whole answer with it, once that was asked for again and is the same for all. */
type Written = { second: number; head: string; whole: string | null };
const written = new WeakMap<ReadyAnswer, Written>();

/** Where Node keeps a response's head until it is sent; there is no other way to hand it one that is written already. */
type WithHead = { _header: string | null };

/**
 * Sends an answer that is ready. Its head is written by Node itself, but once a second only: to write it anew takes longer than all else that is done here. Who
 * has the answer already is told so, and a connection that is to end gets a head of its own, which says that.
 */
export function sendReady(
  ready: ReadyAnswer,
  { isHead, known: has }: { isHead: boolean; known: string | null },
  response: ServerResponse,
): void {
  if (ready.etag && has?.includes(ready.etag)) {
    response.writeHead(304, unchangedHeaders(ready)).end();
    return;
  }
  const second = Math.floor(Date.now() / 1_000);
  const known = written.get(ready);
  const { body } = ready;
  const own = response as unknown as WithHead;
  if (known?.second === second && !isHead && response.shouldKeepAlive) {
    if (typeof body === "string") known.whole ??= known.head + body;
    own._header = known.whole ?? known.head;
    endWith(typeof body === "string" ? "" : body, response);
    return;
  }
  response.writeHead(200, ready.headers);
  const head = own._header;
  if (typeof head === "string" && response.shouldKeepAlive) written.set(ready, { second, head, whole: null });
  endWith(isHead ? "" : body, response);
}

/** Bytes that are still on their way when the next answer needs them stay as they are. */
function endWith(body: ReadyAnswer["body"], response: ServerResponse): void {
  if (typeof body === "string") {
    response.end(body, "latin1");
    return;
  }
  response.end(body.filled(randomUUID()));
  if (response.writableLength > 0) body.leave();
}
