/*
 * The service worker of push notifications: of who works in the shop in the scope /admin/, and of
 * buyers in /order-status/. It answers no request and stores nothing: it shows what the shop sends,
 * opens the page that this is about, and tells the shop when the browser changed its address.
 * [S12.10] [S14.11]
 */

const isBuyers = new URL(self.registration.scope).pathname === "/order-status/";
const RENEWAL = isBuyers ? "/order-status/push-renewal" : "/admin/push-devices/renewal";
/** The page that opens if a notification names none of its own. */
const START = isBuyers ? "/my-orders" : "/admin";
const OWN_PAGES = isBuyers ? /^\/order-status\/REQ-\w+$/ : /^\/admin(\/|\?|$)/;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, body, topic, path } = messageIn(event.data);
  const options = { body, tag: topic, renotify: true, icon: "/icon-192.png", data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/**
 * Browsers require that each push shows something, so an unreadable one shows the shop's address.
 */
function messageIn(data) {
  try {
    const { title, body, topic, path } = data.json();
    return { title: String(title), body: String(body), topic: String(topic), path: String(path) };
  } catch {
    return { title: self.location.host, body: "", topic: "order", path: START };
  }
}

/**
 * Brings a window that shows this page to the front, or opens one. Leads nowhere but into the admin,
 * or to an order's page.
 */
async function openPage(path) {
  const wanted = OWN_PAGES.test(path) ? path : START;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === wanted);
  return open ? open.focus() : self.clients.openWindow(wanted);
}

/**
 * Tells the shop the new address. The shop takes it only from the admin's own login, in the place of
 * the address before, or of the one of the login if the browser does not say which that was; and from
 * a buyer's browser in the place of its only one.
 */
async function renew({ oldSubscription, newSubscription }) {
  const { endpoint, keys } = (newSubscription ?? (await subscribe())).toJSON();
  const body = new FormData();
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) body.set(name, value);
  if (oldSubscription) body.set("old", oldSubscription.endpoint);
  await fetch(RENEWAL, { method: "POST", body, redirect: "manual" });
}

/** Subscribes again, with the shop's key. Fails for an admin who is not logged in: nothing is renewed then. */
async function subscribe() {
  const { publicKey } = await (await fetch(RENEWAL, { redirect: "manual" })).json();
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
