import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { ApiDocument } from "#web/api-document.ts";
import {
  apiDocumentContext,
  authContext,
  formKeyContext,
  incidentContext,
  nonceContext,
  originContext,
  proxyUnknownContext,
  refusalContext,
  servicesContext,
  settingsContext,
  setUpLinkContext,
  visitorContext,
} from "#web/context.ts";
import { catchFailures } from "./catch-failures.ts";
import type { Pages } from "./host.ts";
import { tellWaits } from "./tell-waits.ts";

/** The shop window, as it was built: hands a request to React Router with everything its loaders and actions may ask for. */
export function createPages(build: ServerBuild, apiDocument: () => ApiDocument): Pages {
  const answer = createRequestHandler(tellWaits(catchFailures(build)), import.meta.env.PROD ? "production" : "development");
  return (request, given) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, given.services);
    context.set(authContext, given.auth);
    context.set(setUpLinkContext, given.setUpLink);
    context.set(visitorContext, given.visitor);
    context.set(settingsContext, given.settings);
    context.set(originContext, given.origin);
    context.set(apiDocumentContext, apiDocument);
    context.set(incidentContext, given.incident);
    context.set(nonceContext, given.nonce);
    context.set(formKeyContext, given.formKey);
    context.set(refusalContext, given.refusal);
    context.set(proxyUnknownContext, given.isProxyUnknown);
    return answer(request, context);
  };
}
