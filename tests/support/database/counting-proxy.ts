import { once } from "node:events";
import { createServer, connect as open, type Socket } from "node:net";
import { freePort } from "./running-shop.ts";

/** A door to a PostgreSQL that counts the statements which pass. */
export type CountingProxy = {
  url: string;
  /** How many statements pass while the work goes on; those of the live connection do not count, nor those that the shop asks by itself. */
  during(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
};

const STARTUP_HEADER_BYTES = 8;
const HEADER_BYTES = 5;
const [QUERY, PARSE, EXECUTE] = ["Q".charCodeAt(0), "P".charCodeAt(0), "E".charCodeAt(0)];

/** Opens a counting door to the database on a local port. `byItself` tells by its text what the shop asks from time to time, whoever visits it: no statement with a name. */
export async function openCountingProxy(databaseUrl: string, byItself: RegExp): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const socketFile = `${target.searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let statements = 0;

  const server = createServer((client) => {
    const database = open(socketFile);
    for (const socket of [client, database]) sockets.add(socket.on("error", () => {}));
    client.pipe(database).pipe(client);
    countMessages(client, byItself, () => {
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
function countMessages(client: Socket, byItself: RegExp, onStatement: () => void): void {
  let rest = Buffer.alloc(0);
  let isLive: boolean | null = null;
  let isByItself = false;
  client.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (isLive === null && rest.length >= STARTUP_HEADER_BYTES && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      isLive = rest.subarray(0, length).includes("trackside live");
      rest = rest.subarray(length);
    }
    while (isLive !== null && rest.length >= HEADER_BYTES && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest[0] === PARSE) isByItself = byItself.test(rest.toString("utf8", HEADER_BYTES, end));
      else if (!isLive && (rest[0] === QUERY || rest[0] === EXECUTE)) {
        if (!isByItself) onStatement();
        isByItself = false;
      }
      rest = rest.subarray(end);
    }
  });
}
