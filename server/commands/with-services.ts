import { type Config, readConfig } from "#platform/config.server.ts";
import { reachSource } from "./reach-source.ts";
import { type OpenServices, openServices } from "./services.ts";

/** Works on the running shop's database, or starts it for as long as the command takes. */
export async function withServices(work: (services: OpenServices, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  const source = await reachSource(config);
  try {
    const services = await openServices(config, source, { forNobody: true });
    try {
      await work(services, config);
    } finally {
      await services.close();
    }
  } finally {
    await source.close();
  }
}
