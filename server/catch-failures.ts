import { data, type ServerBuild } from "react-router";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { incidentContext, servicesContext } from "#web/context.ts";

type Module = ServerBuild["routes"][string] extends infer Route ? (Route extends { module: infer M } ? M : never) : never;
type Handler = NonNullable<Module["loader"]>;
type Args = Parameters<Handler>[0];

/**
 * The same pages, but what breaks in a loader or an action is logged under an incident number and thrown on as a sentence with that number, for
 * the error boundary to show: the router itself would hide both. A promise that a loader hands out never ends the process when it is rejected.
 */
export function catchFailures(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && { ...route, module: caught(route.module) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function caught(module: Module): Module {
  const isPage = module.default !== undefined || module.ErrorBoundary !== undefined;
  return {
    ...module,
    ...(module.loader && { loader: catching(module.loader, isPage) }),
    ...(module.action && { action: catching(module.action, isPage) }),
  };
}

function catching(handle: Handler, isPage: boolean): Handler {
  return async (args) => {
    try {
      return settled(await handle(args));
    } catch (error) {
      if (!(error instanceof Error) || args.request.signal.aborted) throw error;
      const { refusal, status } = told(args, error);
      throw isPage ? data(refusal, { status }) : Response.json({ error: refusal.sentence, code: refusal.code }, { status });
    }
  };
}

function told({ request, context }: Args, error: Error): { refusal: Refusal; status: number } {
  const incident = context.get(incidentContext);
  context.get(servicesContext).log.error("page failed", error, { incident, method: request.method });
  return isUnreachable(error)
    ? { refusal: refused("shopUnavailable"), status: 503 }
    : { refusal: refused("somethingBroke", incident), status: 500 };
}

/** The router only listens to promises while the visitor is there. */
function settled<T>(result: T): T {
  if (typeof result !== "object" || result === null || result instanceof Response) return result;
  const loaded: object = "init" in result && "data" in result ? Object(result.data) : result;
  for (const value of Object.values(loaded)) if (value instanceof Promise) value.catch(() => {});
  return result;
}
