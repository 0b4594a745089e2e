import { Hono } from "hono";
import type { ApiEnv } from "#api/api-env.ts";
import type { Config } from "#platform/config.server.ts";
import { refused } from "#shop/refusal.ts";
import type { PageContext } from "#web/context.ts";
import { answerFailure, answerRefusal, RETRY_AFTER_SECONDS } from "./answers.ts";
import { apiKeyShown } from "./api-key-shown.ts";
import { allowedToAct, fromOurHost, fromSomeHost, readable } from "./checks.ts";
import { sayingBuild } from "./files/build-header.ts";
import { textFiles } from "./files/text-files.ts";
import { uploadedPictures } from "./files/uploaded-pictures.ts";
import { health } from "./health.ts";
import type { HostContext, HostEnv, HostMiddleware } from "./host-env.ts";
import { handedOn } from "./limits/handed-on.ts";
import { loggedRefusals } from "./limits/log-refusals.ts";
import { countedLookups } from "./limits/order-lookups.ts";
import { countedWrongKeys } from "./limits/wrong-keys.ts";
import { isApi } from "./origin.ts";
import { type Pages, pageAnswer } from "./page-answer.ts";
import { protectedBy } from "./protected.ts";
import { openProxyWatch } from "./proxy-watch.ts";
import { openReadiness } from "./readiness.ts";
import { prepared } from "./request-id.ts";
import { specifiedAddresses } from "./specified-addresses.ts";
import { visited } from "./visitor/visited.ts";

/** What the host depends on. `build` names the scripts that the pages have. */
export type HostNeeds = Pick<PageContext, "services" | "auth"> & {
  config: Pick<Config, "appUrl" | "trustProxy">;
  machine?: string;
  build?: string | null;
};

/** The handlers behind the host's checks. */
type Doors = { api: Hono<ApiEnv>; pages: Pages; assets: Hono<HostEnv>; metrics?: HostMiddleware };

/**
 * Checks each request before anything else sees it, identifies the visitor and dispatches to the
 * API, the pages or the static files.
 */
export function createHost(needs: HostNeeds, doors: Doors): Hono<HostEnv> {
  const { services, config, machine, build = null } = needs;
  const host = new Hono<HostEnv>();
  host.onError((error, c) => answerFailure(c, services, error));
  host.notFound((c) => answerRefusal(c, refused("notFound")));

  host.use(prepared(config), sayingBuild(build), protectedBy(config), loggedRefusals(services, config), worthAnotherTry, fromSomeHost);
  const readiness = openReadiness(services, machine);
  host.route("/", health(readiness.problem));
  if (doors.metrics) host.get("/metrics", doors.metrics);
  host.use(readiness.guard);
  host.use(readable, fromOurHost(config), allowedToAct);
  host.route("/", doors.assets);
  host.route("/", textFiles());
  const pictures = uploadedPictures(services);
  host.get("/product-images/:name", pictures);
  host.get("/shop-pictures/:name", pictures);
  const proxy = openProxyWatch(config);
  host.use(proxy.watch, handedOn(config), specifiedAddresses, apiKeyShown(services));
  host.use(visited(needs), countedLookups(services), countedWrongKeys(services));
  const answerPage = pageAnswer(needs, doors.pages, proxy);
  host.use((c, next) => (isPageOfApi(c) ? answerPage(c) : next()));
  host.route("/", doors.api);
  host.all("*", (c) => (isApi(c.get("path")) ? answerRefusal(c, refused("notFound")) : answerPage(c)));
  return host;
}

/** The API documentation page has a path among the API's calls. The router requests its data. */
function isPageOfApi(c: HostContext): boolean {
  return /^\/api\/docs(\.data)?$/.test(c.get("path")) && (c.req.method === "GET" || c.req.method === "HEAD");
}

/** Adds `Retry-After` to every 503 that has none. */
const worthAnotherTry: HostMiddleware = async (c, next) => {
  await next();
  if (c.res.status === 503 && !c.res.headers.has("Retry-After")) c.header("Retry-After", String(RETRY_AFTER_SECONDS));
};
