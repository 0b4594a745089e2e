import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Scope, scopes } from "#shop/rights.ts";
import type { ApiEnv } from "../api-env.ts";

type Requirement = { session: [] } | { apiKey: [Scope] } | { accessKey: [] } | Record<string, never>;

/**
 * A public call. An API key still needs its scope, because a key opens only what it was made for.
 */
export const anybodyOr = (scope: Scope): Requirement[] => [{}, { apiKey: [scope] }];

/**
 * A call on an order: its status is public, the rest is for its buyer (by session or access key)
 * and for admins.
 */
export const buyersOr = (scope: Scope): Requirement[] => [{}, ...buyers, { apiKey: [scope] }];

/** A call for an order's buyer; API keys are refused. */
export const buyers: Requirement[] = [{ session: [] }, { accessKey: [] }];

/** A public call that recognizes who is logged in; API keys are refused. */
export const guestOrSignedIn: Requirement[] = [{}, { session: [] }];

/** A call for admins, and for API keys with this scope. */
export const adminsOr = (scope: Scope): Requirement[] => [...signedIn, { apiKey: [scope] }];

/** A call for anyone who is logged in; API keys are refused. */
export const signedIn: Requirement[] = [{ session: [] }];

/** A public call; API keys are refused. */
export const anybody: Requirement[] = [{}];

/** Describes the ways to authenticate in the OpenAPI document. */
export function describeSecurity(api: OpenAPIHono<ApiEnv>, sessionCookie: string): void {
  const listed = Object.entries(scopes).map(([scope, { text }]) => `- \`${scope}\`: ${text}`);
  api.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "ts_…",
    description: `A key that an admin made under *API keys*. It opens the calls that name one of its scopes, and nothing else:\n\n${listed.join("\n")}`,
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description:
      "The cookie of somebody who is logged in (`__Host-` before its name where the shop is served by https). A call that changes something then needs an `Origin` of the shop, as browsers send it.",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "accessKey", {
    type: "apiKey",
    in: "header",
    name: "X-Access-Key",
    description: "The key of a guest's order, shown once when the order is placed.",
  });
}

/**
 * The scope that each call requires of an API key, by method and route path; keys are refused on
 * calls that are missing here.
 */
export function scopesOfCalls(api: OpenAPIHono<ApiEnv>): Map<string, Scope> {
  const asked = new Map<string, Scope>();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const { method, path, security = [] } = definition.route;
    const scope = security.flatMap((requirement) => requirement.apiKey ?? [])[0];
    if (scope !== undefined) asked.set(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, scope as Scope);
  }
  return asked;
}
