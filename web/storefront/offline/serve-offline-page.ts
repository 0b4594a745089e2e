type Lasting = { waitUntil(done: Promise<unknown>): void };
type Asked = Lasting & { request: Pick<Request, "mode" | "method" | "url">; respondWith(answer: Promise<Response>): void };

/** What the worker needs of the browser's `ServiceWorkerGlobalScope`. */
type WorkerScope = {
  addEventListener(type: "install", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  registration: { unregister(): Promise<boolean> };
};

/**
 * The service worker: answers the offline page from its cache and renews it for the next visit. It
 * answers no other request. The page is fetched without cookies, so it is nobody's. Sent to the
 * browser as text, so it must not use anything from outside of it. [S12.11]
 */
export function serveOfflinePage(scope: WorkerScope): void {
  const page = "/offline";
  const cacheName = "offline-page";

  async function storePage(): Promise<void> {
    const answer = await fetch(page, { credentials: "omit", cache: "no-cache", redirect: "error" });
    // A shop that has no such page any more takes the worker back.
    if (answer.status === 404) await scope.registration.unregister();
    if (!answer.ok) throw new Error(`the page was answered with ${answer.status}`);
    await (await caches.open(cacheName)).put(page, answer);
  }

  scope.addEventListener("install", (event) => event.waitUntil(Promise.all([storePage(), scope.skipWaiting()])));
  scope.addEventListener("fetch", (event) => {
    const { mode, method, url } = event.request;
    if (mode !== "navigate" || method !== "GET" || new URL(url).pathname !== page) return;
    const stored = caches.match(page, { cacheName, ignoreVary: true });
    event.respondWith(stored.then((found) => found ?? fetch(page)));
    event.waitUntil(storePage().catch(() => {}));
  });
}
