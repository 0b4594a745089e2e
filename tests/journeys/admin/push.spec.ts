import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

test("[S12.10] the owner sees the devices that get notifications, and turns one off", async ({ adminPage, ownerApi }) => {
  await addDevice(ownerApi);
  const card = await openCard(adminPage);
  await looksRight(adminPage, "the card of notifications");

  const devices = card.getByRole("list", { name: "Devices with notifications on" });
  await expect(devices.getByRole("button", { name: /^Send a test/ })).toBeVisible();
  await devices.getByRole("button", { name: /^Turn off/ }).click();
  await expect(devices).toHaveCount(0);
  await expect(adminPage.getByText("Notifications are off for this device.")).toBeVisible();
});

/** A browser without a push service: the shop's own messages are decrypted in `shop/push`. */
test("[S12.10] a push is shown, and the owner is told why this browser gets none (skipped in Chromium's headless shell, which blocks all notifications)", async ({
  adminPage,
  baseURL,
}) => {
  await adminPage.context().grantPermissions(["notifications"], { origin: baseURL });
  const card = await openCard(adminPage);
  const isBlocked = (await adminPage.evaluate(() => Notification.permission)) === "denied";
  test.skip(isBlocked, "Chromium's headless shell blocks all notifications");
  await card.getByRole("button", { name: "Notify this device" }).click();
  await expect(card.getByRole("alert").filter({ hasText: "couldn't reach its notification service" })).toBeVisible();
  expect(
    await adminPage.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)),
  ).toEqual(["/admin/"]);
  await looksRight(adminPage, "the card of a browser without notifications");
  const message = { title: "Trackside", body: "A new order of ₹499.00 is waiting.", topic: "order", path: "/admin/orders" };
  await pushTo(adminPage, JSON.stringify(message));
  await expect.poll(() => adminPage.evaluate(shownHere)).toEqual([{ title: "Trackside", body: message.body, tag: "order" }]);
});

async function addDevice(ownerApi: APIRequestContext): Promise<void> {
  const form = {
    endpoint: "https://push.example/send/journey",
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  await ownerApi.post("/admin/push-devices", { form });
}

async function openCard(adminPage: Page): Promise<Locator> {
  await adminPage.goto("/admin/settings/notifications");
  await awake(adminPage);
  return adminPage.getByRole("region", { name: "Your phone" });
}

/**
 * Hands a push to the page's service worker, as the browser does when its push service brings one.
 */
async function pushTo(page: Page, data: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => first && resolve(first.registrationId));
  });
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.deliverPushMessage", { origin: new URL(page.url()).origin, registrationId: await registered, data });
  await browser.detach();
}

async function shownHere() {
  const registration = await navigator.serviceWorker.getRegistration("/admin/");
  return (await registration?.getNotifications())?.map(({ title, body, tag }) => ({ title, body, tag }));
}
