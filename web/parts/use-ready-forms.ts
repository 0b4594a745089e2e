import { use, useEffect, useEffectEvent } from "react";
import { UNSAFE_FrameworkContext as FrameworkContext } from "react-router";

/**
 * Fetches the script of mutation routes beforehand: call what it returns when somebody begins to type. Without that script the router cannot send
 * the form over a broken connection and loads the page anew instead, and what was typed is gone. [S8.4]
 */
export function useReadyForms(routeIds: readonly string[]): () => void {
  const routes = use(FrameworkContext)?.manifest.routes;
  return () => {
    for (const id of routeIds) {
      for (const url of [routes?.[id]?.module, routes?.[id]?.clientActionModule]) {
        if (url) import(/* @vite-ignore */ url).catch(() => {});
      }
    }
  };
}

/** Does so when somebody first touches the page, by finger, mouse or keyboard. [S8.4] */
export function useReadyAtTouch(routeIds: readonly string[]): void {
  const getReady = useEffectEvent(useReadyForms(routeIds));
  useEffect(() => {
    const touched = new AbortController();
    const atTouch = () => {
      touched.abort();
      getReady();
    };
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, atTouch, { signal: touched.signal });
    return () => touched.abort();
  }, []);
}
