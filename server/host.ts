import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ApiEnv } from "#api/api-env.ts";
import type { Config } from "#platform/config.server.ts";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import type { SetUpLink } from "#shop/accounts/first-admin.server.ts";
import { whoIs } from "#shop/accounts/who-is.server.ts";
import { messages } from "#shop/messages.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { clientAddress } from "./client-address.ts";
import { keepPrivate, NOTHING_POLICY, pagePolicy, protect } from "./headers.ts";
import { newIncident } from "./incident.ts";
import { limitedBody } from "./limited-body.ts";
import { isApi, mayAct, originFor } from "./origin.ts";
import { plainPage } from "./plain-page.ts";
import type { StaticAssets } from "./static-assets.ts";

/** What the host is built on. The link is this start's way to the first admin. [S6.8] */
export type HostNeeds = { services: Services; config: Pick<Config, "appUrl" | "trustProxy">; auth: Auth; setUpLink: SetUpLink | null };

/** What the pages are given beside the request. */
export type PageGiven = Pick<HostNeeds, "services" | "auth" | "setUpLink"> &
  Pick<HostEnv["Variables"], "visitor" | "origin" | "incident" | "nonce"> & { settings: ShopSettings };
/** The shop window: answers a request with a page, or what a page asks for. */
export type Pages = (request: Request, given: PageGiven) => Promise<Response>;

/** What stands behind the host's checks. */
export type Doors = { api: Hono<ApiEnv>; pages: Pages; assets: StaticAssets };

export type HostEnv = ApiEnv & {
  Bindings: Partial<HttpBindings>;
  Variables: { nonce: string; path: string };
};
type HostContext = Context<HostEnv>;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Checks what comes in before anybody else sees it, knows who is asking, and sends each request to its door. */
export function createHost(needs: HostNeeds, doors: Doors): Hono<HostEnv> {
  const { services, config, auth, setUpLink } = needs;
  const host = new Hono<HostEnv>();
  host.onError((error, c) => answerFailure(c, services, error));
  host.notFound((c) => answerRefusal(c, refused("notFound")));

  host.use(prepared, protectedBy(config));
  host.get("/healthz", (c) => c.json({ ok: true }));
  host.get("/readyz", (c) => answerReady(c, services));
  host.use(readable, fromOurHost(config), allowedToAct);
  host.use(async (c, next) => doors.assets.find(c.req.raw, c.var.path) ?? next());
  host.use(handedOn(config), visited(needs));
  host.route("/", doors.api);
  host.all("*", async (c) => {
    if (isApi(c.var.path)) return answerRefusal(c, refused("notFound"));
    const { visitor, origin, incident, nonce } = c.var;
    return doors.pages(c.req.raw, { services, auth, setUpLink, settings: await readSettings(services), visitor, origin, incident, nonce });
  });
  return host;
}

const prepared: MiddlewareHandler<HostEnv> = async (c, next) => {
  c.set("incident", newIncident());
  c.set("nonce", randomBytes(16).toString("base64"));
  c.set("path", new URL(c.req.url).pathname);
  await next();
};

function protectedBy(config: HostNeeds["config"]): MiddlewareHandler<HostEnv> {
  const isHttps = config.appUrl?.startsWith("https:") ?? false;
  return async (c, next) => {
    await next();
    if (!isMutable(c.res.headers)) c.res = new Response(c.res.body, c.res);
    const isPage = c.res.headers.get("content-type")?.startsWith("text/html") ?? false;
    protect(c.res.headers, { policy: isPage ? pagePolicy(c.var.nonce) : NOTHING_POLICY, isHttps });
    const { visitor } = c.var as Partial<ApiEnv["Variables"]>;
    const isPersonal =
      visitor !== undefined && (visitor.kind !== "guest" || visitor.keys.browser !== null || visitor.keys.accessKey !== null);
    keepPrivate(c.res.headers, isPersonal);
  };
}

function isMutable(headers: Headers): boolean {
  try {
    headers.delete("X-Powered-By");
    return true;
  } catch {
    return false;
  }
}

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

/** Refuses methods nobody speaks, and addresses that cannot be decoded or hold a zero byte, which no database column takes. */
const readable: MiddlewareHandler<HostEnv> = async (c, next) => {
  if (!methods.includes(c.req.method))
    return answerRefusal(c, refused("methodNotAllowed"), { status: 405, headers: { Allow: methods.join(", ") } });

  const url = new URL(c.req.url);
  const path = decoded(url.pathname);
  if (path === null || path.includes("\0") || url.search.includes("%00"))
    return answerRefusal(c, refused("malformedAddress"), { status: 400 });
  c.set("path", path);
  await next();
};

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function fromOurHost(config: HostNeeds["config"]): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const origin = originFor(c.req.raw, config.appUrl);
    if (origin === null) return answerRefusal(c, refused("hostNotOurs"), { status: 421 });
    c.set("origin", origin);
    await next();
  };
}

const allowedToAct: MiddlewareHandler<HostEnv> = async (c, next) => {
  if (!mayAct(c.req.raw, c.var.path, c.var.origin)) return answerRefusal(c, refused("foreignOrigin"));
  await next();
};

/**
 * Makes the request that the doors see: with the visitor's address, its body within the limits, at the shop's own origin. The API does not
 * ask for that, so that its calls are mostly handed on as they came.
 */
function handedOn(config: HostNeeds["config"]): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const { raw } = c.req;
    const read = await limitedBody(raw);
    if (read === "tooLarge") return answerRefusal(c, refused("bodyTooLarge"));

    raw.headers.set(CLIENT_ADDRESS_HEADER, clientAddress(raw.headers, c.env?.incoming?.socket.remoteAddress ?? "", config.trustProxy));
    const url = new URL(raw.url);
    const isElsewhere = url.origin !== c.var.origin && !isApi(c.var.path);
    if (read !== null || isElsewhere) c.req.raw = again(raw, c.var.origin + url.pathname + url.search, read ?? raw.body);
    await next();
  };
}

function again(request: Request, url: string, body: BodyInit | null): Request {
  const { method, headers, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}

function visited({ services, auth }: HostNeeds): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    c.set("services", services);
    c.set("auth", auth);
    c.set("visitor", await whoIs(services, auth, c.req.raw.headers));
    await next();
  };
}

/** What broke is logged under the number that the visitor reads; a visitor who left is no failure. */
function answerFailure(c: HostContext, services: Services, error: unknown): Response {
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
  const { incident } = c.var;
  services.log.error("request failed", error, { incident, method: c.req.method });
  if (isUnreachable(error))
    return answerRefusal(c, refused("shopUnavailable"), { incident, headers: { "Retry-After": RETRY_AFTER_SECONDS } });
  return answerRefusal(c, refused("somethingBroke", incident), { incident, status: 500 });
}

const RETRY_AFTER_SECONDS = "5";

type RefusalInit = { status?: number; headers?: Record<string, string>; incident?: string };

/** Says no in the language of the door: JSON to the API, a sentence to the router's own calls, a small page to everybody else. */
function answerRefusal(c: HostContext, refusal: Refusal, init: RefusalInit = {}): Response {
  const { status = refusalStatus[refusal.kind], headers, incident } = init;
  const { path } = c.var;
  if (isApi(path)) return Response.json({ error: refusal.sentence, code: refusal.code, incident }, { status, headers });
  if (path.endsWith(".data")) return new Response(refusal.sentence, { status, headers });
  return new Response(plainPage(refusal.sentence, incident), {
    status,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
  });
}
