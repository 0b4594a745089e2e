import { messages } from "#shop/messages.ts";
import { expect, test } from "./shop-server.ts";

const PASSWORD = "correct horse";

test("[S2.3] [S2.16] [S2.18] [S2.21] a customer signs up, finds the account, logs out and in again, and comes back to where they were", async ({
  page,
}) => {
  await page.goto("/account/details");
  await expect(page).toHaveURL(/\/login\?to=%2Faccount%2Fdetails$/);
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { name: "Sign Up" })).toBeVisible();
  await page.getByLabel("E-mail").fill("Asha@Example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill("another horse");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(messages.passwordsDoNotMatch)).toBeVisible();
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();

  await expect(page).toHaveURL("/account/details");
  await expect(page.getByText("asha@example.com").last()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto("/account/details");
  await page.getByLabel("E-mail").fill("asha@example.com");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").filter({ hasText: messages.failedToLogIn })).toContainText(messages.wrongPair);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/account/details");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("[S5.9] the sign-up form works, and a refused one keeps the address and never the password", async ({ page, shop }) => {
    await page.goto("/signup?to=/account/details");
    await page.getByLabel("E-mail").fill(shop.admin.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByText(messages.failedToCreateAccount)).toBeVisible();
    await expect(page.getByText(messages.emailInUse)).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue(shop.admin.email);
    expect(await page.content()).not.toContain(PASSWORD);

    await page.getByLabel("E-mail").fill("ravi@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
    await expect(page).toHaveURL("/account/details");
    await expect(page.getByText("ravi@example.com").last()).toBeVisible();
  });
});

test("[S2.22] [S6.8] a customer who tries the admin's login reads `Invalid email or password` and gets no session", async ({ page }) => {
  await page.goto("/signup");
  const form = { email: "meera@example.com", password: PASSWORD };
  await page.getByLabel("E-mail").fill(form.email);
  await page.getByLabel("Password", { exact: true }).fill(form.password);
  await page.getByLabel("Password again").fill(form.password);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/account");
  await page.context().clearCookies();

  await page.goto("/admin/login");
  await page.getByLabel("E-mail").fill(form.email);
  await page.getByLabel("Password").fill(form.password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test("[S4.10] a session that ended elsewhere is signed out in the open page too", async ({ page, playwright, shop }) => {
  await page.clock.install();
  await page.goto("/signup?to=/account/details");
  await page.getByLabel("E-mail").fill("open-page@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/account/details");

  const storageState = await page.context().storageState();
  const elsewhere = await playwright.request.newContext({
    baseURL: shop.address,
    storageState,
    extraHTTPHeaders: { origin: shop.address },
  });
  expect((await elsewhere.post("/api/auth/sign-out")).ok()).toBe(true);
  await elsewhere.dispose();

  await page.clock.runFor(61_000);
  await expect(page).toHaveURL(/\/login\?to=%2Faccount%2Fdetails$/);
});

test("[S8.3] [S9.4] a login that never reaches the shop says so, and what was typed stays", async ({ page }) => {
  await page.goto("/login");
  await page.route("**/*", (route) => route.abort());
  await page.getByLabel("E-mail").fill("asha@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").filter({ hasText: messages.failedToLogIn })).toContainText(messages.failedToConnect);
  await expect(page.getByLabel("E-mail")).toHaveValue("asha@example.com");
});
