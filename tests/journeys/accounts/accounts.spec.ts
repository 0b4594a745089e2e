import { textsIn } from "#messages/languages.ts";
import { AUTH_TIMEOUT_MOBILE_MS, AUTH_TIMEOUT_MS } from "#shop/constants.ts";
import { english } from "#tests/support/english.ts";
import { freePort, startShop } from "#tests/support/processes/running-shop.ts";
import { openMailServer } from "#tests/support/servers/mail-server.ts";
import { expect, test } from "../shop-server.ts";
import { logIn, PASSWORD, signUp } from "../signing-in.ts";
import { placed, signedUp } from "../states.ts";
import { awake } from "../steps.ts";

test("[S2.2] [S2.16] [S2.18] [S2.19] a customer signs up, finds the account, logs out and in again, and comes back to where they were", async ({
  page,
}) => {
  await page.goto("/account/details");
  await expect(page).toHaveURL(/\/login\?to=%2Faccount%2Fdetails$/);
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { name: "Sign Up" })).toBeVisible();
  await awake(page);
  await page.getByLabel("Email").fill("Asha@Example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill("another horse");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(english("passwordsDoNotMatch"))).toBeVisible();
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();

  await expect(page).toHaveURL("/account/details");
  await expect(page.getByRole("main").getByText("asha@example.com", { exact: true })).toBeVisible();
  await page.context().addCookies([{ name: "trackside.browser", value: "k".repeat(32), url: page.url() }]);
  await page.evaluate(() => localStorage.setItem("kept", "1"));
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("kept"))).toBeNull();
  const left = (await page.context().cookies()).map(({ name }) => name);
  expect(left, "the key by which a guest's orders are found stays").toContain("trackside.browser");

  await page.goto("/account/details");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").filter({ hasText: english("failedToLogIn") })).toContainText(english("wrongPair"));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/account/details");
});

test("[S2.16] a press of the button counts, also if the page came alive after the typing", async ({ page, shop }) => {
  const hold = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await hold.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await logIn(page, { ...shop.admin, password: "wrong password" });
  await expect(page.getByText(english("wrongPair"))).toBeVisible();
  await page.getByLabel("Password").fill(shop.admin.password);
  hold.resolve();
  await awake(page);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/account");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("[S5.9] the sign-up form works, and a refused one still has the address and never the password", async ({ page, shop }) => {
    await page.goto("/signup?to=/account/details");
    await page.getByLabel("Email").fill(shop.admin.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByText(english("failedToCreateAccount"))).toBeVisible();
    await expect(page.getByText(english("emailInUse"))).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(shop.admin.email);
    expect(await page.content()).not.toContain(PASSWORD);

    await page.getByLabel("Email").fill("ravi@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
    await expect(page).toHaveURL("/account/details");
    await expect(page.getByRole("main").getByText("ravi@example.com", { exact: true })).toBeVisible();
  });
});

test("[S2.22] [S6.8] a customer who tries the admin's login reads `Invalid email or password` and gets no session", async ({ page }) => {
  await page.goto("/signup");
  const form = { email: "meera@example.com", password: PASSWORD };
  await page.getByLabel("Email").fill(form.email);
  await page.getByLabel("Password", { exact: true }).fill(form.password);
  await page.getByLabel("Password again").fill(form.password);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/account");
  await page.context().clearCookies();

  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(form.email);
  await page.getByLabel("Password").fill(form.password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).filter((name) => name !== "styles")).toEqual([]);
});

test("[S8.3] [S9.4] a login that never reaches the shop says so, and what was typed stays", async ({ page }) => {
  await page.goto("/login");
  await awake(page);
  await page.route("**/*", (route) => route.abort());
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").filter({ hasText: english("failedToLogIn") })).toContainText(
    textsIn("en", "site")("failedToConnect"),
  );
  await expect(page.getByLabel("Email")).toHaveValue("asha@example.com");
});

test.describe("without script and with mail", () => {
  test.use({ javaScriptEnabled: false });

  test("[S2.17] who forgot the password gets a link that sets a new one, once, and logs every device out", async ({ browser }) => {
    test.setTimeout(120_000);
    const mail = await openMailServer();
    const port = String(await freePort());
    const baseURL = `http://localhost:${port}`;
    const shop = await startShop({ PORT: port, APP_URL: baseURL, SMTP_URL: `${mail.url}?tls=off` });
    try {
      const forgetful = await browser.newPage({ baseURL, javaScriptEnabled: false });
      const elsewhere = await browser.newPage({ baseURL, javaScriptEnabled: false });
      await signUp(elsewhere, "asha@example.com");

      await forgetful.goto("/login");
      await forgetful.getByRole("link", { name: "Forgot your password?" }).click();
      await forgetful.getByLabel("Email").fill("Asha@example.com");
      await forgetful.getByRole("button", { name: "Send link" }).click();
      await expect(forgetful.getByText(textsIn("en", "signIn")("resetLinkSent"))).toBeVisible();
      await expect.poll(() => mail.received.length, { timeout: 20_000 }).toBe(1);
      const [email] = mail.received;
      expect(email?.to).toEqual(["asha@example.com"]);
      const [link = ""] = /http:\/\/localhost:\d+\/reset-password\/[\w-]{43}/.exec(email?.source ?? "") ?? [];

      await forgetful.goto(link);
      await expect(forgetful).toHaveURL("/reset-password");
      await forgetful.getByLabel("New password", { exact: true }).fill("a new password");
      await forgetful.getByLabel("New password again").fill("another password");
      await forgetful.getByRole("button", { name: "Set password" }).click();
      await expect(forgetful.getByText(english("passwordsDoNotMatch"))).toBeVisible();
      await forgetful.getByLabel("New password", { exact: true }).fill("a new password");
      await forgetful.getByLabel("New password again").fill("a new password");
      await forgetful.getByRole("button", { name: "Set password" }).click();
      await expect(forgetful.getByText(textsIn("en", "signIn")("passwordReset"))).toBeVisible();

      await elsewhere.goto("/account");
      await expect(elsewhere).toHaveURL(/\/login/);
      await elsewhere.goto(link);
      await expect(elsewhere.getByText(english("resetLinkInvalid"))).toBeVisible();
      await logIn(forgetful, { email: "asha@example.com", password: "a new password" });
      await expect(forgetful).toHaveURL("/account");
    } finally {
      await shop.stop();
      await mail.close();
    }
  });
});

