import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type ComponentType, createElement } from "react";
import { type ServerBuild, useActionData, useLoaderData, useMatches, useParams, useRouteError } from "react-router";
import { createApi } from "#api/app.ts";
import { createPages } from "#server/http/pages.ts";
import * as entry from "#web/entry.server.tsx";
import routes from "#web/routes.ts";
import type { ApiDocument } from "#web/storefront/api-docs/api-document.ts";

type Module = NonNullable<ServerBuild["routes"][string]>["module"];

/** A route of the storefront: its full pattern, and what it answers. */
export type PageRoute = { path: string; isPage: boolean; methods: ("GET" | "POST")[] };

const modules = import.meta.glob<Module>(["/web/{storefront,account,admin}/**/*.{ts,tsx}", "/web/root.tsx", "!/web/**/*.test.{ts,tsx}"]);

type Known = { id: string; parentId: string | undefined; entry: RouteConfigEntry; module: Module };

/**
 * The pages of `web/routes.ts` without a build: the same modules, loaders, actions and guards. The
 * browser's files only have names here.
 */
export async function openPages() {
  const root = { id: "root", parentId: undefined, entry: { file: "root.tsx", path: "" }, module: await moduleOf("root.tsx") };
  const known: Known[] = [root, ...(await knownIn(await routes, "root"))];
  const build: ServerBuild = {
    entry: { module: entry },
    routes: Object.fromEntries(known.map((route) => [route.id, { ...placeOf(route), module: route.module }])),
    assets: {
      entry: { imports: [], module: scriptOf("entry.client") },
      routes: Object.fromEntries(known.map((route) => [route.id, assetsOf(route)])),
      url: scriptOf("manifest-test"),
      version: "test",
    },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  };
  return { pages: createPages(build, () => createApi().document() as ApiDocument), routes: answering(known) };
}

async function moduleOf(file: string): Promise<Module> {
  const load = modules[`/web/${file}`];
  if (!load) throw new Error(`web/routes.ts names ${file}, which is not there`);
  const { default: Page, ErrorBoundary, ...module } = await load();
  return {
    ...module,
    ...(Page && { default: () => createElement(Page as AnyComponent, useRouteProps()) }),
    ...(ErrorBoundary && {
      ErrorBoundary: () => createElement(ErrorBoundary as AnyComponent, { ...useRouteProps(), error: useRouteError() }),
    }),
  } as Module;
}

type AnyComponent = ComponentType<Record<string, unknown>>;

/** The props that React Router's build passes to a route's component. */
function useRouteProps(): Record<string, unknown> {
  return { params: useParams(), loaderData: useLoaderData(), actionData: useActionData(), matches: useMatches() };
}

async function knownIn(entries: RouteConfigEntry[], parentId: string): Promise<Known[]> {
  const found = await Promise.all(
    entries.map(async (entry) => {
      const id = entry.id ?? entry.file.replace(/\.tsx?$/, "");
      return [{ id, parentId, entry, module: await moduleOf(entry.file) }, ...(await knownIn(entry.children ?? [], id))];
    }),
  );
  return found.flat();
}

/** The URL of a script in the build: pages name it, and React warns about empty links. */
const scriptOf = (name: string) => `/assets/${name}.js`;

function placeOf({ id, parentId, entry: { path, index, caseSensitive } }: Known) {
  return { id, parentId, path, index, caseSensitive } as { id: string };
}

function assetsOf(route: Known) {
  const { module } = route;
  return {
    ...placeOf(route),
    hasAction: "action" in module,
    hasLoader: "loader" in module,
    hasClientAction: "clientAction" in module,
    hasClientLoader: "clientLoader" in module,
    hasClientMiddleware: false,
    hasErrorBoundary: "ErrorBoundary" in module,
    module: scriptOf(route.id),
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  };
}

/**
 * The routes that answer requests: one with children answers at its own path only through an index
 * route.
 */
function answering(known: Known[]): PageRoute[] {
  const byId = new Map(known.map((route) => [route.id, route]));
  const pathOf = (route: Known | undefined): string =>
    route ? pathOf(byId.get(route.parentId ?? "")) + (route.entry.path ? `/${route.entry.path}` : "") : "";
  const leaves = known.filter(({ id, entry }) => id !== "root" && (entry.children ?? []).length === 0);
  return leaves.map((route) => ({
    path: pathOf(route) || "/",
    isPage: "default" in route.module,
    methods: [
      ...("loader" in route.module || "default" in route.module ? (["GET"] as const) : []),
      ...("action" in route.module ? (["POST"] as const) : []),
    ],
  }));
}
