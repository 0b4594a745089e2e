import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { ApiEnv } from "#api/api-env.ts";

/**
 * What a request carries through the host: what the API needs, its decoded path and its page's
 * nonce.
 */
export type HostEnv = ApiEnv & {
  Bindings: Partial<HttpBindings>;
  Variables: { nonce?: string; path: string };
};
export type HostContext = Context<HostEnv>;

export type HostMiddleware = MiddlewareHandler<HostEnv>;
