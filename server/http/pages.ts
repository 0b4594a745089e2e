import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { type PageContext, renderedPage, requestContext } from "#web/context.ts";
import { catchFailures } from "./catch-failures.ts";
import type { Pages } from "./page-answer.ts";
import { needsAdmin, withoutAdmin } from "./shop-routes.ts";

/** Hands a request to React Router with the context that its loaders and actions need. */
export function createPages(build: ServerBuild, apiDocument: PageContext["apiDocument"]): Pages {
  const mode = import.meta.env.PROD ? "production" : "development";
  const whole = catchFailures(build);
  const [handleAll, handleShop] = [createRequestHandler(whole, mode), createRequestHandler(withoutAdmin(whole), mode)];
  return async (request, given) => {
    const context = new RouterContextProvider();
    context.set(requestContext, { ...given, apiDocument });
    const handle = needsAdmin(decodeURIComponent(new URL(request.url).pathname)) ? handleAll : handleShop;
    const answer = await handle(request, context);
    const page = context.get(renderedPage);
    return page ? new Response(page, { status: answer.status, headers: answer.headers }) : answer;
  };
}
