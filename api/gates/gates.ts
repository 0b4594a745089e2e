import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { adminByKey } from "#shop/api-keys/api-key.ts";
import { refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { say } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { scopesOfCalls } from "./security.ts";

/** Calls that an API key may make without any scope. */
const openToKeys = new Set(["GET /api/openapi.json"]);

/**
 * Restricts an API key to the calls of its scopes; there it acts as an admin with the key's name.
 * All other calls refuse it, even those open to everybody. An unknown path gets the usual answer.
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
      return say(c, refused("apiKeyLacksScope", { scope }));
    }
    c.set("visitor", adminByKey(apiKey));
    c.set("apiKey", apiKey);
    await next();
  };
}

/**
 * The call that the router matched, as method and path pattern; null if none. The account calls
 * share one pattern for all methods.
 */
function callOf(c: Context<ApiEnv>): string | null {
  const found = matchedRoutes(c).find(({ method, path }) => method !== "ALL" || path === "/api/auth/*");
  return found ? `${found.method} ${found.path}` : null;
}

/** Calls for everybody who works in the shop: they answer as far as each one's rights go. */
const openToAdmins = new Set(["GET /api/admin/orders/events"]);

/**
 * Requires somebody who works in the shop, with the right that is the call's scope, or an owner
 * where API keys are refused: 401 for a guest, 403 for others. The commands check again. [S6.3]
 * [S13.2]
 */
export function adminsAlone(api: OpenAPIHono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  let asked: ReturnType<typeof scopesOfCalls> | null = null;
  return async (c, next) => {
    const { visitor, apiKey } = c.var;
    if (visitor.kind === "guest") return say(c, refused("signInFirst"));
    if (visitor.kind === "customer") return say(c, refused("adminsOnly"));
    const call = callOf(c);
    if (apiKey || call === null || openToAdmins.has(call)) return next();

    asked ??= scopesOfCalls(api);
    const right = asked.get(call) ?? "own-shop";
    if (!may(visitor, right)) return say(c, rightMissing(right));
    await next();
  };
}

/** Forbids caching of what was answered to one visitor. */
export const neverStored = createMiddleware<ApiEnv>(async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
});
