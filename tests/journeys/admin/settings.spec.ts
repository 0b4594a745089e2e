import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake, order } from "../steps.ts";

test("[S1.3] [S1.4] [S1.8] what the owner sets is seen at once on pages that are open, and everywhere from then on", async ({
  page,
  adminPage,
  ownerApi,
  putOnSale,
}) => {
  const product = await putOnSale({ price: 100_000 });
  const code = await order(page, product);
  await expect(page.getByTitle(/\d (am|pm) IST/).first()).toBeVisible();

  await adminPage.goto("/admin/settings");
  await awake(adminPage);
  await adminPage.getByLabel("Name (English)").fill("Night Mail");
  await adminPage.getByLabel("Support email address").fill("help@shop.example");
  await adminPage.getByLabel("Chat link").fill("javascript:alert(1)");
  await adminPage.getByLabel("Time zone").selectOption("Africa/Johannesburg");
  await adminPage.getByRole("radio", { name: /^\$/ }).check();
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(adminPage.getByLabel("Chat link")).toHaveAccessibleDescription(
    `${textsIn("en", "adminSettings")("chatLinkHint")} ${english("linkInvalid")}`,
  );
  await expect(adminPage.getByLabel("Chat link")).toBeFocused();
  await expect(adminPage.getByLabel("Name (English)")).toHaveValue("Night Mail");
  const foot = adminPage.getByRole("figure").filter({ hasText: "At the foot of every page" });
  await expect(foot).toContainText("Night Mail");
  await expect(foot).toContainText("help@shop.example");
  await adminPage.getByLabel("Chat link").fill("");
  await expect(foot.getByText("Chat", { exact: true })).toHaveCount(0);
  await adminPage.getByLabel("Chat link").fill("https://chat.example/shop");
  await expect(foot.getByText("Chat", { exact: true })).toBeVisible();
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(adminPage.getByText(english("settingsSaved"))).toBeVisible();

  // The note of the save before is still shown, so the answer says when this one is done.
  const save = () =>
    Promise.all([
      adminPage.waitForResponse((answer) => answer.request().method() === "POST"),
      adminPage.getByRole("button", { name: "Save settings" }).click(),
    ]);
  const sections = adminPage.getByRole("navigation", { name: "Sections of the settings" });
  await sections.getByRole("link", { name: "Payments" }).click();
  await expect(adminPage).toHaveURL("/admin/settings/payments");
  await expect(adminPage.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  await adminPage.getByLabel("Rupees delivered at once").fill("1500");
  await save();
  await expect(adminPage.getByText(english("settingsSaved")).last()).toBeVisible();
  await adminPage.goto("/admin/settings/payments#instant-delivery");
  await expect(adminPage.getByLabel("Rupees delivered at once")).toHaveValue("1500");
  await adminPage.getByRole("link", { name: "Payment methods" }).last().click();
  await adminPage
    .getByRole("main")
    .getByRole("link", { name: /^Amazon Gift Card/ })
    .click();
  await adminPage.getByRole("button", { name: "Turn off Amazon Gift Card" }).click();
  await expect(adminPage.getByRole("button", { name: "Turn on Amazon Gift Card" })).toBeVisible();
  await adminPage.goto("/admin/settings/orders");
  await adminPage.getByLabel("Reason 1 (English)").fill("No money came.");
  await save();
  await expect(adminPage.getByText(english("settingsSaved")).last()).toBeVisible();
  const { rejectionReasons } = await (await ownerApi.get("/api/admin/settings")).json();
  expect(rejectionReasons[0]).toEqual({ en: "No money came.", hi: "आपका पेमेंट नहीं मिला।" });

  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Night Mail");
  await expect(footer.getByRole("link", { name: "help@shop.example" })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Chat" }).first()).toHaveAttribute("href", "https://chat.example/shop");
  await expect(footer.getByRole("link", { name: "Messaging" })).toHaveCount(0);
  await expect(page.getByTitle(/\d (am|pm) SAST/).first()).toBeVisible();

  await page.goto(`/product/${product.id}`);
  await expect(page.getByText("Request First")).toBeVisible();
  await expect(page.getByText("Amazon Gift Card")).toHaveCount(0);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();

  await adminPage.goto(`/admin/orders?search=${code}`);
  await expect(adminPage.getByRole("row").filter({ hasText: code })).toContainText("$1,00,000.00");
});

test("[S1.8] a page without a live connection reads the settings when it becomes visible again; unset links are not there", async ({
  page,
  ownerApi,
}) => {
  const first = await (await ownerApi.get("/api/admin/settings")).json();
  await page.goto("/products");
  await awake(page);
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Messaging" })).toHaveCount(0);
  await ownerApi.put("/api/admin/settings", { data: { ...first, messagingUrl: "https://message.example/shop" } });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(footer.getByRole("link", { name: "Messaging" }).first()).toHaveAttribute("href", "https://message.example/shop");
  await expect(footer.getByRole("link", { name: "Messaging" }).first()).toHaveAttribute("rel", "noopener noreferrer");
});

test("[S1.8] without script each section of the settings is a plain form", async ({ browser, baseURL, ownerApi }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await ownerApi.storageState() });
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/admin/settings");
  await expect(page.getByLabel("Name (English)"), "a phone shows the list alone").toBeHidden();
  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByLabel("Rupees delivered at once").fill("many");
  await page.getByLabel("Hours for late payments").fill("7");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("limitInvalid")).first()).toBeVisible();
  await expect(page.getByLabel("Hours for late payments")).toHaveValue("7");
  await page.getByLabel("Rupees delivered at once").fill("1500");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await page.getByRole("link", { name: "All settings" }).click();
  await page.getByRole("link", { name: "Shop" }).last().click();
  await page.getByLabel("About your shop (English)").fill("IDs for the night train.");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await page.goto("/contact");
  await expect(page.getByRole("contentinfo")).toContainText("IDs for the night train.");
  await context.close();
});

test("[S1.8] of two tabs with the same section the later one says that the settings changed, still has what was typed, and saves it when sent again", async ({
  adminPage,
  browser,
  baseURL,
  ownerApi,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await ownerApi.storageState() });
  const plain = await context.newPage();
  const save = (page: Page) => page.getByRole("button", { name: "Save settings" }).click();
  await Promise.all([adminPage.goto("/admin/settings"), plain.goto("/admin/settings")]);
  await awake(adminPage);
  await plain.getByLabel("About your shop (English)").fill("From the plain tab.");
  await save(plain);
  await expect(plain.getByText(english("settingsSaved"))).toBeVisible();

  await adminPage.getByLabel("Name (English)").fill("Night Mail");
  await save(adminPage);
  await expect(adminPage.getByText(english("settingsChangedMeanwhile"))).toBeVisible();
  await expect(adminPage.getByLabel("Name (English)")).toHaveValue("Night Mail");
  await save(adminPage);
  await expect(adminPage.getByText(english("settingsSaved"))).toBeVisible();

  await plain.getByLabel("About your shop (English)").fill("Once more.");
  await save(plain);
  await expect(plain.getByText(english("settingsChangedMeanwhile"))).toBeVisible();
  await expect(plain.getByLabel("About your shop (English)")).toHaveValue("Once more.");
  await save(plain);
  await expect(plain.getByText(english("settingsSaved"))).toBeVisible();
  await context.close();
});
