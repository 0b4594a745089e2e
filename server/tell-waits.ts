import type { HeadersArgs, ServerBuild } from "react-router";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Module = Route["module"];

/**
 * The same pages, but a form that has to wait is told for how long, with script and without: the router sends of an action's headers only what the route
 * itself hands on.
 */
export function tellWaits(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route?.module.action ? { ...route, module: telling(route.module) } : route,
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function telling(module: Module): Module {
  return { ...module, headers: (args: HeadersArgs) => withWait(ownHeaders(module, args), args.actionHeaders.get("Retry-After")) };
}

function ownHeaders({ headers }: Module, args: HeadersArgs): HeadersInit {
  if (!headers) return args.parentHeaders;
  return typeof headers === "function" ? headers(args) : headers;
}

function withWait(own: HeadersInit, wait: string | null): Headers {
  const headers = new Headers(own);
  if (wait !== null) headers.set("Retry-After", wait);
  return headers;
}
