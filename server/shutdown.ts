import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const POLL_MS = 50;

/** Watches what a server answers, so that it can be stopped without cutting anybody off. */
export type Drain = {
  /**
   * Takes no new connections, ends the event streams (browsers come back by themselves) and waits until every request is answered, at most
   * `patienceMs`; what is left then is cut.
   */
  stop(patienceMs: number): Promise<void>;
};

/** Call it before the server answers its first request. It waits for connections that the server was given, too. */
export function openDrain(server: Server): Drain {
  const streams = new Set<IncomingMessage>();
  const sockets = new Set<Socket>();
  let whenEmpty = () => {};
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!request.headers.accept?.includes("text/event-stream")) return;
    streams.add(request);
    response.once("close", () => streams.delete(request));
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) whenEmpty();
    });
  });

  return {
    async stop(patienceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const tidy = setInterval(() => {
        for (const stream of streams) stream.socket.destroySoon();
        server.closeIdleConnections();
      }, POLL_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      if (sockets.size > 0) await new Promise<void>((resolve) => (whenEmpty = resolve));
      clearInterval(tidy);
      clearTimeout(impatience);
    },
  };
}
