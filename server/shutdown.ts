import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { stopListening } from "./stop-listening.ts";

const POLL_MS = 50;
/** Who asks again on a kept connection within this is answered, and told with the answer that the connection ends. */
const LINGER_MS = 200;
/** Who has connected, but asks nothing for so long after nobody new is taken, is not waited for: browsers and proxies connect ahead. */
const ASKS_WITHIN_MS = 500;

/** Watches what a server answers, so that it can be stopped without cutting anybody off. */
export type Drain = {
  /**
   * Ends each connection with its next answer. A moment later (within 0.7 s) takes no new ones, ends those that ask nothing and the event streams (browsers
   * come back by themselves), and waits until every request is answered. What is left `patienceMs` after the call is cut.
   */
  stop(patienceMs: number): Promise<void>;
};

/** Call it before the server answers its first request. It waits for connections that the server was given, too. */
export function openDrain(server: Server): Drain {
  const unanswered = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let whenEmpty = () => {};
  let isLeaving = false;
  // Before anybody answers.
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    if (isLeaving) response.shouldKeepAlive = false;
  });
  // After what is answered at once.
  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    if (response.writableEnded) return;
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) whenEmpty();
    });
  });

  /** Ends what nobody waits for an answer on. */
  function tidy(isEveryoneHeard: boolean): void {
    for (const { req } of unanswered) if (req.headers.accept?.includes("text/event-stream")) req.socket.destroySoon();
    if (isEveryoneHeard) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    server.closeIdleConnections();
  }

  return {
    async stop(patienceMs) {
      const until = performance.now() + patienceMs;
      isLeaving = true;
      for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
      // One that listens nowhere may be given connections in this moment.
      if (sockets.size > 0 || !server.listening) await wait(LINGER_MS);
      await stopListening(server);

      const stoppedAt = performance.now();
      // What has arrived is read first.
      const tidying = setInterval(() => setImmediate(tidy, performance.now() - stoppedAt > ASKS_WITHIN_MS), POLL_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), Math.max(0, until - performance.now()));
      if (sockets.size > 0) await new Promise<void>((resolve) => (whenEmpty = resolve));
      clearInterval(tidying);
      clearTimeout(impatience);
    },
  };
}
