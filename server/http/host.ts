import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { ApiEnv } from "#api/api-env.ts";
import type { Config } from "#platform/config.server.ts";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import type { SetUpLink } from "#shop/accounts/first-admin.server.ts";
import { whoIs } from "#shop/accounts/who-is.server.ts";
import { messages } from "#shop/messages.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { answerFailure, answerRefusal, RETRY_AFTER_SECONDS } from "./answers.ts";
import { apiKeyShown } from "./api-key-shown.ts";
import { allowedToAct, fromOurHost, fromSomeHost, handedOn, readable } from "./checks.ts";
import type { HostContext, HostEnv, HostStep } from "./host-env.ts";
import { newIncident } from "./incident.ts";
import { countedLookUps } from "./look-ups.ts";
import { notedRefusals } from "./note-refusals.ts";
import { isApi } from "./origin.ts";
import { productImages } from "./product-images.ts";
import { newNonce, protectedBy } from "./protected.ts";
import { openProxyWatch } from "./proxy-watch.ts";
import type { StaticAssets } from "./static-assets.ts";
import { countedWrongKeys } from "./wrong-keys.ts";

/** What the host is built on. The link is this start's way to the first admin. [S6.8] */
export type HostNeeds = { services: Services; config: Pick<Config, "appUrl" | "trustProxy">; auth: Auth; setUpLink: SetUpLink | null };

/** What the pages are given beside the request. */
export type PageGiven = Pick<HostNeeds, "services" | "auth" | "setUpLink"> &
  Pick<HostEnv["Variables"], "visitor" | "origin" | "incident"> & {
    settings: ShopSettings;
    nonce: string;
    formKey: string;
    refusal: Refusal | null;
    isProxyUnknown: boolean;
  };
/** The shop window: answers a request with a page, or what a page asks for. */
export type Pages = (request: Request, given: PageGiven) => Promise<Response>;

/** What stands behind the host's checks. */
export type Doors = { api: Hono<ApiEnv>; pages: Pages; assets: StaticAssets };

/** Checks what comes in before anybody else sees it, knows who is asking, and sends each request to its door. */
export function createHost(needs: HostNeeds, doors: Doors): Hono<HostEnv> {
  const { services, config, auth, setUpLink } = needs;
  const host = new Hono<HostEnv>();
  host.onError((error, c) => answerFailure(c, services, error));
  host.notFound((c) => answerRefusal(c, refused("notFound")));

  host.use(prepared, protectedBy(config), notedRefusals(services, config), worthAnotherTry, fromSomeHost);
  host.get("/healthz", (c) => c.json({ ok: true }));
  host.get("/readyz", (c) => answerReady(c, services));
  host.use(readable, fromOurHost(config), allowedToAct);
  host.use(async (c, next) => doors.assets.find(c.req.raw, c.get("path")) ?? next());
  host.get("/product-images/:name", productImages(services));
  const proxy = openProxyWatch(config);
  host.use(proxy.watch, handedOn(config), apiKeyShown(services), visited(needs), countedLookUps(services), countedWrongKeys(services));
  const answerPage = async (c: HostContext) => {
    const nonce = newNonce();
    c.set("nonce", nonce);
    const { visitor, origin, incident, refusal = null } = c.var;
    const settings = await readSettings(services);
    const isProxyUnknown = proxy.isUnknown();
    const formKey = c.env?.formKey ?? randomUUID();
    const given = { services, auth, setUpLink, settings, visitor, origin, incident, nonce, formKey, refusal, isProxyUnknown };
    const answer = await doors.pages(c.req.raw, given);
    if (refusal?.retryAfter) answer.headers.set("Retry-After", String(refusal.retryAfter));
    return answer;
  };
  host.use((c, next) => (isPageOfApi(c) ? answerPage(c) : next()));
  host.route("/", doors.api);
  host.all("*", (c) => (isApi(c.get("path")) ? answerRefusal(c, refused("notFound")) : answerPage(c)));
  return host;
}

const prepared: HostStep = async (c, next) => {
  c.set("incident", newIncident());
  c.set("path", URL.parse(c.req.url)?.pathname ?? "/");
  await next();
};

/** The page about the API stands among its calls. The router asks for its data. */
function isPageOfApi(c: HostContext): boolean {
  return /^\/api\/docs(\.data)?$/.test(c.get("path")) && (c.req.method === "GET" || c.req.method === "HEAD");
}

/** What cannot be done just now says when to come back, whichever door it came by. */
const worthAnotherTry: HostStep = async (c, next) => {
  await next();
  if (c.res.status === 503 && !c.res.headers.has("Retry-After")) c.header("Retry-After", String(RETRY_AFTER_SECONDS));
};

/** Answers whether the database can be reached and has its tables. */
async function answerReady(c: HostContext, services: Services): Promise<Response> {
  try {
    await services.db.execute(sql`select 1 from migrations limit 1`);
    return c.json({ ok: true });
  } catch (error) {
    services.log.warn("not ready", { reason: isUnreachable(error) ? "database unreachable" : "database not migrated" });
    return c.json({ ok: false, error: messages.shopUnavailable, code: "shopUnavailable" }, 503);
  }
}

function visited({ services, auth }: HostNeeds): HostStep {
  return async (c, next) => {
    c.set("services", services);
    c.set("auth", auth);
    if (!c.get("visitor")) c.set("visitor", c.env?.visitor ?? (await whoIs(services, auth, c.req.raw.headers)));
    await next();
  };
}
