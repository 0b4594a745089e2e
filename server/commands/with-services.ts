import { type Config, readConfig } from "#platform/config.server.ts";
import { type OpenServices, openServices } from "../start/services.ts";
import { reachSource } from "./reach-source.ts";

/**
 * Runs `work` on the running shop's database, or on the built-in one started for this command.
 * `isOwner`: as the owner of the database instead of the shop's role, and not beside a newer
 * version's data.
 */
export async function withServices(
  work: (services: OpenServices, config: Config) => Promise<void>,
  { isOwner = false } = {},
): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  const source = await reachSource(config);
  try {
    const opening = { forNobody: true, isCommand: true, touchesAll: isOwner };
    const services = await openServices(config, isOwner ? { ...source, shopUrl: null } : source, opening);
    try {
      await work(services, config);
    } finally {
      await services.close();
    }
  } finally {
    await source.close();
  }
}
