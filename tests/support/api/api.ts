import { Hono } from "hono";
import type { ApiEnv } from "#api/api-env.ts";
import { createApi } from "#api/app.ts";
import type { Services } from "#platform/provides.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { TEST_SECRET } from "../shop/shop.ts";

/** The origin of a test shop. */
export const TEST_ORIGIN = "http://localhost:4700";

type Call = { method?: string; headers?: Record<string, string>; body?: BodyInit; json?: unknown; as?: Visitor };

/**
 * The JSON API of a shop without the server around it. A call is made `as` a visitor, or as the one
 * that its headers identify.
 */
export function openApi(services: Services, { origin = TEST_ORIGIN }: { origin?: string } = {}) {
  const auth = openAuth(services, { appUrl: origin, secret: TEST_SECRET });
  const { api } = createApi();

  return async function call(path: string, { as, json, ...given }: Call = {}): Promise<Response> {
    const headers = new Headers(given.headers);
    if (json !== undefined) headers.set("content-type", "application/json");
    const body = json === undefined ? given.body : JSON.stringify(json);
    const request = new Request(origin + path, { method: given.method ?? (body === undefined ? "GET" : "POST"), headers, body });
    const visitor = as ?? (await whoIs(services, auth, headers));

    const host = new Hono<ApiEnv>();
    host.use(async (c, next) => {
      for (const [name, value] of Object.entries({ services, auth, visitor, origin, incident: "TEST2345" }))
        c.set(name as "incident", value as string);
      await next();
    });
    host.route("/", api);
    return host.fetch(request);
  };
}

/** The status, code and message of an answer. */
export async function refusalIn(answer: Response): Promise<{ status: number; code: unknown; error: unknown }> {
  const { code, error } = await answer.json();
  return { status: answer.status, code, error };
}
