import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Config } from "#platform/config.server.ts";

/** What tells this machine's shop from the others on the same database, also after a restart. */
export function machineOf({ port, dataDir }: Pick<Config, "port" | "dataDir">): string {
  return `${hostname()}:${port} ${resolve(dataDir)}`;
}
