import type { IncomingMessage, Server, ServerResponse } from "node:http";

const POLL_MS = 50;

/** Tracks a server's requests, so that it can stop without cutting any off. */
export type Drain = {
  /**
   * Accepts no new connections, ends event streams (browsers reconnect) and idle connections, and
   * waits until every received request is answered. Connections left after `timeoutMs` are
   * destroyed.
   */
  stop(timeoutMs: number): Promise<void>;
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
    async stop(timeoutMs) {
      isLeaving = true;
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
