import { once } from "node:events";
import { createServer, connect as open, type Socket } from "node:net";
import { freePort } from "../processes/running-shop.ts";

/** A proxy to a PostgreSQL that can become unresponsive, like a cable that was pulled out. */
export type BadWay = {
  url: string;
  /** From now on nothing passes in either direction, without any error. */
  stopResponding(): void;
  /** Lets everything held back pass, and all that follows. */
  goOn(): void;
  close(): Promise<void>;
};

/** Opens a proxy to the database that works at first. */
export async function openBadWay(databaseUrl: string): Promise<BadWay> {
  const target = new URL(databaseUrl);
  const socketFile = `${target.searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let isUnresponsive = false;

  const server = createServer((client) => {
    const database = open(socketFile);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("data", (chunk) => to.write(chunk));
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isUnresponsive) from.pause();
    }
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  target.searchParams.delete("host");
  target.host = `127.0.0.1:${port}`;
  return {
    url: target.href,
    stopResponding() {
      isUnresponsive = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isUnresponsive = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
