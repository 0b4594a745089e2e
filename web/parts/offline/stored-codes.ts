import { followed } from "#web/ui/store.ts";

/** Where `openTicketStore` notes the codes of the stored tickets. */
const STORED = "offline-tickets";

/** The codes of the stored tickets, separated by commas; other tabs may change them. */
const codes = followed({
  initial: "",
  read: () => {
    try {
      return localStorage.getItem(STORED) ?? "";
    } catch {
      // A browser that blocks storage throws.
      return "";
    }
  },
  follow: (notify) => {
    addEventListener("storage", notify);
    return () => removeEventListener("storage", notify);
  },
});

/** Whether this browser can store tickets: on https, with storage and service workers. */
const canStore = followed({
  initial: false,
  read: () => "serviceWorker" in navigator && "indexedDB" in window && "caches" in window,
});

/** Whether this browser stores tickets to be read offline. */
export function hasTickets(): boolean {
  return codes.read() !== "";
}

/**
 * Whether this browser stores the ticket of an order; false on the server. Follows other tabs.
 * [S12.11]
 */
export function useIsStored(requestCode: string): boolean {
  return codes.use().split(",").includes(requestCode);
}

/** Whether this browser can store tickets: on https, with storage and service workers. */
export function useCanStore(): boolean {
  return canStore.use();
}

/** Shows in this tab what changed in the store. */
export function reportStored(): void {
  codes.write(codes.read());
}
