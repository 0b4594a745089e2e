import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type ServerBuild, UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps } from "react-router";
import { createApi, documentOf } from "#api/app.ts";
import { createPages } from "#server/pages.ts";
import type { ApiDocument } from "#web/api-document.ts";
import * as entry from "#web/entry.server.tsx";
import routes from "#web/routes.ts";

type Module = NonNullable<ServerBuild["routes"][string]>["module"];

/** A route of the shop window: its whole pattern, and what it answers. */
export type PageRoute = { path: string; isPage: boolean; methods: ("GET" | "POST")[] };

const modules = import.meta.glob<Module>(["/web/{storefront,account,admin}/*.{ts,tsx}", "/web/{root,setup}.tsx"]);

type Known = { id: string; parentId: string | undefined; entry: RouteConfigEntry; module: Module };

/** The shop window of `web/routes.ts` without a build: the same modules, loaders, actions and guards; the browser's files have names here, and nothing behind them. */
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
  return { pages: createPages(build, () => documentOf(createApi()) as ApiDocument), routes: answering(known) };
}

async function moduleOf(file: string): Promise<Module> {
  const load = modules[`/web/${file}`];
  if (!load) throw new Error(`web/routes.ts names ${file}, which is not there`);
  const { default: Page, ErrorBoundary, ...module } = await load();
  return {
    ...module,
    ...(Page && { default: UNSAFE_withComponentProps(Page as Parameters<typeof UNSAFE_withComponentProps>[0]) }),
    ...(ErrorBoundary && {
      ErrorBoundary: UNSAFE_withErrorBoundaryProps(ErrorBoundary as Parameters<typeof UNSAFE_withErrorBoundaryProps>[0]),
    }),
  } as Module;
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

/** Where a script of the build would be: a page names it, and React warns of a link that leads nowhere. */
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

/** What can be asked for: a route that holds others answers at its own path only by an index of its own. */
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
