import { OpenAPIHono } from "@hono/zod-openapi";
import { sessionCookieName } from "#shop/accounts/sessions/cookies.ts";
import { refusalOf } from "#shop/parse.ts";
import { say } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";
import { describeApi } from "./document/document.ts";
import { addDeliveryCalls } from "./events/delivery-events.ts";
import { answerFailure } from "./failure.ts";
import { adminsAlone, keysWithinScopes, neverStored } from "./gates/gates.ts";
import { describeSecurity } from "./gates/security.ts";
import { addAdminOrderCalls } from "./routes/admin-orders.ts";
import { addAdminPaymentCalls } from "./routes/admin-payments.ts";
import { addAdminProductCalls } from "./routes/admin-products.ts";
import { handleAuth } from "./routes/auth.ts";
import { addAlertForwarderCalls, addBankAlerts } from "./routes/bank-alerts.ts";
import { addAdminClaimCalls } from "./routes/claims/admin-claims.ts";
import { addRecallCalls } from "./routes/figures/recalls.ts";
import { addSalesCalls } from "./routes/figures/sales.ts";
import { addSupplierCalls } from "./routes/figures/suppliers.ts";
import { addWaitsCall } from "./routes/figures/waits.ts";
import { addInstructionsCalls } from "./routes/instructions.ts";
import { addAdminMessageCalls } from "./routes/messages/admin-messages.ts";
import { addOrderCalls } from "./routes/orders.ts";
import { addPageCalls } from "./routes/pages.ts";
import { addPaymentEvents } from "./routes/payment-events.ts";
import { addPaymentMethodCalls } from "./routes/payment-methods.ts";
import { addPeopleCalls } from "./routes/people.ts";
import { addProductCalls } from "./routes/products.ts";
import { addSettingsCalls } from "./routes/settings.ts";
import { addStatementCalls } from "./routes/statements.ts";
import { answerUnknown } from "./routes/unknown.ts";

/** The API's calls, and the OpenAPI document that describes them. */
type Api = { api: OpenAPIHono<ApiEnv>; document: () => ReturnType<typeof describeApi> };

/**
 * The JSON API: `/api/*` and `/products_database/*`, described at `/api/openapi.json`. The host
 * sets the variables of `ApiEnv`.
 */
export function createApi(): Api {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (reading, c) => {
      if (!reading.success) return say(c, { ...refusalOf(reading.error, undefined), kind: "unreadable" });
    },
  });
  let described: ReturnType<typeof describeApi> | null = null;
  // Generating the document takes a tenth of a second, so it is not done at the start.
  const document = () => {
    described ??= describeApi(api);
    return described;
  };
  api.onError(answerFailure);
  for (const all of ["/api/*", "/products_database/*"]) api.use(all, keysWithinScopes(api));
  api.all("/api/auth/*", (c) => handleAuth(c.var.services, c.var.auth, c.req.raw));
  api.use("/api/*", neverStored);
  api.use("/api/admin/*", adminsAlone(api));
  addProductCalls(api);
  addOrderCalls(api);
  addAdminOrderCalls(api);
  addAdminMessageCalls(api);
  addAdminClaimCalls(api);
  addAdminPaymentCalls(api);
  addAdminProductCalls(api);
  addSettingsCalls(api);
  addPaymentMethodCalls(api);
  addPageCalls(api);
  addPeopleCalls(api);
  addRecallCalls(api);
  addSalesCalls(api);
  addWaitsCall(api);
  addStatementCalls(api);
  addSupplierCalls(api);
  addInstructionsCalls(api);
  addPaymentEvents(api);
  addBankAlerts(api);
  addAlertForwarderCalls(api);
  addDeliveryCalls(api);
  describeSecurity(api, sessionCookieName(false));
  api.get("/api/openapi.json", (c) => c.json(document()));
  api.all("/api/*", answerUnknown(api));
  api.all("/products_database/*", answerUnknown(api));
  return { api, document };
}
