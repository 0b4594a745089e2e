import type { Page } from "@playwright/test";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { CUSTOMERS_PASSWORD, signedUp } from "../states.ts";
import { awake, order } from "../steps.ts";

/** Stands in for the browser's push service, which a browser of tests has none of. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let subscription: object | null = null;
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      const keys = {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      };
      const endpoint = `https://push.example/send/${Math.random()}`;
      const unsubscribe = async () => {
        subscription = null;
        return true;
      };
      subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };
      return subscription as PushSubscription;
    };
  });
}

const TELL = { name: "Tell me on this phone" };
const STOP = { name: "Stop telling me" };
const registered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname));

test("[S14.11] a guest who just ordered is told on this phone with one tap, also after a reload, until *Forget this device*", async ({
  page,
  strangerPage,
  putOnSale,
}) => {
  await withPushService(page);
  const code = await order(page, await putOnSale());
  await awake(page);
  await page.getByRole("button", TELL).click();
  await expect(page.getByText("Notifications are on for this device.")).toBeVisible();
  await expect(page.getByRole("button", STOP)).toBeFocused();
  expect(await registered(page)).toEqual(["/order-status/"]);

  await page.goto(`/order-status/${code}`);
  await awake(page);
  await expect(page.getByText("News of your orders comes to this phone")).toBeVisible();
  await looksRight(page, "an order of which this phone hears");
  await page.getByRole("button", STOP).click();
  await expect(page.getByRole("button", TELL)).toBeFocused();
  await page.getByRole("button", TELL).click();
  await expect(page.getByRole("button", STOP)).toBeVisible();

  await strangerPage.goto(`/order-status/${code}`);
  await awake(strangerPage);
  await expect(strangerPage.getByRole("button", TELL)).toHaveCount(0);
  await page.goto("/my-orders");
  await awake(page);
  await page.getByRole("button", { name: "Forget this device" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget this device" }).click();
  await expect(page.getByText(code)).toHaveCount(0);
  await page.goto(`/order-status/${code}`);
  await expect(page.getByRole("button", STOP)).toHaveCount(0);
});

test("[S14.11] a customer's order has the button without a private link, and a logout ends it in a browser that keeps its key", async ({
  page,
  putOnSale,
  shop,
}) => {
  await withPushService(page);
  const email = "told@example.com";
  await signedUp({ request: page.request, origin: shop.address }, email);
  const code = await order(page, await putOnSale());
  await page.goto(`/order-status/${code}`);
  await awake(page);
  await expect(page.getByRole("heading", { name: "News of this order" })).toBeVisible();
  await page.getByRole("button", TELL).click();
  await expect(page.getByRole("button", STOP)).toBeVisible();
  await page.reload();
  await awake(page);
  await expect(page.getByRole("button", STOP)).toBeVisible();

  const headers = { origin: shop.address };
  const left = await page.request.post("/logout", { headers, maxRedirects: 0 });
  expect(left.status()).toBe(303);
  const cookies = await page.context().cookies();
  expect(cookies.some(({ name }) => name.endsWith("trackside.browser"))).toBe(true);
  await page.request.post("/api/auth/sign-in/email", { headers, data: { email, password: CUSTOMERS_PASSWORD } });
  await page.goto(`/order-status/${code}`);
  await awake(page);
  await expect(page.getByRole("button", TELL)).toBeVisible();
});

test("[S14.11] a browser that shows no notifications, or runs no script, has no button", async ({ page, putOnSale, browser, baseURL }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
  });
  const code = await order(page, await putOnSale());
  await page.goto(`/order-status/${code}`);
  await awake(page);
  await expect(page.getByRole("button", { name: "Copy private link" })).toBeVisible();
  await expect(page.getByRole("button", TELL)).toHaveCount(0);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() });
  const bare = await context.newPage();
  await bare.goto(`/order-status/${code}`);
  await expect(bare.getByRole("textbox", { name: "Private link" })).toBeVisible();
  await expect(bare.getByRole("button", TELL)).toHaveCount(0);
  await context.close();
});

test("[S14.11] an iPhone's browser says that the shop must be on the home screen first", async ({ browser, baseURL, page, putOnSale }) => {
  const code = await order(page, await putOnSale());
  const context = await browser.newContext({
    baseURL,
    storageState: await page.context().storageState(),
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  });
  const phone = await context.newPage();
  await phone.goto(`/order-status/${code}`);
  await awake(phone);
  await phone.getByRole("button", TELL).click();
  await expect(phone.getByText("tap Share, then Add to Home Screen")).toBeVisible();
  await looksRight(phone, "an order on an iPhone");
  await context.close();
});
