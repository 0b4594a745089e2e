import { once } from "node:events";
import { createServer, connect as open, type Socket } from "node:net";
import { freePort } from "../processes/running-shop.ts";

/** A proxy to a PostgreSQL that counts statements. */
export type CountingProxy = {
  url: string;
  /**
   * Counts the statements during the work, except those of the live connection and the job queue.
   */
  during(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
};

const STARTUP_HEADER_BYTES = 8;
const HEADER_BYTES = 5;
const [QUERY, EXECUTE] = ["Q".charCodeAt(0), "E".charCodeAt(0)];

/** Opens a counting proxy to the database on a local port. */
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

/**
 * Parses the client's side of the PostgreSQL protocol: a start-up message without a type, then
 * messages of type, length and content.
 */
function countMessages(client: Socket, onStatement: () => void): void {
  let rest = Buffer.alloc(0);
  let isOfNobody: boolean | null = null;
  client.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (isOfNobody === null && rest.length >= STARTUP_HEADER_BYTES && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      const start = rest.subarray(0, length);
      isOfNobody = start.includes("trackside live") || start.includes("trackside jobs");
      rest = rest.subarray(length);
    }
    while (isOfNobody !== null && rest.length >= HEADER_BYTES && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      if (!isOfNobody && (rest[0] === QUERY || rest[0] === EXECUTE)) onStatement();
      rest = rest.subarray(end);
    }
  });
}
