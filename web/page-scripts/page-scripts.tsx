import { useState } from "react";
import { Scripts, useMatches } from "react-router";
import { type DataRouter, type Framework, useDataRouter, useFramework } from "./router-internals.ts";

/**
 * What a route module exports as `handle`. `needsNoScript`: the page loads no JavaScript for
 * guests, because its links and forms work without. `hasNoScript`: it never loads any. `isWide`: it
 * has tables with many columns. `hasOwnFrame`: it shows neither the shop's header nor its footer.
 */
export type PageHandle = { needsNoScript?: boolean; hasNoScript?: boolean; isWide?: boolean; hasOwnFrame?: boolean };

/**
 * Whether this page loads JavaScript. A page opened by client navigation keeps it, and an error
 * page needs it to retry.
 */
export function useHasScript(isSignedIn: boolean): boolean {
  const matches = useMatches();
  const { staticContext } = useDataRouter() ?? {};
  const handles = matches.map(({ handle }) => handle as PageHandle | undefined);
  if (!import.meta.env.SSR || staticContext?.errors) return true;
  return !handles.some((handle) => handle?.hasNoScript || (handle?.needsNoScript && !isSignedIn));
}

/**
 * The page's scripts. React Router's own `Scripts` downloads them in parallel with the page; this
 * one waits until the page and its images are painted, so that they do not compete on a slow
 * network. In the browser it renders an empty script in place of the server's.
 */
export function PageScripts() {
  return import.meta.env.DEV ? <Scripts /> : <LateScripts />;
}

/** The scripts in production; exported for its test. */
export function LateScripts() {
  const framework = useFramework();
  const dataRouter = useDataRouter();
  const [text] = useState(() => (import.meta.env.SSR && framework && dataRouter ? written(framework, dataRouter) : ""));
  if (framework?.renderMeta) framework.renderMeta.didRenderScripts = true;
  return <script nonce={framework?.nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Writes what `Scripts` of React Router 8.4 does, but with `wake` instead of module scripts. */
function written({ manifest: { sri, ...manifest }, serverHandoffString }: Framework, { router }: DataRouter): string {
  const shown = router.state.matches.map(({ route }) => route.id);
  const above = pathsAbove(router.state.location.pathname).flatMap((path) => routesAt(path, router));
  const routesOf = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  const modules = Object.entries(routesOf(shown)).map(([id, route]) => [
    id,
    [route?.clientActionModule, route?.clientLoaderModule, route?.module],
  ]);
  const shared = [...manifest.entry.imports, ...shown.flatMap((id) => manifest.routes[id]?.imports ?? [])];
  return [
    `window.__reactRouterContext=${serverHandoffString}`,
    "__reactRouterContext.stream=new ReadableStream({start(c){__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream())",
    `window.__reactRouterManifest=${inScript({ ...manifest, routes: routesOf([...shown, ...above]) })}`,
    `(${wake})(${inScript([...new Set(shared)])},${inScript(modules)},${inScript(manifest.entry.module)})`,
  ].join(";");
}

/**
 * The paths above a page. Without their routes in the manifest, the router would assume that they
 * do not exist.
 */
function pathsAbove(path: string): string[] {
  const steps = path.split("/").filter(Boolean);
  return steps.map((_, count) => `/${steps.slice(0, count).join("/")}`);
}

/**
 * A cache of the routes of the paths above pages: the router compares a path with one route after
 * the other, which took a twentieth of a page's time. Paths may be anything, so it is bounded.
 */
const routesOfPaths = new Map<string, string[]>();
const PATHS_CACHED_MAX = 500;

/** The ids of the routes that a path has; none for an unknown path. */
function routesAt(path: string, router: Pick<DataRouter["router"], "match">): string[] {
  const known = routesOfPaths.get(path);
  if (known) return known;
  const ids = router.match(path)?.map(({ route }) => route.id) ?? [];
  if (routesOfPaths.size >= PATHS_CACHED_MAX) routesOfPaths.clear();
  routesOfPaths.set(path, ids);
  return ids;
}

/** JSON that is safe inside a script element. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/**
 * Runs in the browser as a string, so it must not use anything from this file. All modules are
 * requested at once, and each runs as a task of its own.
 */
function wake(shared: string[], modules: [id: string, urls: (string | null)[]][], entry: string): void {
  let isAwake = false;
  const load = (url: string) => import(/* @vite-ignore */ url);
  const start = async () => {
    if (isAwake) return;
    isAwake = true;
    for (const url of shared) load(url).catch(() => {});
    // The entry asks for the page's texts too, and gets them from the cache.
    const texts = document.getElementById("page-texts")?.dataset.src;
    if (texts) fetch(texts).catch(() => {});
    const routes = modules.map(async ([id, urls]) => [id, Object.assign({}, ...(await Promise.all(urls.map((url) => url && load(url)))))]);
    Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(await Promise.all(routes)) });
    await load(entry);
  };
  const afterPaint = () => new PerformanceObserver(() => setTimeout(start)).observe({ type: "paint", buffered: true });
  const startSoon = () => requestAnimationFrame(() => requestAnimationFrame(afterPaint));
  if (document.readyState === "complete") startSoon();
  else addEventListener("load", startSoon);
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, start, { once: true });
  // Start anyway when an image delays the load event, or when a background tab does not paint.
  setTimeout(start, 1_500);
}
