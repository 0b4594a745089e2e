import { type ComponentType, lazy } from "react";

/**
 * A part that few pages show: its script comes when it is first shown, so that the others need not carry it. The server waits for it, for it is to
 * stand in the first HTML. A browser whose page is older than the shop's last update does not find it any more, and loads the page anew.
 */
export function lazyPart<P extends object>(bring: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await bring().catch(loadPageAnew) }));
}

function loadPageAnew(cause: unknown): Promise<never> {
  if (import.meta.env.SSR) throw cause;
  window.location.reload();
  return new Promise(() => {});
}
