import type { OfflineTicket } from "#shop/orders/reading/offline-ticket.ts";

/** A ticket in the browser, and when the shop last confirmed it. */
export type StoredTicket = OfflineTicket & { checkedAt: number };

/** The tickets that this browser stores. Each function rejects if the browser does not let it. */
export type TicketStore = {
  /** The newest order first. */
  list(): Promise<StoredTicket[]>;
  /**
   * Asks the shop for all stored tickets, and for the order `requestCode` too. Stores those it
   * returns, removes the others, and returns them. Null if the shop did not answer:
   * nothing changes.
   */
  check(requestCode?: string): Promise<OfflineTicket[] | null>;
  remove(requestCode: string): Promise<void>;
  /** Removes all tickets, the offline page and its service worker. */
  clear(): Promise<void>;
};

/**
 * Opens the store of tickets. The offline page carries this function as text, so it must not use
 * anything from outside of it. `localStorage` has the codes, so that pages know without loading
 * this what is stored, and other tabs are notified. [S12.11]
 */
export function openTicketStore(): TicketStore {
  const NAME = "offline-tickets";
  const ANSWER_WITHIN_MS = 4_000;

  function done<T>(request: IDBRequest<T>): Promise<T> {
    return inTime((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** The storage of some browsers never answers: behind an older tab, or after a restart. */
  function inTime<T>(wait: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("the storage did not answer")), ANSWER_WITHIN_MS);
      wait(resolve, reject);
    });
  }

  async function within<T>(mode: IDBTransactionMode, act: (tickets: IDBObjectStore) => T): Promise<T> {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      // Looking into a store that is not there must not make one.
      if (mode === "readonly") opening.transaction?.abort();
      else opening.result.createObjectStore("tickets", { keyPath: "requestCode" });
    };
    const database = await done(opening).catch((error: unknown) => {
      opening.onsuccess = () => opening.result.close();
      throw error;
    });
    try {
      const transaction = database.transaction("tickets", mode);
      const finished = inTime<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      const result = act(transaction.objectStore("tickets"));
      await finished;
      return result;
    } finally {
      database.close();
    }
  }

  /** Asks the database only if there is something: after a logout that of an older tab may never answer. */
  async function list(): Promise<StoredTicket[]> {
    return localStorage.getItem(NAME) === null ? [] : read();
  }

  async function read(): Promise<StoredTicket[]> {
    const found = await within("readonly", (tickets) => tickets.getAll() as IDBRequest<StoredTicket[]>).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") return { result: [] };
      throw error;
    });
    return found.result.sort((a, b) => b.orderedAt.localeCompare(a.orderedAt));
  }

  /**
   * Stores what the shop returned of the codes that it was asked for, and removes the rest. Only
   * `added` is new: a ticket that was removed while the shop was asked stays away.
   */
  async function write(asked: string[], returned: OfflineTicket[], added?: string): Promise<void> {
    const checkedAt = Date.now();
    await within("readwrite", (tickets) => {
      for (const code of asked) if (!returned.some(({ requestCode }) => requestCode === code)) tickets.delete(code);
      const stored = tickets.getAllKeys();
      stored.onsuccess = () => {
        for (const ticket of returned)
          if (ticket.requestCode === added || stored.result.includes(ticket.requestCode)) tickets.put({ ...ticket, checkedAt });
      };
    });
    const left = await read();
    if (left.length > 0) localStorage.setItem(NAME, left.map(({ requestCode }) => requestCode).join());
    // Another tab may have removed all in between.
    if ((await read()).length === 0) await clear();
  }

  async function check(requestCode?: string): Promise<OfflineTicket[] | null> {
    const stored = (await list()).map((ticket) => ticket.requestCode);
    const asked = requestCode === undefined ? stored : [...new Set([requestCode, ...stored])];
    if (asked.length === 0) return [];
    const answer = await fetch(`/my-orders/tickets.json?codes=${asked.join()}`, { cache: "no-store" }).catch(() => null);
    const body: { tickets?: OfflineTicket[] } | null = answer?.ok ? await answer.json().catch(() => null) : null;
    // A network that wants a login answers with a page of its own.
    if (!Array.isArray(body?.tickets)) return null;
    await write(asked, body.tickets, requestCode);
    return body.tickets;
  }

  async function clear(): Promise<void> {
    localStorage.removeItem(NAME);
    await done(indexedDB.deleteDatabase(NAME));
    // Another tab that was storing may have written them again.
    localStorage.removeItem(NAME);
    if (!("serviceWorker" in navigator)) return;
    await (await navigator.serviceWorker.getRegistration("/offline"))?.unregister();
    await caches.delete("offline-page");
  }

  return { list, check, remove: (requestCode) => write([requestCode], []), clear };
}
