import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { takeWaiting } from "./take-waiting.ts";

const POLL_MS = 50;
/** Who asks again on a kept connection within this is answered, and told with the answer that the connection ends. */
const LINGER_MS = 200;

/** Watches what a server answers, so that it can be stopped without cutting anybody off. */
export type Drain = {
  /**
   * Ends each connection with its next answer. A moment later (less than a second) takes no new ones, ends those that ask nothing and the event streams
   * (browsers come back by themselves), and waits until every request is answered, at most `patienceMs`; what is left then is cut.
   */
  stop(patienceMs: number): Promise<void>;
};

/** Call it before the server answers its first request. It waits for connections that the server was given, too. */
export function openDrain(server: Server): Drain {
  const streams = new Set<IncomingMessage>();
  const sockets = new Set<Socket>();
  let whenEmpty = () => {};
  let isLeaving = false;
  // Before anybody answers.
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (isLeaving) response.shouldKeepAlive = false;
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
      isLeaving = true;
      if (sockets.size > 0) await wait(LINGER_MS);
      await takeWaiting(server);
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
