import { readFileSync } from "node:fs";
import type { Server, ServerOptions } from "node:http";

/** Who has not sent the head of a request by then is let go: it fits into a packet or two. */
const HEAD_WITHIN_MS = 20_000;
/** A whole request may take so long: a picture over the slowest of mobile networks. */
const REQUEST_WITHIN_MS = 5 * 60_000;
const LOOK_EVERY_MS = 5_000;
/** Who neither reads nor sends anything for so long has gone; event streams say something much more often. */
const SILENT_MS = 2 * 60_000;
/** Longer than proxies keep an idle connection, so that none is closed under a request that is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** Connections beyond this are not taken. Each costs little, but files and the database need some of what the system lets a process open, too. */
const CONNECTIONS_MAX = 20_000;
const KEPT_FREE = 200;
const CONNECTIONS_MAX_UNTOLD = 4_000;

/** How long a server waits for those who are slow. */
export const patience: ServerOptions = {
  headersTimeout: HEAD_WITHIN_MS,
  requestTimeout: REQUEST_WITHIN_MS,
  connectionsCheckingInterval: LOOK_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
};

/** Lets nobody use up all connections: silent ones end, and where there are too many, those that are only kept for later make room. */
export function guardConnections(server: Server, max = connectionsMax()): void {
  server.setTimeout(SILENT_MS);
  server.maxConnections = max;
  server.on("drop", () => server.closeIdleConnections());
}

/** What the system lets this process open, where it tells. */
function connectionsMax(): number {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Math.max(KEPT_FREE, Math.min(CONNECTIONS_MAX, Number(files ?? CONNECTIONS_MAX) - KEPT_FREE));
  } catch {
    return CONNECTIONS_MAX_UNTOLD;
  }
}
