import { expect, test, vi } from "vitest";
import { serveOfflinePage } from "./serve-offline-page.ts";

/** Runs the worker and returns what it does with a request. */
function openWorker() {
  const listeners: Record<string, (event: never) => void> = {};
  const scope = {
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners[type] = listener;
    },
    skipWaiting: async () => {},
    registration: { unregister: vi.fn(async () => true) },
  };
  serveOfflinePage(scope);
  return {
    types: Object.keys(listeners).sort(),
    /** Whether the worker answers it itself. */
    answers(path: string, { mode = "navigate", method = "GET" } = {}) {
      const respondWith = vi.fn();
      listeners.fetch?.({ request: { mode, method, url: `https://shop.example${path}` }, respondWith, waitUntil: () => {} } as never);
      return respondWith.mock.calls.length > 0;
    },
  };
}

test("[S12.11] the worker answers the offline page and touches no other request", () => {
  vi.stubGlobal("caches", { match: async () => new Response("page"), open: async () => ({ put: async () => {} }) });
  vi.stubGlobal("fetch", async () => new Response("page"));
  const worker = openWorker();
  expect(worker.types).toEqual(["fetch", "install"]);
  expect(worker.answers("/offline")).toBe(true);
  expect(worker.answers("/offline?from=home")).toBe(true);
  for (const path of [
    "/",
    "/admin",
    "/admin/offline",
    "/offline/x",
    "/offline-worker.js",
    "/my-orders",
    "/my-orders/tickets.json",
    "/login",
  ])
    expect(worker.answers(path), path).toBe(false);
  expect(worker.answers("/offline", { mode: "cors" })).toBe(false);
  expect(worker.answers("/offline", { method: "POST" })).toBe(false);
  vi.unstubAllGlobals();
});
