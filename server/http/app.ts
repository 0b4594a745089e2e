import * as build from "virtual:react-router/server-build";
import type { Hono } from "hono";
import { createApi, documentOf } from "#api/app.ts";
import type { ApiDocument } from "#web/api-document.ts";
import { createHost, type HostNeeds } from "./host.ts";
import type { HostEnv } from "./host-env.ts";
import { createPages } from "./pages.ts";
import { openStaticAssets } from "./static-assets.ts";

/** The whole shop behind one `fetch`: the host's checks, the browser's files, the JSON API and the pages. */
export function createApp(
  services: HostNeeds["services"],
  config: HostNeeds["config"],
  auth: HostNeeds["auth"],
  setUpLink: HostNeeds["setUpLink"],
): Hono<HostEnv> {
  const assets = openStaticAssets(import.meta.env.PROD ? undefined : null);
  const api = createApi();
  const pages = createPages(build, () => documentOf(api) as ApiDocument);
  return createHost({ services, config, auth, setUpLink }, { api, pages, assets });
}
