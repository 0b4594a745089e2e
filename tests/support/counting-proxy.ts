import { once } from "node:events";
import { createServer, connect as open, type Socket } from "node:net";
import { freePort } from "./running-shop.ts";

/** A door to a PostgreSQL that counts the statements which pass. */
export type CountingProxy = {
  url: string;
  /** How many statements pass while the work goes on; those of the live connection do not count. */
  during(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
};

const STARTUP_HEADER_BYTES = 8;
const HEADER_BYTES = 5;
const [QUERY, EXECUTE] = ["Q".charCodeAt(0), "E".charCodeAt(0)];

/** Opens a counting door to the database on a local port. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const socketFile = `${target.searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let statements = 0;

  const server = createServer((client) => {
    const database = open(socketFile);
    for (const socket of [client, database]) sockets.add(socket.on("error", () => {}));
    client.pipe(database).pipe(client);
    countMessages(client, () => {
      statements += 1;
    });
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  target.searchParams.delete("host");
  target.host = `127.0.0.1:${port}`;
  return {
    url: target.href,
    async during(work) {
      const before = statements;
      await work();
      return statements - before;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Reads what a client sends as PostgreSQL's messages: a start without a type, then type, length and content, again and again. */
function countMessages(client: Socket, onStatement: () => void): void {
  let rest = Buffer.alloc(0);
  let isLive: boolean | null = null;
  client.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (isLive === null && rest.length >= STARTUP_HEADER_BYTES && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      isLive = rest.subarray(0, length).includes("trackside live");
      rest = rest.subarray(length);
    }
    while (isLive !== null && rest.length >= HEADER_BYTES && rest.length > rest.readUInt32BE(1)) {
      if (!isLive && (rest[0] === QUERY || rest[0] === EXECUTE)) onStatement();
      rest = rest.subarray(1 + rest.readUInt32BE(1));
    }
  });
}
