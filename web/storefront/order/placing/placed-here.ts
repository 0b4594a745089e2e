import { useSyncExternalStore } from "react";

const followers = new Set<() => void>();

/** Notes in this entry of the browser's history which order was placed from it, or that another one may be. */
export function notePlaced(requestCode: string | null): void {
  history.replaceState({ ...history.state, placed: requestCode }, "");
  for (const tell of followers) tell();
}

/** The order that was placed from this entry of the history: whoever comes back to it is told, and does not order twice. [S2.14] */
export function usePlacedHere(): string | null {
  return useSyncExternalStore(follow, readPlaced, () => null);
}

function readPlaced(): string | null {
  const placed: unknown = history.state?.placed;
  return typeof placed === "string" ? placed : null;
}

function follow(tell: () => void) {
  followers.add(tell);
  return () => followers.delete(tell);
}
