/*
 * The service worker of the owner's push notifications. Its scope is /admin/, it answers no request
 * and stores nothing: it shows what the shop sends, opens the admin, and tells the shop when the
 * browser changed its address. [S12.10]
 */

const RENEWAL = "/admin/push-devices/renewal";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, body, topic, path } = messageIn(event.data);
  const options = { body, tag: topic, renotify: true, icon: "/icon-192.png", data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAdmin(event.notification.data?.path));
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
    return { title: self.location.host, body: "", topic: "order", path: "/admin" };
  }
}

/**
 * Brings a window that shows this page to the front, or opens one.
 * Leads nowhere but into the admin.
 */
async function openAdmin(path) {
  const wanted = /^\/admin(\/|\?|$)/.test(path) ? path : "/admin";
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === wanted);
  return open ? open.focus() : self.clients.openWindow(wanted);
}

/**
 * Tells the shop the new address. The shop takes it only from the admin's own login, in the place of
 * the address before; if the browser does not say which that was, of the one of the login.
 */
async function renew({ oldSubscription, newSubscription }) {
  const { endpoint, keys } = (newSubscription ?? (await subscribe())).toJSON();
  const body = new FormData();
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) body.set(name, value);
  if (oldSubscription) body.set("old", oldSubscription.endpoint);
  await fetch(RENEWAL, { method: "POST", body, redirect: "manual" });
}

/** Subscribes again, with the shop's key. Fails for who is not logged in: nothing is renewed then. */
async function subscribe() {
  const { publicKey } = await (await fetch(RENEWAL, { redirect: "manual" })).json();
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
