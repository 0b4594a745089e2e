import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../log.server.ts";
import { CHANGED } from "./channel.ts";
import { openHearing } from "./hearing.ts";
import { openHub } from "./hub.ts";
import type { Live } from "./live.ts";

const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;
/** A connection that died without a word (a cable, a sleeping host) is noticed after this long at the latest. */
const PULSE_MS = 15_000;
const PULSE_TIMEOUT_MS = 5_000;

/** Live updates of one process, and how to stop them. */
export type Listener = Live & { close(): Promise<void> };

/**
 * Follows the announcements of all processes on one connection of its own. When that breaks it comes back by itself, waiting longer after each
 * failure, and then calls every follower once: what was missed meanwhile is caught up with. [S4.7]
 */
export async function openListener(url: string, log: Log): Promise<Listener> {
  const hub = openHub();
  const hearing = openHearing();
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
    next.on("notification", (message) => hub.tell(message.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${CHANGED}`);
    } catch (error) {
      drop(next);
      throw error;
    }
    const feelPulse = async () => {
      try {
        await next.query("select 1");
      } catch (error) {
        drop(next);
        throw error;
      }
    };
    const pulse = setInterval(() => feelPulse().catch(() => {}), PULSE_MS).unref();
    hearing.begin(feelPulse);
    next.once("end", () => {
      clearInterval(pulse);
      hearing.end();
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
      hub.tellAll();
      return;
    }
  }

  return {
    follow: hub.follow,
    mayHaveChanged: hub.mayHaveChanged,
    heardSince: hearing.since,
    heardAgainSince: hearing.againSince,
    async close() {
      closing.abort();
      await client.end().catch(() => {});
    },
  };
}

/** Ends a connection that may not answer any more. */
function drop(client: Client): void {
  client.end().catch(() => {});
  // `end` sends a farewell and waits for the other side, which may be gone.
  client.connection?.stream.destroy();
}
