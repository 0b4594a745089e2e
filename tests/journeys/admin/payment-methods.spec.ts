import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";
import { razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { looksRight } from "../accessibility-checks.ts";
import { test as base } from "../provider-shop.ts";
import { expect } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

/** A shop of this file alone: the keys of a provider are changed by others, and never removed. */
const test = base.extend<object, { isWithoutKeys: true }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  isWithoutKeys: [async ({}, use) => use(true), { scope: "worker", auto: true }],
});

/** The step of this name, which is open unless it is done. */
const step = (page: Page, title: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: title });

test("[S10.1] [S10.16] the owner sets up Razorpay from the list, step by step, and the list says so", async ({
  adminPage: page,
  strangerPage,
  putOnSale,
  fake,
  shop,
}) => {
  await page.goto("/admin/payment-methods");
  const row = page.getByRole("main").getByRole("link", { name: /^Razorpay/ });
  await looksRight(page, "the list of the payment methods");
  await expect(row).toContainText("Off");
  await expect(row).toContainText("Missing: Key ID, Key secret, Webhook secret");
  await row.click();
  await expect(page).toHaveURL("/admin/payment-methods/razorpay");
  await awake(page);
  await expect(page.getByRole("button", { name: "Turn on Razorpay" })).toHaveCount(0);
  await looksRight(page, "the steps of a provider");

  const keys = step(page, "Enter your API keys");
  await keys.getByLabel("Key ID").fill(razorpayAccount.keyId);
  await keys.getByLabel("Key secret").fill(razorpayAccount.keySecret);
  await keys.getByRole("button", { name: "Save" }).click();
  await expect(keys.getByText(english("currentPasswordNeeded"))).toBeVisible();
  await keys.getByLabel("Your password").fill(shop.admin.password);
  await keys.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await expect(keys.getByRole("heading")).toHaveText("Enter your API keys, done");
  await expect(keys.getByLabel("Key secret")).toHaveValue("");
  await expect(keys.getByText(`Saved, ending in ${razorpayAccount.keySecret.slice(-4)}`)).toBeVisible();

  const webhook = step(page, "Add the webhook");
  const address = `${shop.address}/api/payments/razorpay/events`;
  await expect(webhook.getByText(textsIn("en", "adminProviders")("razorpaySecretHere"))).toBeVisible();
  await expect(page.getByRole("button", { name: "Test connection" })).toHaveCount(0);
  await webhook.getByLabel("Webhook secret").fill(WEBHOOK_SECRET);
  await webhook.getByLabel("Your password").fill(shop.admin.password);
  await webhook.getByRole("button", { name: "Save" }).click();
  await expect(webhook.getByRole("heading")).toHaveText("Add the webhook, done");

  const connection = step(page, "Test the connection");
  await fake.turn({ fate: 500 });
  await connection.getByRole("button", { name: "Test connection" }).click();
  await expect(connection.getByRole("alert")).toContainText("The connection doesn't work.");
  await fake.turn({ fate: null });
  await connection.getByRole("button", { name: "Test connection" }).click();
  await expect(connection.getByText(english("providerConnected"))).toBeVisible();
  await expect(connection.getByRole("heading")).toHaveText("Test the connection, done");

  await page.getByRole("button", { name: "Turn on Razorpay" }).click();
  await expect(page.getByRole("button", { name: "Turn off Razorpay" })).toBeVisible();

  await fake.hookTo({ url: address, secret: WEBHOOK_SECRET });
  const product = await putOnSale({ ids: ["TRIED-0001"] });
  await strangerPage.goto(`/product/${product.id}`);
  await strangerPage.getByRole("radio", { name: "Razorpay" }).check();
  await strangerPage.getByRole("button", { name: "Place Order" }).click();
  await requestCodeOn(strangerPage);
  await strangerPage.getByRole("link", { name: "Pay at Razorpay" }).click();
  await strangerPage.getByRole("button", { name: "Pay ₹499.00" }).click();
  await expect(strangerPage.getByText("TRIED-0001")).toBeVisible();

  await page.getByRole("link", { name: "All payment methods" }).click();
  await expect(row).toContainText("On");
  await expect(row).toContainText("Test keys");
  await expect(row).not.toContainText("Missing");
  await page.reload();
  await expect(row).toContainText("Last message: payment_link.paid,");
});

