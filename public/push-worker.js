/*
 * The service worker of the owner's push notifications. Its scope is /admin/, it answers no request
 * and stores nothing: it shows what the shop sends, and opens the admin. [S12.10]
 */

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
