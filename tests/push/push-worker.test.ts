import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";

type Subscription = { endpoint: string; toJSON(): object };
type Event = {
  waitUntil(work: Promise<unknown>): unknown;
  data?: { json(): unknown };
  notification?: object;
  oldSubscription?: Subscription | null;
  newSubscription?: Subscription | null;
};

/** A subscription at a push service. */
function aSubscription(name: string): Subscription {
  const endpoint = `https://push.example/${name}`;
  return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: `p256dh of ${name}`, auth: `auth of ${name}` } }) };
}

/** What a browser gives a service worker, as far as this one uses it. */
function openWorker(windows: string[] = [], isLoggedIn = true, scope = "/admin/") {
  const handlers = new Map<string, (event: Event) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const asked: unknown[] = [];
  const subscribe = async (options: unknown) => {
    asked.push(options);
    return aSubscription("new");
  };
  const fetch = async (address: string, { method = "GET", body = new FormData(), redirect = "follow" }) => {
    asked.push({ method, address, redirect, ...Object.fromEntries(body) });
    return isLoggedIn ? Response.json({ publicKey: "the shop's key" }) : Response.error();
  };
  const self = {
    location: new URL("https://shop.example/push-worker.js"),
    addEventListener: (name: string, handler: (event: Event) => void) => handlers.set(name, handler),
    skipWaiting: () => {},
    registration: {
      scope: `https://shop.example${scope}`,
      showNotification: async (...notification: unknown[]) => void shown.push(notification),
      pushManager: { subscribe },
    },
    clients: {
      matchAll: async () =>
        windows.map((path) => ({ url: `https://shop.example${path}`, focus: async () => opened.push(`focus ${path}`) })),
      openWindow: async (path: string) => opened.push(path),
    },
  };
  runInNewContext(readFileSync("public/push-worker.js", "utf8"), { self, URL, FormData, fetch });
  const dispatch = async (name: string, event: Omit<Event, "waitUntil">) => {
    const work: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (waited) => work.push(waited) });
    await Promise.all(work);
  };
  return { handlers, shown, opened, asked, dispatch };
}

let worker: ReturnType<typeof openWorker>;
beforeEach(() => {
  worker = openWorker();
});

test("[S12.10] the worker answers no request: it hears pushes, taps on what it showed and a changed address, and nothing else", () => {
  expect([...worker.handlers.keys()].sort()).toEqual(["install", "notificationclick", "push", "pushsubscriptionchange"]);
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

const renewal = { address: "/admin/push-devices/renewal", redirect: "manual" };
const ofNew = { endpoint: "https://push.example/new", p256dh: "p256dh of new", auth: "auth of new" };
const subscribed = { userVisibleOnly: true, applicationServerKey: "the shop's key" };

test("[S12.10] an address that the browser changed is told to the shop, with the one before if the browser says it", async () => {
  await worker.dispatch("pushsubscriptionchange", { oldSubscription: aSubscription("old"), newSubscription: aSubscription("new") });
  expect(worker.asked).toEqual([{ method: "POST", ...renewal, ...ofNew, old: "https://push.example/old" }]);
});

test.each([null, undefined])("[S12.10] a subscription that ended is made again with the shop's key (%s)", async (none) => {
  await worker.dispatch("pushsubscriptionchange", { oldSubscription: none, newSubscription: none });
  expect(worker.asked).toEqual([{ method: "GET", ...renewal }, subscribed, { method: "POST", ...renewal, ...ofNew }]);
});

test("[S12.10] the worker of somebody who is not logged in subscribes to nothing", async () => {
  const { dispatch, asked } = openWorker([], false);
  await expect(dispatch("pushsubscriptionchange", { oldSubscription: aSubscription("old") })).rejects.toThrow();
  expect(asked).toEqual([{ method: "GET", ...renewal }]);
});

test.each([
  ["/order-status/REQ-ABC", [], "/order-status/REQ-ABC"],
  ["/order-status/REQ-ABC", ["/order-status/REQ-ABC"], "focus /order-status/REQ-ABC"],
  ["/order-status/REQ-ABC/key/zq7", [], "/my-orders"],
  ["/admin/orders", [], "/my-orders"],
  ["https://evil.example/order-status/REQ-ABC", [], "/my-orders"],
])(
  "[S14.11] a buyer's tap on a notification about %s, with %j open, leads to the order or to *My orders*",
  async (path, windows, opened) => {
    const { dispatch, opened: led } = openWorker(windows, true, "/order-status/");
    await dispatch("notificationclick", { notification: { close: () => {}, data: { path } } });
    expect(led).toEqual([opened]);
  },
);

test("[S14.11] a buyer's changed address goes to the buyers' door, and an unreadable push leads to *My orders*", async () => {
  const { dispatch, asked, shown } = openWorker([], true, "/order-status/");
  await dispatch("pushsubscriptionchange", { oldSubscription: null, newSubscription: null });
  const ofBuyers = { address: "/order-status/push-renewal", redirect: "manual" };
  expect(asked).toEqual([{ method: "GET", ...ofBuyers }, subscribed, { method: "POST", ...ofBuyers, ...ofNew }]);
  await dispatch("push", { data: { json: () => JSON.parse("?") } });
  expect(shown).toMatchObject([["shop.example", { data: { path: "/my-orders" } }]]);
});
