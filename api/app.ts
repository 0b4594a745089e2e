import { OpenAPIHono } from "@hono/zod-openapi";
import { sessionCookieName } from "#shop/accounts/cookies.ts";
import { refusalOf } from "#shop/parse.ts";
import { addAdminOrderCalls } from "./admin-orders.ts";
import { addAdminProductCalls } from "./admin-products.ts";
import { say } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";
import { handleAuth } from "./auth.ts";
import { describeApi } from "./document.ts";
import { answerFailure } from "./failure.ts";
import { adminsAlone, keysWithinScopes, neverStored } from "./gates.ts";
import { addNoticeCalls } from "./notices.ts";
import { addOrderCalls } from "./orders.ts";
import { addProductCalls } from "./products.ts";
import { describeSecurity } from "./security.ts";
import { addSettingsCalls } from "./settings.ts";
import { answerUnknown } from "./unknown.ts";

/** The JSON API: `/api/*` and `/products_database/*`, described at `/api/openapi.json`. The host sets what `ApiEnv` names. */
export function createApi(): OpenAPIHono<ApiEnv> {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (reading, c) => {
      if (!reading.success) return say(c, { ...refusalOf(reading.error, undefined), kind: "unreadable" });
    },
  });
  api.onError(answerFailure);
  for (const all of ["/api/*", "/products_database/*"]) api.use(all, keysWithinScopes(api));
  api.all("/api/auth/*", (c) => handleAuth(c.var.services, c.var.auth, c.req.raw));
  api.use("/api/*", neverStored);
  api.use("/api/admin/*", adminsAlone);
  addProductCalls(api);
  addOrderCalls(api);
  addAdminOrderCalls(api);
  addAdminProductCalls(api);
  addSettingsCalls(api);
  addNoticeCalls(api);
  describeSecurity(api, sessionCookieName(false));
  api.get("/api/openapi.json", (c) => c.json(documentOf(api)));
  api.all("/api/*", answerUnknown(api));
  api.all("/products_database/*", answerUnknown(api));
  return api;
}

const documents = new WeakMap<OpenAPIHono<ApiEnv>, ReturnType<typeof describeApi>>();

/** The OpenAPI document of an API. It takes a tenth of a second, which no start of the shop waits for. */
export function documentOf(api: OpenAPIHono<ApiEnv>): ReturnType<typeof describeApi> {
  const document = documents.get(api) ?? describeApi(api);
  documents.set(api, document);
  return document;
}
