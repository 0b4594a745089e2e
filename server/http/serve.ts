import type { Server } from "node:http";
import type { Config } from "#platform/config.server.ts";
import { type Auth, openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import type { ProcessMetrics } from "../metrics/process-metrics.ts";
import type { Scrape } from "../metrics/scrape.ts";
import type { OpenServices } from "../start/services.ts";
import { openServer } from "./http-server.ts";
import { openPageFront } from "./page-front/page-front.ts";
import { type Drain, openDrain } from "./shutdown.ts";

/**
 * Creates the HTTP server of this process, not listening yet, and the drain that stops it
 * gracefully.
 */
export async function openShopServer(
  config: Config,
  services: OpenServices,
  auth: Auth,
  { metrics, scrape }: { metrics: ProcessMetrics; scrape: Scrape },
): Promise<{ server: Server; drain: Drain }> {
  const { createApp } = await import("./app.ts");
  const app = createApp(services, config, auth, scrape);
  const server = openServer(app.fetch, {}, openPageFront(app, services, config, metrics.countPage), metrics.countRequest);
  const drain = openDrain(server);
  metrics.watchFollowers(drain.streams);
  return { server, drain };
}

/** Opens authentication for the shop's own address. */
export function openDoors(config: Pick<Config, "appUrl" | "port">, services: OpenServices): Auth {
  return openAuth(services, { appUrl: config.appUrl ?? `http://localhost:${config.port}`, secret: services.secret });
}
