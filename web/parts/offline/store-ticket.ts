import { OFFLINE_TICKETS_MAX } from "#shop/orders/constants.ts";
import { reportStored } from "./stored-codes.ts";
import { openTicketStore } from "./ticket-store.ts";

/** How storing a ticket ended, as keys of the texts `offline`. */
type Stored = "stored" | "tooMany" | "notConnected" | "notYours" | "couldNotStore";

/**
 * Stores an order's ticket in this browser, and registers the service worker that serves the
 * offline page. A ticket that nothing would show is not stored. [S12.11]
 */
export async function storeTicket(requestCode: string): Promise<Stored> {
  const store = openTicketStore();
  try {
    if ((await store.list()).length >= OFFLINE_TICKETS_MAX) return "tooMany";
    const tickets = await store.check(requestCode);
    if (tickets === null) return "notConnected";
    if (!tickets.some((ticket) => ticket.requestCode === requestCode)) return "notYours";
    await installWorker();
    return "stored";
  } catch {
    await store.remove(requestCode).catch(() => {});
    return "couldNotStore";
  } finally {
    reportStored();
  }
}

/** Removes an order's ticket from this browser. */
export async function removeTicket(requestCode: string): Promise<void> {
  await openTicketStore().remove(requestCode).finally(reportStored);
}

/** Removes all tickets from this browser. */
export async function removeTickets(): Promise<void> {
  await openTicketStore().clear().finally(reportStored);
}

let checking: Promise<void> | null = null;

/** Asks the shop which stored tickets are still this visitor's, and removes the others. [S12.11] */
export function checkTickets(): Promise<void> {
  checking ??= openTicketStore()
    .check()
    .then(reportStored, () => {})
    .finally(() => {
      checking = null;
    });
  return checking;
}

/** Resolves when the worker has the offline page; rejects if it could not get it. */
async function installWorker(): Promise<void> {
  const { installing, waiting, active } = await navigator.serviceWorker.register("/offline-worker.js", { scope: "/offline" });
  const worker = installing ?? waiting ?? active;
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker?.state === "redundant") reject(new Error("the worker was not installed"));
      else if (worker?.state !== "installing") resolve();
    };
    worker?.addEventListener("statechange", look);
    look();
  });
}
