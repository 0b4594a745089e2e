import { codeOf, stepAt } from "#shop/accounts/one-time-code.server.ts";
import { messages } from "#shop/messages.ts";
import { startShop } from "../support/running-shop.ts";
import { expect, test } from "./shop-server.ts";

/** The code that the app shows in a half minute from now: a code counts once, so each login takes the next. */
const codeIn = (key: string, steps: number) => codeOf(key.replaceAll(" ", ""), stepAt(new Date()) + steps);

for (const isScripted of [true, false]) {
  test(`the owner requires a second factor, sets it up, and logs in with a code and with a recovery code${isScripted ? "" : ", without script"}`, async ({
    browser,
  }) => {
    const shop = await startShop();
    const context = await browser.newContext({ baseURL: shop.address, javaScriptEnabled: isScripted });
    const page = await context.newPage();
    const logIn = async () => {
      await page.goto("/admin/customers");
      await page.getByLabel("E-mail").fill(shop.admin.email);
      await page.getByLabel("Password").fill(shop.admin.password);
      await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    };

    await logIn();
    await expect(page).toHaveURL("/admin/customers");
    await page.goto("/admin/settings");
    await page.getByLabel("Require a second factor of every admin").check();
    await page.getByRole("button", { name: "Save settings" }).click();
    if (isScripted) await expect(page).toHaveURL("/admin/second-factor");
    await page.goto("/admin/customers");
    await expect(page).toHaveURL("/admin/second-factor");
    await expect(page.getByText(messages.secondFactorFirst)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Admin", exact: true })).toHaveCount(0);

    await page.getByLabel("Your password").fill("wrong");
    await page.getByRole("button", { name: "Set up the second factor" }).click();
    await expect(page.getByText(messages.wrongCurrentPassword)).toBeVisible();
    await page.getByLabel("Your password").fill(shop.admin.password);
    await page.getByRole("button", { name: "Set up the second factor" }).click();
    await expect(page.getByRole("img", { name: "The key as a QR code" })).toBeVisible();
    const key = await page.locator("span.code").first().innerText();
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(messages.wrongCode)).toBeVisible();
    await page.getByLabel("Code", { exact: true }).fill(codeIn(key, -1));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(messages.secondFactorSetUp)).toBeVisible();
    const codes = await page.locator("ol.code li").allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole("link", { name: "I have written them down" }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard/);

    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await logIn();
    await expect(page).toHaveURL("/login/code?to=%2Fadmin%2Fcustomers");
    await page.getByLabel("Code", { exact: true }).fill(codeIn(key, -1));
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).first().click();
    await expect(page.getByText(messages.wrongCode)).toBeVisible();
    await page.getByLabel("Code", { exact: true }).fill(codeIn(key, 0));
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).first().click();
    await expect(page).toHaveURL("/admin/customers");

    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await logIn();
    await page.getByText("I do not have my device").click();
    await page.getByLabel("Recovery code").fill(codes[0]?.toLowerCase() ?? "");
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).last().click();
    await expect(page).toHaveURL("/admin/customers");
    await context.close();
    expect(await shop.stop()).toBe(0);
  });
}
