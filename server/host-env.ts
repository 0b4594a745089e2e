import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { ApiEnv } from "#api/api-env.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Refusal } from "#shop/refusal.ts";

/** What a request carries on its way through the host: what the API needs, its decoded path, and the nonce of the page it became. */
export type HostEnv = ApiEnv & {
  Bindings: Partial<HttpBindings> & {
    /** Stands in the page where each visitor's own key will; only who makes a page to keep gives it. */
    formKey?: string;
    /** For whom a page is made that is kept: who asks was looked up before. */
    visitor?: Visitor;
  };
  Variables: {
    nonce?: string;
    path: string;
    /** Why this visitor is shown no page that has a loader of its own: the shop's no in its place. */
    refusal?: Refusal;
  };
};
export type HostContext = Context<HostEnv>;

export type HostStep = MiddlewareHandler<HostEnv>;
