import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";

type Event = { waitUntil(work: Promise<unknown>): unknown; data?: { json(): unknown }; notification?: object };

/** What a browser gives a service worker, as far as this one uses it. */
function openWorker(windows: string[] = []) {
  const handlers = new Map<string, (event: Event) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const self = {
    location: new URL("https://shop.example/push-worker.js"),
    addEventListener: (name: string, handler: (event: Event) => void) => handlers.set(name, handler),
    skipWaiting: () => {},
    registration: { showNotification: async (...notification: unknown[]) => void shown.push(notification) },
    clients: {
      matchAll: async () =>
        windows.map((path) => ({ url: `https://shop.example${path}`, focus: async () => opened.push(`focus ${path}`) })),
      openWindow: async (path: string) => opened.push(path),
    },
  };
  runInNewContext(readFileSync("public/push-worker.js", "utf8"), { self, URL });
  const dispatch = async (name: string, event: Omit<Event, "waitUntil">) => {
    const work: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (waited) => work.push(waited) });
    await Promise.all(work);
  };
  return { handlers, shown, opened, dispatch };
}

let worker: ReturnType<typeof openWorker>;
beforeEach(() => {
  worker = openWorker();
});

test("[S12.10] the worker answers no request: it hears pushes and taps on what it showed, and nothing else", () => {
  expect([...worker.handlers.keys()].sort()).toEqual(["install", "notificationclick", "push"]);
});

test("[S12.10] a push is shown, a newer one in the place of an older one about the same; an unreadable one is shown too", async () => {
  const message = { title: "Trackside", body: "A new order of ₹499.00 is waiting.", topic: "order", path: "/admin/orders" };
  await worker.dispatch("push", { data: { json: () => message } });
  await worker.dispatch("push", { data: { json: () => JSON.parse("?") } });
  expect(worker.shown).toMatchObject([
    ["Trackside", { body: message.body, tag: "order", renotify: true, data: { path: "/admin/orders" } }],
    ["shop.example", { body: "", data: { path: "/admin" } }],
  ]);
});

test.each([
  ["/admin/orders", [], "/admin/orders"],
  ["/admin/money", ["/", "/admin/orders"], "/admin/money"],
  ["/admin/orders", ["/products", "/admin/orders"], "focus /admin/orders"],
  ["https://evil.example/admin", [], "/admin"],
  ["//evil.example", [], "/admin"],
  ["/logout", [], "/admin"],
  [undefined, [], "/admin"],
])("[S12.10] a tap on a notification about %s, with %j open, leads into the admin", async (path, windows, opened) => {
  const { dispatch, opened: led } = openWorker(windows);
  await dispatch("notificationclick", { notification: { close: () => {}, data: { path } } });
  expect(led).toEqual([opened]);
});
