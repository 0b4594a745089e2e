import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

const POLL_MS = 50;
/** Enough to accept what has connected, where the process gets its turns. */
const ACCEPT_MS = 50;
/** The kernel keeps no more connections for a process that is too busy to accept them. */
const ACCEPT_TURNS_MAX = 511;

/** Tracks a server's requests, so that it can stop without cutting any off. */
export type Drain = {
  /**
   * Accepts the connections that are made already and no new ones, ends event streams (browsers reconnect) and idle connections, and
   * waits until every received request is answered. Connections left after `timeoutMs` are
   * destroyed.
   */
  stop(timeoutMs: number): Promise<void>;
  /** The number of open event streams. */
  streams(): number;
};

/** Call it before the server answers its first request. */
export function openDrain(server: Server): Drain {
  const streams = new Set<ServerResponse>();
  let isLeaving = false;
  let accepted = 0;
  server.on("connection", () => {
    accepted += 1;
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (isLeaving) response.setHeader("Connection", "close");
    if (!request.headers.accept?.includes("text/event-stream")) return;
    streams.add(response);
    response.once("close", () => streams.delete(response));
  });

  /** Takes turns of the event loop until one brings no connection, because the wait may be over before any did. */
  async function acceptAll(): Promise<void> {
    for (let turns = 0, before = -1; before < accepted && turns < ACCEPT_TURNS_MAX; turns += 1) {
      before = accepted;
      await nextTurn();
    }
  }

  return {
    streams: () => streams.size,
    async stop(timeoutMs) {
      isLeaving = true;
      // Closing resets connections that the kernel has made and the process has not accepted yet.
      await wait(ACCEPT_MS);
      await acceptAll();
      const closed = new Promise((resolve) => server.close(resolve));
      const closeIdle = () => {
        for (const { req } of streams) req.socket.destroySoon();
        server.closeIdleConnections();
      };
      closeIdle();
      const closing = setInterval(closeIdle, POLL_MS);
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearInterval(closing);
      clearTimeout(timeout);
    },
  };
}