test("[S10.1] [S10.12] without script the owner sets up UPI: a refused step keeps what was typed, and the switch follows", async ({
  browser,
  ownerApi,
  baseURL,
  shop,
}) => {
  const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState(), javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/admin/payment-methods");
  await page.getByRole("main").getByRole("link", { name: /^UPI/ }).click();
  const payee = step(page, "Enter your UPI ID");
  await payee.getByLabel("UPI ID", { exact: true }).fill("trackside@okbank");
  await payee.getByLabel("Payee name").fill("Track Side");
  await payee.getByRole("button", { name: "Save" }).click();
  await expect(payee.getByText(english("currentPasswordNeeded"))).toBeVisible();
  await expect(payee.getByLabel("Payee name")).toHaveValue("Track Side");
  await payee.getByLabel("Your password").fill(shop.admin.password);
  await payee.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await expect(payee.getByRole("heading")).toHaveText("Enter your UPI ID, done");
  const picture = step(page, "Test it with your own app").getByRole("img");
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Turn on UPI" }).click();
  await expect(page.getByRole("button", { name: "Turn off UPI" })).toBeVisible();

  await page.goto("/admin/payment-methods/stripe");
  const keys = step(page, "Enter your API keys");
  await keys.getByLabel("Secret key").fill("half of a key");
  await keys.getByLabel("Your password").fill(shop.admin.password);
  await keys.getByRole("button", { name: "Save" }).click();
  await expect(keys.getByText(english("providerKeyInvalid"))).toBeVisible();
  await expect(keys.getByLabel("Secret key")).toHaveValue("");
  await page.getByRole("link", { name: "All payment methods" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /^UPI/ })).toContainText("On");
  await page.goto("/admin/payment-methods/upi");
  await page.getByRole("button", { name: "Turn off UPI" }).click();
  await expect(page.getByRole("button", { name: "Turn on UPI" })).toBeVisible();
  await context.close();
});

test("[S1.4] [S1.5] [S10.1] without script Request First and gift cards have a page each, with how to pay and the switch; one method stays on", async ({
  browser,
  adminPage,
  ownerApi,
  baseURL,
  shop,
}) => {
  for (const name of ["request", "amazon"]) {
    await adminPage.goto(`/admin/payment-methods/${name}`);
    await looksRight(adminPage, `the page of ${name}`);
  }
  const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState(), javaScriptEnabled: false });
  const page = await context.newPage();
  const method = (name: RegExp) => page.getByRole("main").getByRole("link", { name });
  await page.goto("/admin/payment-methods");
  await method(/^Amazon Gift Card/).click();
  await expect(page).toHaveURL("/admin/payment-methods/amazon");
  await page.getByRole("button", { name: "Turn off Amazon Gift Card" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await page.getByRole("link", { name: "All payment methods" }).click();
  await expect(method(/^Amazon Gift Card/)).toContainText("Off");

  await method(/^Request First/).click();
  await expect(page).toHaveURL("/admin/payment-methods/request");
  await page.getByRole("button", { name: "Turn off Request First" }).click();
  await expect(page.getByText(english("paymentMethodNeeded"))).toBeVisible();
  const how = step(page, "Say how to pay");
  await how.getByLabel("How to pay (English)").fill("By bank transfer.");
  await how.getByRole("button", { name: "Save" }).click();
  await expect(how.getByText(english("currentPasswordNeeded"))).toBeVisible();
  await expect(how.getByLabel("How to pay (English)")).toHaveValue("By bank transfer.");
  await how.getByLabel("Your password").fill(shop.admin.password);
  await how.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await page.goto("/admin/payment-methods/request");
  await expect(how.getByLabel("How to pay (English)")).toHaveValue("By bank transfer.");
  await expect(how.getByRole("heading")).toHaveText("Say how to pay, done");
  await expect(page.getByText("No payment instructions")).toHaveCount(0);
  await context.close();
});
