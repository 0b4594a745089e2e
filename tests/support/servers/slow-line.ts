import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy that delays like the network between two machines far apart. */
export type SlowLine = { port: number; close(): Promise<void> };

/**
 * Opens a proxy to a port of this machine. Everything takes half a round trip in each direction, and
 * a connection one and a half until the server has it.
 */
export async function openSlowLine(port: number, roundTripMs: number, near = "127.0.0.1"): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    setTimeout(() => {
      const far = connect({ port, host: near, allowHalfOpen: true });
      keep(far);
      delay(client, far);
      delay(far, client);
    }, 1.5 * roundTripMs);
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }

  /** Timers of the same length end in the order in which they began. */
  function delay(from: Socket, to: Socket): void {
    const after = (act: () => void) => setTimeout(act, roundTripMs / 2);
    from.on("data", (bytes) => after(() => to.write(bytes)));
    from.on("end", () => after(() => to.end()));
    from.on("close", () => after(() => to.destroySoon()));
  }

  server.listen(0, near);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
