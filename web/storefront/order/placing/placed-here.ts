import { useSyncExternalStore } from "react";

const followers = new Set<() => void>();

/** Records in this history entry which order was placed from it; null allows another one. */
export function recordPlaced(requestCode: string | null): void {
  history.replaceState({ ...history.state, placed: requestCode }, "");
  for (const notify of followers) notify();
}

/** The order placed from this history entry, so that going back does not order twice. [S2.14] */
export function usePlacedHere(): string | null {
  return useSyncExternalStore(follow, readPlaced, () => null);
}

function readPlaced(): string | null {
  const placed: unknown = history.state?.placed;
  return typeof placed === "string" ? placed : null;
}

function follow(notify: () => void) {
  followers.add(notify);
  return () => followers.delete(notify);
}
