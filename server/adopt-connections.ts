import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FromWorker, ToWorker } from "./web-messages.ts";

/**
 * Lets a server that listens nowhere answer the connections that this process is given until it is closed, with the limits that it has for its own.
 */
export function adoptConnections(server: Server): void {
  let isTaking = true;
  let open = 0;
  // The server looks after slow connections from then on.
  server.emit("listening");

  const tell = (message: FromWorker) => process.send?.(message, undefined, undefined, () => {});
  process.on("message", (message: ToWorker, given: unknown) => {
    if (message.say !== "connection") return;
    const socket = given as Socket | undefined;
    tell({ say: isTaking && socket ? "taken" : "refused", id: message.id });
    if (socket === undefined) return;
    if (!isTaking) return void socket.destroy();
    if (open >= server.maxConnections) {
      server.emit("drop");
      return void socket.destroy();
    }
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    socket.allowHalfOpen = true;
    server.emit("connection", socket);
  });
  server.once("close", () => {
    isTaking = false;
  });
}
