import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { adminByKey } from "#shop/outside/api-key.ts";
import { refused } from "#shop/refusal.ts";
import { say } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";
import { scopesOfCalls } from "./security.ts";

/** What an API key may ask for without any scope: how to ask. */
const openToKeys = new Set(["GET /api/openapi.json"]);

/**
 * Stands before every call: an API key opens those that name one of its scopes, and there it counts as an admin who is called by the key's name. All others
 * refuse it, those too that are for everybody. What is no call is answered as to everybody.
 */
export function keysWithinScopes(api: OpenAPIHono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  let asked: ReturnType<typeof scopesOfCalls> | null = null;
  return async (c, next) => {
    const { visitor } = c.var;
    const apiKey = visitor.kind === "guest" ? visitor.apiKey : undefined;
    const call = callOf(c);
    if (!apiKey || call === null || openToKeys.has(call)) return next();

    asked ??= scopesOfCalls(api);
    const scope = asked.get(call);
    if (scope === undefined) return say(c, refused("apiKeyNotForThis"));
    if (!apiKey.scopes.includes(scope)) {
      c.header("WWW-Authenticate", `Bearer error="insufficient_scope", scope="${scope}"`);
      return say(c, refused("apiKeyLacksScope", scope));
    }
    c.set("visitor", adminByKey(apiKey));
    c.set("apiKey", apiKey);
    await next();
  };
}

/** The call that the router found for a request, by the pattern of its path; null where there is none. Those of accounts go by one pattern for all methods. */
function callOf(c: Context<ApiEnv>): string | null {
  const found = matchedRoutes(c).find(({ method, path }) => method !== "ALL" || path === "/api/auth/*");
  return found ? `${found.method} ${found.path}` : null;
}

/** Lets admins through: a guest is asked to sign in (401), a customer is refused (403). The deeds look again. [S6.3] */
export const adminsAlone = createMiddleware<ApiEnv>(async (c, next) => {
  const { visitor } = c.var;
  if (visitor.kind === "guest") return say(c, refused("signInFirst"));
  if (visitor.kind === "customer") return say(c, refused("adminsOnly"));
  await next();
});

/** Keeps what is told to one visitor out of every store on the way. */
export const neverStored = createMiddleware<ApiEnv>(async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
});
