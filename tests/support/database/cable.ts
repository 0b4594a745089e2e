import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to a PostgreSQL that can be cut: nothing passes, and no connection is closed. */
export type Cable = { url: string; cut(): void; mend(): void; close(): Promise<void> };

/**
 * Opens a proxy to the database at this URL, whose host is a socket folder or a machine. `near` is
 * the address it listens on.
 */
export async function layCable(databaseUrl: string, near = "127.0.0.1"): Promise<Cable> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get("host");
  const port = Number(target.port) || 5432;
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;

  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.on("error", () => {});
      from.on("data", (bytes) => void to.write(bytes));
      from.on("close", () => {
        pairs.delete(pair);
        if (!isCut) to.destroy();
      });
      if (isCut) from.pause();
    }
  }).listen(0, near);
  await once(server, "listening");

  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.host = `${near}:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    /** Loses what was in transit, as after a long outage; new connections get through. */
    mend() {
      isCut = false;
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      pairs.clear();
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
