import { useSyncExternalStore } from "react";

type Codes = ReadonlySet<string>;

const none: Codes = new Set();
let held: Codes = none;
const followers = new Set<() => void>();

/**
 * The request codes of the orders that a held decision is about. They have left the lists of this
 * page, and come back if the decision is undone or refused. [S12.5]
 */
export function useHeldOrders(): Codes {
  return useSyncExternalStore(follow, heldOrders, () => none);
}

/** The same outside of React. Browser only. */
export function heldOrders(): Codes {
  return held;
}

/** Sets the orders that a held decision is about. Browser only. */
export function setHeldOrders(codes: Iterable<string>): void {
  held = new Set(codes);
  for (const notify of followers) notify();
}

function follow(notify: () => void): () => void {
  followers.add(notify);
  return () => followers.delete(notify);
}
