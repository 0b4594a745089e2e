import type { Server, Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

/** What a server is busy with has been answered long before. */
const TAKE_WITHIN_MS = 500;
/** After a turn as short as this hardly anybody can have come since it was seen that nobody waits. */
const SHORT_TURN_MS = 1;

/**
 * Takes the connections that the system holds for a server, and resolves when nobody waits any more, or after half a second. A server that stops listening
 * before has the system reset them, though their requests may have been sent: Node takes one connection in each turn of its loop. Nobody who is taken here is
 * answered before it resolves, since whoever is answered comes again.
 */
export async function takeWaiting(server: Server): Promise<void> {
  const until = performance.now() + TAKE_WITHIN_MS;
  const taken: { socket: Socket; wasPaused: boolean }[] = [];
  const hold = (socket: Socket) => {
    taken.push({ socket, wasPaused: socket.isPaused() });
    socket.on("error", ignore).pause();
  };
  const listeners = server.rawListeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", hold);
  await turn();
  for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
    const [before, beganAt] = [taken.length, performance.now()];
    await turn();
    isQuiet = taken.length === before && performance.now() - beganAt < SHORT_TURN_MS;
  }
  server.off("connection", hold);
  for (const listener of listeners) server.on("connection", listener);
  for (const { socket, wasPaused } of taken) {
    if (socket.destroyed) continue;
    socket.off("error", ignore);
    server.emit("connection", socket);
    if (!wasPaused) socket.resume();
  }
}

/** Who has gone meanwhile is not waited for. */
function ignore(): void {}
