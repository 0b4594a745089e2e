import { type ContextType, use, useState } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  Scripts,
  useMatches,
} from "react-router";

/**
 * What a route module exports as `handle`. A page that needs no script gets none when nobody is signed in: its links and forms are plain ones; one that has
 * none gets none, whoever reads it. A wide page has tables with many columns.
 */
export type PageHandle = { needsNoScript?: boolean; hasNoScript?: boolean; isWide?: boolean };

/**
 * Whether this page wakes up. Where script runs already it goes on running, whatever page comes next; a page that failed tries again by itself,
 * which takes script.
 */
export function useHasScript(isSignedIn: boolean): boolean {
  const matches = useMatches();
  const { staticContext } = use(DataRouterContext) ?? {};
  const handles = matches.map(({ handle }) => handle as PageHandle | undefined);
  if (!import.meta.env.SSR || staticContext?.errors) return true;
  return !handles.some((handle) => handle?.hasNoScript || (handle?.needsNoScript && !isSignedIn));
}

/**
 * The page's script. React Router's own `Scripts` fetches all of it beside the page; this does so after the page and its pictures were painted,
 * so that they need not share a slow network. In the browser it only stands in the place of what the server wrote.
 */
export function PageScripts() {
  return import.meta.env.DEV ? <Scripts /> : <LateScripts />;
}

function LateScripts() {
  const framework = use(FrameworkContext);
  const dataRouter = use(DataRouterContext);
  const [text] = useState(() => (import.meta.env.SSR && framework && dataRouter ? written(framework, dataRouter) : ""));
  if (framework?.renderMeta) framework.renderMeta.didRenderScripts = true;
  return <script nonce={framework?.nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

type Framework = NonNullable<ContextType<typeof FrameworkContext>>;
type DataRouter = NonNullable<ContextType<typeof DataRouterContext>>;

/** What `Scripts` of React Router 8.4 writes, with `wake` in place of its preloads and its module script. */
function written({ manifest: { sri, ...manifest }, serverHandoffString }: Framework, { router }: DataRouter): string {
  const shown = router.state.matches.map(({ route }) => route.id);
  const above = pathsAbove(router.state.location.pathname).flatMap((path) => router.match(path)?.map(({ route }) => route.id) ?? []);
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

/** The router has to know the routes of these, or it would take what it knows of them for all there is. */
function pathsAbove(path: string): string[] {
  const steps = path.split("/").filter(Boolean);
  return steps.map((_, count) => `/${steps.slice(0, count).join("/")}`);
}

/** JSON in which nothing ends the script, opens a comment in it, or counts as the end of a line. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Runs in the browser alone, so it knows nothing of this file. Each module is asked for at once and runs as a task of its own. */
function wake(shared: string[], modules: [id: string, urls: (string | null)[]][], entry: string): void {
  let isAwake = false;
  const load = (url: string) => import(/* @vite-ignore */ url);
  const start = async () => {
    if (isAwake) return;
    isAwake = true;
    for (const url of shared) load(url).catch(() => {});
    const routes = modules.map(async ([id, urls]) => [id, Object.assign({}, ...(await Promise.all(urls.map((url) => url && load(url)))))]);
    Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(await Promise.all(routes)) });
    await load(entry);
  };
  const afterPaint = () => new PerformanceObserver(() => setTimeout(start)).observe({ type: "paint", buffered: true });
  const startSoon = () => requestAnimationFrame(() => requestAnimationFrame(afterPaint));
  if (document.readyState === "complete") startSoon();
  else addEventListener("load", startSoon);
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, start, { once: true });
  // A picture that does not come holds the load event up, and a page that nobody looks at paints nothing.
  setTimeout(start, 1_500);
}
