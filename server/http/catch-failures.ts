import { data, type ServerBuild } from "react-router";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { hasLateParts, requestContext } from "#web/context.ts";
import { saidRefusal } from "#web/say.ts";

type Module = ServerBuild["routes"][string] extends infer Route ? (Route extends { module: infer M } ? M : never) : never;
type Handler = NonNullable<Module["loader"]>;
type Args = Parameters<Handler>[0];

/**
 * Wraps every loader and action: an error is logged under an incident number, and the error
 * boundary shows a sentence with that number, which the router itself would hide. A refusal by the
 * host is shown in the same place. A rejected promise that a loader returned never ends the
 * process.
 */
export function catchFailures(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && { ...route, module: caught(route.module, id === ROOT) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

/** The layout around every page, which is shown in any case. */
const ROOT = "root";

function caught(module: Module, isFrame: boolean): Module {
  const isPage = module.default !== undefined || module.ErrorBoundary !== undefined;
  return {
    ...module,
    ...(module.loader && { loader: catching(module.loader, isPage, isFrame) }),
    ...(module.action && { action: catching(module.action, isPage, isFrame) }),
  };
}

function catching(handle: Handler, isPage: boolean, isFrame: boolean): Handler {
  return async (args) => {
    const refusal = isFrame ? null : args.context.get(requestContext).refusal;
    if (refusal) throw replacement(args, refusal, refusalStatus[refusal.kind], isPage);
    try {
      return withHandledPromises(await handle(args), args);
    } catch (error) {
      if (!(error instanceof Error) || args.request.signal.aborted) throw error;
      const { refusal, status } = logFailure(args, error);
      throw replacement(args, refusal, status, isPage);
    }
  };
}

function replacement({ context }: Args, refusal: Refusal, status: number, isPage: boolean) {
  const said = saidRefusal(context, refusal);
  return isPage ? data(said, { status }) : Response.json({ error: said.sentence, code: said.code }, { status });
}

function logFailure({ request, context }: Args, error: Error): { refusal: Refusal; status: number } {
  const { incident } = context.get(requestContext);
  context.get(requestContext).services.log.error("page failed", error, { incident, method: request.method });
  return isUnreachable(error)
    ? { refusal: refused("shopUnavailable"), status: 503 }
    : { refusal: refused("somethingBroke", { incident }), status: 500 };
}

/**
 * Marks promises in loader data as handled, because the router ignores them once the visitor has
 * left, and the answer as one with late parts.
 */
function withHandledPromises<T>(result: T, { context }: Args): T {
  if (typeof result !== "object" || result === null || result instanceof Response) return result;
  const loaded: object = "init" in result && "data" in result ? Object(result.data) : result;
  for (const value of Object.values(loaded)) {
    if (!(value instanceof Promise)) continue;
    value.catch(() => {});
    context.set(hasLateParts, true);
  }
  return result;
}
