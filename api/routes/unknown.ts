import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Handler } from "hono";
import { refused } from "#shop/refusal.ts";
import { errorOf, say } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";

/**
 * Answers a request that no call matched: 405 with `Allow` if the path has other methods, else 404.
 */
export function answerUnknown(api: OpenAPIHono<ApiEnv>): Handler<ApiEnv> {
  const calls = api.openAPIRegistry.definitions.flatMap((definition) => (definition.type === "route" ? [callOf(definition.route)] : []));
  return (c) => {
    const methods = calls.filter(({ address }) => address.test(c.req.path)).map(({ method }) => method);
    if (methods.length === 0) return say(c, refused("notFound"));

    const allowed = methods.includes("GET") ? ["HEAD", ...methods] : methods;
    return c.json(errorOf({ code: "methodNotAllowed" }), 405, { Allow: [...new Set(allowed)].sort().join(", ") });
  };
}

function callOf({ method, path }: { method: string; path: string }) {
  return { method: method.toUpperCase(), address: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`) };
}
