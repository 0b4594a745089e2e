import { type ContextType, use, useEffect, useEffectEvent } from "react";
import { UNSAFE_FrameworkContext as FrameworkContext } from "react-router";

/** How long the router takes to learn of the routes of forms that have just come into the page, with some patience for a slow network. */
const LEARN_MS = 250;
const LEARN_TRIES = 20;

type Routes = NonNullable<ContextType<typeof FrameworkContext>>["manifest"]["routes"];

/**
 * Fetches the script of mutation routes beforehand: call what it returns when somebody begins to type. Without that script the router cannot send
 * the form over a broken connection and loads the page anew instead, and what was typed is gone. [S8.4]
 */
export function useReadyForms(routeIds: readonly string[]): () => void {
  const routes = use(FrameworkContext)?.manifest.routes;
  return () => routes && getReady(routes, routeIds, LEARN_TRIES);
}

function getReady(routes: Routes, routeIds: readonly string[], tries: number): void {
  for (const id of routeIds) {
    for (const url of [routes[id]?.module, routes[id]?.clientActionModule]) {
      if (url) import(/* @vite-ignore */ url).catch(() => {});
    }
  }
  const unknown = routeIds.filter((id) => !routes[id]);
  if (unknown.length > 0 && tries > 0) setTimeout(() => getReady(routes, unknown, tries - 1), LEARN_MS);
}

/** Does so when somebody first touches the page, by finger, mouse or keyboard. [S8.4] */
export function useReadyAtTouch(routeIds: readonly string[]): void {
  const ready = useEffectEvent(useReadyForms(routeIds));
  useEffect(() => {
    const touched = new AbortController();
    const atTouch = () => {
      touched.abort();
      ready();
    };
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, atTouch, { signal: touched.signal });
    return () => touched.abort();
  }, []);
}