test("[S2.17] a shop without mail says whom to ask, and answers the same whether or not there is such an account", async ({
  page,
  shop,
}) => {
  for (const email of [shop.admin.email, "nobody-knows@example.com"]) {
    await page.goto("/forgot-password");
    await expect(page.getByText("We don't send email automatically.")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Ask for link" }).click();
    await expect(page.getByText(textsIn("en", "signIn")("resetLinkKept"))).toBeVisible();
  }
});

test("[S8.3] a customer changes name and password, and deletes the account, each no beside its field", async ({
  page,
  putOnSale,
  shop,
}) => {
  const buyer = { request: page.request, origin: shop.address };
  await signedUp(buyer, "leaver@example.com");
  const { requestCode } = await placed(buyer, await putOnSale());
  await page.goto("/account/details");
  await awake(page);

  await page.getByLabel("Your name").fill(" ");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText(english("nameRequired"))).toBeVisible();
  await page.getByLabel("Your name").fill("Meera Rao");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText(english("nameChanged"))).toBeVisible();

  await page.getByLabel("Current password").fill("wrong password");
  await page.getByLabel("New password", { exact: true }).fill("another horse");
  await page.getByLabel("New password again").fill("another horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("another horse");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(english("passwordChanged"))).toBeVisible();

  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account leaver@example.com?" });
  await expect(dialog).toContainText("Your pending order is cancelled.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await dialog.getByLabel("Your password").fill("another horse");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(textsIn("en", "signIn")("accountDeleted"))).toBeVisible();
  await page.goto(`/order-status/${requestCode}`);
  await expect(page.getByText("Cancelled").first()).toBeVisible();
});

test("[S2.20] [S4.7] the history follows every pending order by itself, not only the first ones", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ ids: ["follow-1", "follow-2", "follow-3", "follow-4", "follow-5"] });
  const buyer = { request: page.request, origin: shop.address };
  await signedUp(buyer, "follower@example.com");
  const codes: string[] = [];
  for (let n = 0; n < 5; n += 1) codes.push((await placed(buyer, product)).requestCode);
  await page.goto("/account?status=pending");
  await awake(page);
  const first = page.getByRole("listitem").filter({ hasText: codes[0] });
  await expect(first).toBeVisible();

  await ownerApi.post(`/api/admin/orders/${codes[0]}/rejection`, { data: { reason: "No payment" } });
  await expect(first).toBeHidden();
  await expect(page.getByRole("link", { name: "Rejected 1" })).toBeVisible();
});

for (const { isMobile, timeout } of [
  { isMobile: false, timeout: AUTH_TIMEOUT_MS },
  { isMobile: true, timeout: AUTH_TIMEOUT_MOBILE_MS },
]) {
  test(`[S9.4] a login that is not answered is given up after ${timeout / 1_000} s${isMobile ? " on a mobile" : ""}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, isMobile, hasTouch: isMobile, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto("/login");
    await awake(page);
    await page.route("**/login.data*", () => {});
    await logIn(page, { email: "patient@example.com", password: PASSWORD });
    const button = page.getByRole("main").getByRole("button", { name: "Login" });
    await expect(button).toBeDisabled();

    await page.clock.runFor(timeout - 1_000);
    await expect(button).toBeDisabled();
    await page.clock.runFor(1_000);
    await expect(page.getByRole("alert").filter({ hasText: english("failedToLogIn") })).toContainText(
      textsIn("en", "site")("failedToConnect"),
    );
    await expect(page.getByLabel("Email")).toHaveValue("patient@example.com");
    await context.close();
  });
}

test("[S8.3] [S7.4] the page says that a password is weak, and that there were too many attempts", async ({ page, shop, ownerApi }) => {
  await page.goto("/signup");
  await awake(page);
  await page.locator("main form").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByLabel("Email").fill("weak@example.com");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Password again").fill("short");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(english("passwordLength"))).toBeVisible();

  const headers = { origin: shop.address };
  const form = { email: "tired@example.com", password: "wrong password" };
  const settings = await (await ownerApi.get("/api/admin/settings")).json();
  await ownerApi.put("/api/admin/settings", { data: { ...settings, signInsMax: 10 } });
  for (let n = 0; n < 10; n += 1) await page.request.post("/api/auth/sign-in/email", { data: form, headers });
  await page.goto("/login");
  await logIn(page, form);
  await expect(page.getByRole("alert").filter({ hasText: english("failedToLogIn") })).toContainText(english("tooManyRequests"));
});
