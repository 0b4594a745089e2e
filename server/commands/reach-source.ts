import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "#platform/config.server.ts";
import { AlreadyRunning } from "#platform/database/embedded/embedded.server.ts";
import { type DatabaseSource, openSource } from "../start/database-source.ts";

const STARTING_MS = 30_000;
const POLL_MS = 200;

/**
 * Connects to the running shop's database, or starts the built-in one for the time of a command.
 */
export async function reachSource(config: Config): Promise<DatabaseSource> {
  for (let waited = 0; ; waited += POLL_MS) {
    try {
      return await openSource(config, console.log);
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error;
      if (error.url !== null)
        return { url: error.url, shopUrl: error.shopUrl, isNew: false, recordAddress: async () => {}, close: async () => {} };
      if (waited >= STARTING_MS) throw error;
      await wait(POLL_MS);
    }
  }
}
