import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "#platform/config.server.ts";
import { AlreadyRunning } from "#platform/database/embedded.server.ts";
import { type DatabaseSource, openSource } from "./database-source.ts";

const STARTING_MS = 30_000;
const POLL_MS = 200;

/** The running shop's database, or the built-in one started for as long as a command takes. */
export async function reachSource(config: Config): Promise<DatabaseSource> {
  for (let waited = 0; ; waited += POLL_MS) {
    try {
      return await openSource(config, console.log);
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error;
      if (error.url !== null) return { url: error.url, isNew: false, noteAddress: async () => {}, close: async () => {} };
      if (waited >= STARTING_MS) throw error;
      await wait(POLL_MS);
    }
  }
}
