import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../log.server.ts";
import { openHub } from "./hub.ts";
import { CHANGED, type Live } from "./live.ts";

const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;
/** A connection that died silently (a cable, a sleeping host) is noticed within this time. */
const PULSE_MS = 15_000;
const PULSE_TIMEOUT_MS = 5_000;

/** The live updates of one process, and how to stop them. */
export type Listener = Live & { close(): Promise<void> };

/**
 * Receives the announcements of all processes on one connection of its own. When that breaks, it
 * reconnects with growing delays and then calls every follower once, because changes may have been
 * missed. [S4.7]
 */
export async function openListener(url: string, log: Log): Promise<Listener> {
  const hub = openHub();
  const closing = new AbortController();
  let client = await connect();

  async function connect(): Promise<Client> {
    const next = new Client({
      connectionString: url,
      application_name: "trackside live",
      connectionTimeoutMillis: PULSE_TIMEOUT_MS,
      query_timeout: PULSE_TIMEOUT_MS,
      keepAlive: true,
    });
    next.on("error", () => {});
    next.on("notification", (message) => hub.notify(message.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${CHANGED}`);
    } catch (error) {
      drop(next);
      throw error;
    }
    const pulse = setInterval(() => next.query("select 1").catch(() => drop(next)), PULSE_MS).unref();
    next.once("end", () => {
      clearInterval(pulse);
      if (!closing.signal.aborted) void reconnect();
    });
    return next;
  }

  async function reconnect(): Promise<void> {
    log.warn("live connection lost");
    for (let delay = RECONNECT_MIN_MS; !closing.signal.aborted; delay = Math.min(delay * 2, RECONNECT_MAX_MS)) {
      await wait(delay, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        client = await connect();
      } catch {
        continue;
      }
      if (closing.signal.aborted) return drop(client);
      log.info("live connection back");
      hub.notifyAll();
      return;
    }
  }

  return {
    follow: hub.follow,
    mayHaveChanged: hub.mayHaveChanged,
    async close() {
      closing.abort();
      await client.end().catch(() => {});
    },
  };
}

/** Closes a connection that may no longer answer. */
function drop(client: Client): void {
  client.end().catch(() => {});
  // `end` sends a message and waits for the other side, which may be gone.
  client.connection?.stream.destroy();
}
