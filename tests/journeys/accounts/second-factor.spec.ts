import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { codeOf, stepAt } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { english } from "#tests/support/english.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

/**
 * The app's code this many time steps from now. Each code works once, and the neighbours of the
 * current one are accepted, too.
 */
const codeIn = (key: string, steps: number) => codeOf(key.replaceAll(" ", ""), stepAt(new Date()) + steps);

const confirm = async (page: Page, code: string) => {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
};

test("the owner requires a second factor, sets it up, and logs in by a code and by a recovery code where no script runs", async ({
  browser,
}) => {
  const shop = await startShop();
  const logIn = async (page: Page) => {
    await page.goto("/admin/customers");
    await page.getByLabel("Email").fill(shop.admin.email);
    await page.getByLabel("Password").fill(shop.admin.password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  };
  const scripted = await browser.newContext({ baseURL: shop.address, viewport: { width: 360, height: 740 } });
  const page = await scripted.newPage();
  await logIn(page);
  await expect(page).toHaveURL("/admin/customers");
  await page.goto("/admin/settings/security");
  // The open page answers a plain form; the next page leads to the second factor.
  await awake(page);
  await page.getByLabel("Require two-step login").check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page).toHaveURL("/admin/second-factor");
  await expect(page.getByText(textsIn("en", "adminSecondFactor")("secondFactorFirst"))).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin", exact: true })).toHaveCount(0);
  await page.getByLabel("Your password").fill("wrong");
  await page.getByRole("button", { name: "Set up two-step login" }).click();
  await expect(page.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await page.getByLabel("Your password").fill(shop.admin.password);
  await page.getByRole("button", { name: "Set up two-step login" }).click();
  await expect(page.getByRole("img", { name: "The key as a QR code" })).toBeVisible();
  const key = await page.locator("span.code").first().innerText();
  await confirm(page, "no code");
  await expect(page.getByText(english("firstCodeMisshapen"))).toBeVisible();
  await confirm(page, codeIn(key, -1));
  await expect(page.getByText(english("secondFactorSetUp"))).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeInViewport();
  const codes = await page.locator("ol.code li").allInnerTexts();
  expect(codes).toHaveLength(10);
  await looksRight(page, "the recovery codes");
  await page.getByRole("link", { name: "I have written them down" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await scripted.close();

  const plain = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: false });
  const other = await plain.newPage();
  const login = other.getByRole("main").getByRole("button", { name: "Login", exact: true });
  await logIn(other);
  await expect(other).toHaveURL("/login/code?to=%2Fadmin%2Fcustomers");
  await other.getByLabel("Code", { exact: true }).fill("no code");
  await login.first().click();
  await expect(other.getByText(english("codeMisshapen"))).toBeVisible();
  await other.getByLabel("Code", { exact: true }).fill(codeIn(key, 0));
  await login.first().click();
  await expect(other).toHaveURL("/admin/customers");
  await other.getByRole("main").getByRole("button", { name: "Logout" }).click();

  await logIn(other);
  await other.getByText("I don't have my device").click();
  await other.getByLabel("Recovery code").fill(codes[0]?.toLowerCase() ?? "");
  await login.last().click();
  await expect(other).toHaveURL("/admin/customers");
  await other.goto("/admin/second-factor");
  const removal = other.getByRole("form", { name: "Turn off two-step login" });
  await removal.getByLabel("Your password").fill(shop.admin.password);
  await removal.getByLabel("Code", { exact: true }).fill(codes[1] ?? "");
  await removal.getByRole("button", { name: "Turn off" }).click();
  await expect(other.getByText(english("secondFactorRemoved"))).toBeVisible();
  await other.goto("/admin/customers");
  await expect(other).toHaveURL("/admin/second-factor");
  await other.getByLabel("Your password").fill(shop.admin.password);
  await other.getByRole("button", { name: "Set up two-step login" }).click();
  await confirm(other, codeIn(await other.locator("span.code").first().innerText(), 0));
  await expect(other.locator("ol.code li")).toHaveCount(10);
  await plain.close();
  expect(await shop.stop()).toBe(0);
});

test("[S4.10] a customer logs one other device out, and then all, with and without script", async ({ browser, shop }) => {
  const open = async (call: "sign-up" | "sign-in", userAgent: string, javaScriptEnabled = true) => {
    const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled, userAgent });
    const data = { email: "devices@example.com", password: "correct horse", ...(call === "sign-up" && { name: "Asha" }) };
    const headers = { origin: shop.address, "user-agent": userAgent };
    expect((await context.request.post(`/api/auth/${call}/email`, { data, headers })).status()).toBe(200);
    return context.newPage();
  };
  const desktop = await open("sign-up", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0");
  const tablet = await open("sign-in", "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) Version/26.0 Safari/604.1", false);
  const phone = await open("sign-in", "Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36");

  await tablet.goto("/account/details");
  await tablet.getByRole("button", { name: "Log out Chrome on Android" }).click();
  const dialog = tablet.getByRole("dialog", { name: "Log out Chrome on Android?" });
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Log out" }).click();
  await expect(tablet.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await tablet.getByRole("button", { name: "Log out Chrome on Android" }).click();
  await dialog.getByLabel("Your password").fill("correct horse");
  await dialog.getByRole("button", { name: "Log out" }).click();
  await expect(tablet.getByText(english("deviceLoggedOut"))).toBeVisible();
  await expect(tablet.getByText("Chrome on Android")).toHaveCount(0);
  await phone.goto("/account/details");
  await expect(phone).toHaveURL(/\/login\?to=/);

  await desktop.goto("/account/details");
  await awake(desktop);
  await expect(desktop.getByText("This device")).toHaveCount(1);
  await desktop.getByRole("button", { name: "Log out all other devices" }).click();
  const others = desktop.getByRole("dialog", { name: "Log out all other devices?" });
  await others.getByLabel("Your password").fill("not this one");
  await others.getByRole("button", { name: "Log out" }).click();
  await expect(others.getByLabel("Your password")).toHaveAccessibleDescription(english("wrongCurrentPassword"));
  await others.getByLabel("Your password").fill("correct horse");
  await others.getByRole("button", { name: "Log out" }).click();
  await expect(desktop.getByText(english("otherDevicesLoggedOut"), { exact: true })).toBeVisible();
  await expect(desktop.getByText("Safari on iPad")).toHaveCount(0);
  await tablet.goto("/account/details");
  await expect(tablet).toHaveURL(/\/login\?to=/);
  for (const page of [desktop, phone, tablet]) await page.context().close();
});
