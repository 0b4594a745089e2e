import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 50;
/** Enough to accept what has connected: one connection takes a turn of the event loop. */
const ACCEPT_MS = 50;

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
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (isLeaving) response.setHeader("Connection", "close");
    if (!request.headers.accept?.includes("text/event-stream")) return;
    streams.add(response);
    response.once("close", () => streams.delete(response));
  });

  return {
    streams: () => streams.size,
    async stop(timeoutMs) {
      isLeaving = true;
      // Closing resets connections that the kernel has made and the process has not accepted yet.
      await wait(ACCEPT_MS);
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
