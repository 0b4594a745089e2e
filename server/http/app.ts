import * as build from "virtual:react-router/server-build";
import type { Hono } from "hono";
import { createApi } from "#api/app.ts";
import type { Config } from "#platform/config.server.ts";
import type { ApiDocument } from "#web/storefront/api-docs/api-document.ts";
import { metricsDoor } from "../metrics/metrics-door.ts";
import type { Scrape } from "../metrics/scrape.ts";
import { machineOf } from "../start/machine.ts";
import { staticAssets } from "./files/static-assets.ts";
import { createHost, type HostNeeds } from "./host.ts";
import type { HostEnv } from "./host-env.ts";
import { createPages } from "./pages.ts";

/**
 * The whole shop behind one `fetch`: the host's checks, static files, the JSON API, the pages and,
 * with `scrape`, the metrics.
 */
export function createApp(services: HostNeeds["services"], config: Config, auth: HostNeeds["auth"], scrape?: Scrape): Hono<HostEnv> {
  const assets = staticAssets(import.meta.env.PROD ? undefined : null);
  const { api, document } = createApi();
  const pages = createPages(build, () => document() as ApiDocument);
  return createHost(
    { services, config, auth, machine: machineOf(config), build: import.meta.env.PROD ? build.assets.version : null },
    { api, pages, assets, ...(scrape && { metrics: metricsDoor(config, scrape) }) },
  );
}
