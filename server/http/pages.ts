import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { type PageContext, requestContext } from "#web/context.ts";
import { catchFailures } from "./catch-failures.ts";
import type { Pages } from "./host.ts";

/** Hands a request to React Router with the context that its loaders and actions need. */
export function createPages(build: ServerBuild, apiDocument: PageContext["apiDocument"]): Pages {
  const answer = createRequestHandler(catchFailures(build), import.meta.env.PROD ? "production" : "development");
  return (request, given) => {
    const context = new RouterContextProvider();
    context.set(requestContext, { ...given, apiDocument });
    return answer(request, context);
  };
}
