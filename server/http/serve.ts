import type { Server } from "node:http";
import type { Config } from "#platform/config.server.ts";
import { keepTickShape } from "#platform/tick-shape.ts";
import { type Auth, openAuth } from "#shop/accounts/auth.server.ts";
import type { SetUpLink } from "#shop/accounts/first-admin.server.ts";
import { whoIs } from "#shop/accounts/who-is.server.ts";
import { openServer } from "./connections.ts";
import { eventsOnNode } from "./event-answers.ts";
import { openPageCache } from "./page-cache.ts";
import type { OpenServices } from "./services.ts";
import { type Drain, openDrain } from "./shutdown.ts";

/** A server of this process that answers visitors, and how it stops without cutting anybody off. It listens nowhere yet. */
export async function openShopServer(
  config: Config,
  services: OpenServices,
  auth: Auth,
  setUpLink: SetUpLink | null,
): Promise<{ server: Server; drain: Drain }> {
  keepTickShape();
  const { createApp } = await import("./app.ts");
  const app = createApp(services, config, auth, setUpLink);
  const server = openServer(
    eventsOnNode(app.fetch),
    {},
    openPageCache(app, services, config, (headers) => whoIs(services, auth, headers)),
  );
  return { server, drain: openDrain(server) };
}

/** Who is let in, by this shop's own address. */
export function openDoors(config: Pick<Config, "appUrl" | "port">, services: OpenServices): Auth {
  return openAuth(services, { appUrl: config.appUrl ?? `http://localhost:${config.port}`, secret: services.secret });
}
