import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A small load balancer: round robin, without the servers that failed their last health check. */
export type Balancer = { address: string; close(): Promise<void> };

/** The interval of the health check, and the time in which a server must answer it. */
const CHECK_EVERY_MS = 500;
const WELL_WITHIN_MS = 1_500;

/**
 * Opens a balancer. A request goes to the next server only if no connection could be made; one that
 * was forwarded is not repeated, because it may have been executed.
 */
export async function openBalancer(servers: string[]): Promise<Balancer> {
  const well = new Set(servers);
  let turn = 0;
  const looking = setInterval(() => {
    for (const server of servers) void isReady(server).then((isWell) => (isWell ? well.add(server) : well.delete(server)));
  }, CHECK_EVERY_MS);

  /** The healthy servers, beginning with the next in turn. */
  function inTurn(): string[] {
    const candidates = servers.filter((server) => well.has(server));
    turn += 1;
    return candidates.map((_, n) => candidates[(turn + n) % candidates.length] ?? "");
  }

  function handOn(asked: IncomingMessage, answer: ServerResponse, [server, ...others]: string[]): void {
    if (server === undefined) {
      answer.writeHead(503, { "retry-after": "1" }).end("{}");
      return;
    }
    const { hostname, port } = new URL(server);
    const { method, url: path } = asked;
    const headers = { ...asked.headers, "x-forwarded-for": "203.0.113.7", connection: "close" };
    const passed = request({ hostname, port, method, path, headers, agent: false }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
      given.on("error", () => answer.destroy());
    });
    passed.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") handOn(asked, answer, others);
      else answer.destroy();
    });
    answer.on("close", () => passed.destroy());
    // Sends the body only after the connection is made.
    passed.on("socket", (socket) => socket.once("connect", () => asked.pipe(passed)));
  }

  const balancer = createServer((asked, answer) => handOn(asked, answer, inTurn())).listen(0, "127.0.0.1");
  await once(balancer, "listening");
  return {
    address: `http://localhost:${(balancer.address() as AddressInfo).port}`,
    async close() {
      clearInterval(looking);
      balancer.closeAllConnections();
      balancer.close();
      await once(balancer, "close");
    },
  };
}

async function isReady(server: string): Promise<boolean> {
  return fetch(`${server}/readyz`, { signal: AbortSignal.timeout(WELL_WITHIN_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
