import { use } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, UNSAFE_FrameworkContext as FrameworkContext } from "react-router";

/**
 * What React Router keeps for itself and this folder needs: the only use of its `UNSAFE_` exports.
 * A new version of the router is checked here first.
 */
export type Framework = NonNullable<ReturnType<typeof useFramework>>;
export type DataRouter = NonNullable<ReturnType<typeof useDataRouter>>;

/** The list of routes with their scripts, the nonce, and what the server hands over. */
export function useFramework() {
  return use(FrameworkContext);
}

/** The build of this page's scripts, as the router names it; null for a page without script. */
export function buildOfPage(): string | null {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Framework["manifest"] };
  return manifest?.version ?? null;
}

/** The router of this page, and on the server what its loaders and actions returned. */
export function useDataRouter() {
  return use(DataRouterContext);
}
