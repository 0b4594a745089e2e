import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { MINUTE_MS } from "#shop/constants.ts";

/** Request headers must arrive within 20 s. */
const HEAD_WITHIN_MS = 20_000;
/**
 * A whole request must arrive within 5 minutes: enough for a picture over a very slow mobile
 * network.
 */
const REQUEST_WITHIN_MS = 5 * MINUTE_MS;
const CHECK_EVERY_MS = 5_000;
/** An idle connection is closed after 2 minutes; event streams send a heartbeat more often. */
const IDLE_MS = 2 * MINUTE_MS;
/**
 * Longer than proxies keep idle connections, so that a proxy never sends a request into a closing
 * one.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * The most connections of a process. Each costs little, but files and the database need descriptors
 * from the same system limit.
 */
const CONNECTIONS_MAX = 20_000;
const FILES_RESERVED = 200;
const CONNECTIONS_MAX_UNKNOWN = 4_000;
/**
 * One connection may have this many requests in flight. Browsers and proxies send one at a time.
 */
const REQUESTS_AT_ONCE_MAX = 4;

/** Answers what it can and calls `next` for the rest. */
type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Counts an answered request, with the time since it arrived in seconds. `status` is null if the
 * visitor left before the answer was sent.
 */
type Count = (url: string, status: number | null, seconds: number) => void;

type Limits = { headWithinMs?: number; requestWithinMs?: number; idleMs?: number; checkEveryMs?: number; connectionsMax?: number };

/**
 * Creates the HTTP server, hardened against exhaustion: slow and idle connections are closed, one
 * connection cannot pipeline thousands of requests, and idle connections are closed when there are
 * too many.
 */
export function openServer(
  fetch: Parameters<typeof getRequestListener>[0],
  {
    headWithinMs = HEAD_WITHIN_MS,
    requestWithinMs = REQUEST_WITHIN_MS,
    idleMs = IDLE_MS,
    checkEveryMs = CHECK_EVERY_MS,
    connectionsMax = connectionsAllowed(),
  }: Limits = {},
  front: Front = (_request, _response, next) => next(),
  count: Count = () => {},
): Server {
  const serverOptions = {
    headersTimeout: headWithinMs,
    requestTimeout: requestWithinMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const answer = getRequestListener(fetch, { autoCleanupIncoming: false });
  const atOnce = new WeakMap<Socket, number>();
  const server = createServer(serverOptions, (request, response) => {
    const { socket } = request;
    const inFlight = (atOnce.get(socket) ?? 0) + 1;
    // Closed before the request is processed.
    if (inFlight > REQUESTS_AT_ONCE_MAX) return socket.destroy();
    atOnce.set(socket, inFlight);
    const receivedAt = performance.now();
    response.on("close", () => {
      count(request.url ?? "", response.writableFinished ? response.statusCode : null, (performance.now() - receivedAt) / 1_000);
      atOnce.set(socket, (atOnce.get(socket) ?? 1) - 1);
      throwAwayRest(request);
    });
    front(request, response, () => void answer(request, response));
  });
  server.setTimeout(idleMs);
  server.maxConnections = connectionsMax;
  server.on("drop", () => server.closeIdleConnections());
  return server;
}

/**
 * Discards what is still being sent of a body that nobody wanted: a client that is cut off while
 * sending never reads the answer. The time for a request bounds this, too.
 */
function throwAwayRest(request: IncomingMessage): void {
  if (!request.readableEnded && !request.destroyed) request.removeAllListeners("data").resume();
}

/**
 * How many connections this process may open, from its file descriptor limit if the system says
 * it.
 */
function connectionsAllowed(): number {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Math.max(FILES_RESERVED, Math.min(CONNECTIONS_MAX, Number(files ?? CONNECTIONS_MAX) - FILES_RESERVED));
  } catch {
    return CONNECTIONS_MAX_UNKNOWN;
  }
}
