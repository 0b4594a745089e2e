import { useSyncExternalStore } from "react";

/** Where `openTicketStore` notes the codes of the stored tickets. */
const STORED = "offline-tickets";

const followers = new Set<() => void>();

/** Whether this browser stores tickets to be read offline. */
export function hasTickets(): boolean {
  return storedCodes() !== "";
}

/**
 * Whether this browser stores the ticket of an order; false on the server. Follows other tabs.
 * [S12.11]
 */
export function useIsStored(requestCode: string): boolean {
  return useSyncExternalStore(
    follow,
    () => storedCodes().split(",").includes(requestCode),
    () => false,
  );
}

/** Whether this browser can store tickets: on https, with storage and service workers. */
export function useCanStore(): boolean {
  return useSyncExternalStore(follow, canStore, () => false);
}

function canStore(): boolean {
  return "serviceWorker" in navigator && "indexedDB" in window && "caches" in window;
}

/** Shows in this tab what changed in the store. */
export function reportStored(): void {
  for (const notify of followers) notify();
}

/** A browser that blocks storage throws. */
function storedCodes(): string {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

function follow(notify: () => void): () => void {
  followers.add(notify);
  addEventListener("storage", notify);
  return () => {
    followers.delete(notify);
    removeEventListener("storage", notify);
  };
}
