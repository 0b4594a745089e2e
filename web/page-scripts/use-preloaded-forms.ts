import { useEffect, useEffectEvent } from "react";
import { type Framework, useFramework } from "./router-internals.ts";

/** How often, and how many times, to check whether the router knows the routes of new forms. */
const LEARN_MS = 250;
const LEARN_ATTEMPTS = 20;

type Routes = Framework["manifest"]["routes"];

/**
 * Preloads the scripts of mutation routes: call the returned function when somebody begins to type.
 * If such a script is missing while the connection is broken, the router reloads the page and what
 * was typed is lost. [S8.4]
 */
export function useReadyForms(routeIds: readonly string[]): () => void {
  const routes = useFramework()?.manifest.routes;
  return () => routes && getReady(routes, routeIds, LEARN_ATTEMPTS);
}

function getReady(routes: Routes, routeIds: readonly string[], attempts: number): void {
  for (const id of routeIds) {
    for (const url of [routes[id]?.module, routes[id]?.clientActionModule]) {
      if (url) import(/* @vite-ignore */ url).catch(() => {});
    }
  }
  const unknown = routeIds.filter((id) => !routes[id]);
  if (unknown.length > 0 && attempts > 0) setTimeout(() => getReady(routes, unknown, attempts - 1), LEARN_MS);
}

/** Preloads them at the first touch, click or key press on the page. [S8.4] */
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
