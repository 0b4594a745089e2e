import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a PostgreSQL that can be cut, so that nothing passes and nobody is told. */
export type Cable = { url: string; cut(): void; mend(): void; close(): Promise<void> };

/** Lays a cable to the database of this address, of which the host is a folder with a socket or a machine; `near` is where it begins. */
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
    /** What was under way is lost, as after a long cut; new connections get through. */
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
