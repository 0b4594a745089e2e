import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

/** Who has not sent the head of a request by then is let go: it fits into a packet or two. */
const HEAD_WITHIN_MS = 20_000;
/** A whole request may take so long: a picture over the slowest of mobile networks. */
const REQUEST_WITHIN_MS = 5 * 60_000;
const LOOK_EVERY_MS = 5_000;
/** Who neither reads nor sends anything for so long has gone; event streams say something much more often. */
const SILENT_MS = 2 * 60_000;
/** Longer than proxies keep an idle connection, so that none is closed under a request that is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** Connections beyond this are not taken. Each costs little, but files and the database need some of what the system lets a process open, too. */
const CONNECTIONS_MAX = 20_000;
const KEPT_FREE = 200;
const CONNECTIONS_MAX_UNTOLD = 4_000;
/** One connection may ask so many things before the first is answered. Browsers and proxies ask one at a time. */
const ASKED_AT_ONCE_MAX = 16;

/** Answers at once what it can, or has the rest answered. */
type Front = (request: IncomingMessage, response: ServerResponse, theLongWay: () => void) => void;

type Limits = { headWithinMs?: number; requestWithinMs?: number; silentMs?: number; lookEveryMs?: number; connectionsMax?: number };

/**
 * A server that nobody can use up for the others: those who are slow or silent are let go after a while, one connection cannot ask for thousands of pages at
 * once, and where there are too many connections, those that are only kept for later make room.
 */
export function openServer(
  fetch: Parameters<typeof createAdaptorServer>[0]["fetch"],
  {
    headWithinMs = HEAD_WITHIN_MS,
    requestWithinMs = REQUEST_WITHIN_MS,
    silentMs = SILENT_MS,
    lookEveryMs = LOOK_EVERY_MS,
    connectionsMax = connectionsAllowed(),
  }: Limits = {},
  front: Front = (_request, _response, theLongWay) => theLongWay(),
): Server {
  const serverOptions = {
    headersTimeout: headWithinMs,
    requestTimeout: requestWithinMs,
    connectionsCheckingInterval: lookEveryMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createAdaptorServer({ fetch, serverOptions }) as Server;
  askedInTurn(server, front);
  server.setTimeout(silentMs);
  server.maxConnections = connectionsMax;
  server.on("drop", () => server.closeIdleConnections());
  return server;
}

/** Cuts a connection that asks for more and more without waiting for an answer, before what it asks for is made. */
function askedInTurn(server: Server, front: Front): void {
  const asked = new WeakMap<Socket, { now: number }>();
  const answer = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    const known = asked.get(socket);
    const count = known ?? { now: 0 };
    if (!known) asked.set(socket, count);
    count.now += 1;
    if (count.now > ASKED_AT_ONCE_MAX) {
      socket.destroy();
      return;
    }
    response.on("close", () => {
      count.now -= 1;
    });
    front(request, response, () => {
      for (const listener of answer) listener(request, response);
    });
  });
}

/** What the system lets this process open, where it tells. */
function connectionsAllowed(): number {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Math.max(KEPT_FREE, Math.min(CONNECTIONS_MAX, Number(files ?? CONNECTIONS_MAX) - KEPT_FREE));
  } catch {
    return CONNECTIONS_MAX_UNTOLD;
  }
}
