import type { Server, Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

/** What a server is busy with has been answered long before. */
const TAKE_WITHIN_MS = 500;
/** After a turn as short as this hardly anybody can have come since it was seen that nobody waits. */
const SHORT_TURN_MS = 1;

/**
 * Stops listening once nobody waits to be taken any more, or after half a second. A server that is just closed has the system reset the connections that it
 * has not taken, though their requests may have been sent: Node takes one in each turn of its loop. Those who are taken here are answered once nothing new is
 * taken, since whoever is answered comes again. Does not wait for them. A server that does not listen is closed at once.
 */
export async function stopListening(server: Server & { pauseOnConnect?: boolean }): Promise<void> {
  if (!server.listening) return void server.close();

  const listeners = server.rawListeners("connection") as ((socket: Socket) => void)[];
  const { pauseOnConnect } = server;
  const taken: Socket[] = [];
  const hold = (socket: Socket) => void taken.push(socket);
  server.removeAllListeners("connection");
  server.on("connection", hold);
  server.pauseOnConnect = true;
  await untilNobodyComes(() => taken.length);
  server.close();
  server.off("connection", hold);
  for (const listener of listeners) server.on("connection", listener);
  for (const socket of taken) {
    server.emit("connection", socket);
    if (!pauseOnConnect) socket.resume();
  }
}

async function untilNobodyComes(came: () => number): Promise<void> {
  const until = performance.now() + TAKE_WITHIN_MS;
  await turn();
  for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
    const [before, beganAt] = [came(), performance.now()];
    await turn();
    isQuiet = came() === before && performance.now() - beganAt < SHORT_TURN_MS;
  }
}
