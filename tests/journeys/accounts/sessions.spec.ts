import type { Page, Route } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { SESSION_CHECK_MS } from "#shop/accounts/constants.ts";
import { SESSION_RENEWAL_BACKOFF_MIN_MS, SESSION_RENEWAL_MS } from "#shop/constants.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { logIn, PASSWORD, signUp } from "../signing-in.ts";
import { placed, sendsDecisionsAtOnce, signedUp } from "../states.ts";
import { awake, manage, requestCodeOn } from "../steps.ts";

/** Waits for the session watcher, which is loaded after hydration. */
const sessionIsWatched = (page: Page) => page.locator("#log-in-again").waitFor({ state: "attached" });

test("[S4.10] a session that ended elsewhere is signed out in the open page too", async ({ page, playwright, shop }) => {
  await page.clock.install();
  await page.goto("/signup?to=/account/details");
  await page.getByLabel("Email").fill("open-page@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/account/details");
  await sessionIsWatched(page);

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

test("[S4.10] [S8.3] [S6.3] the owner disables a customer, whose open page is signed out at once, and makes an admin of another", async ({
  page,
  adminPage,
  shop,
}) => {
  await signedUp({ request: page.request, origin: shop.address }, "troubled@example.com");
  await page.goto("/account");
  await awake(page);

  await adminPage.goto("/admin/customers?search=troubled");
  await awake(adminPage);
  await adminPage.getByRole("button", { name: "Disable troubled@example.com" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Disable troubled@example.com?" });
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(adminPage.getByText(english("accountNowDisabled", { email: "troubled@example.com" }))).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, { email: "troubled@example.com", password: PASSWORD });
  await expect(page.getByRole("alert").filter({ hasText: english("failedToLogIn") })).toContainText(english("accountDisabled"));

  await adminPage.getByRole("button", { name: "Enable troubled@example.com" }).click();
  await adminPage
    .getByRole("dialog", { name: /Enable/ })
    .getByRole("button", { name: "Enable", exact: true })
    .click();
  await expect(adminPage.getByText(english("accountNowEnabled", { email: "troubled@example.com" }))).toBeVisible();
  // Who shall work in the shop is invited under People.
  await adminPage.getByRole("link", { name: "Invite to work here troubled@example.com" }).click();
  await expect(adminPage.getByLabel("Email (optional)")).toHaveValue("troubled@example.com");
});

test("[S4.10] [S8.3] a rejection sent without a session still has what was typed, and is sent again after logging in in another tab", async ({
  browser,
  baseURL,
  putOnSale,
  shop,
  guest,
}) => {
  const { requestCode } = await placed(guest, await putOnSale());
  const context = await browser.newContext({ baseURL });
  await sendsDecisionsAtOnce(context);
  const page = await context.newPage();
  await page.goto("/admin/login");
  await logIn(page, shop.admin);
  await expect(page).toHaveURL("/admin");
  // Otherwise a live update of the queue could notice the ended session before the click.
  await page.route("**/events", (route) => route.abort());
  await manage(page, requestCode);
  await awake(page);
  await page.getByLabel("Rejection reason").fill("The card was used already");
  await context.clearCookies();
  await page.getByRole("button", { name: "Reject", exact: true }).click();

  const dialog = page.getByRole("dialog", { name: textsIn("en", "site")("youWereLoggedOut") });
  await expect(dialog).toContainText(textsIn("en", "site")("typedIsKept"));
  const [tab] = await Promise.all([context.waitForEvent("page"), dialog.getByRole("link", { name: /Login/ }).click()]);
  await logIn(tab, shop.admin);
  await expect(tab).toHaveURL(/\/admin(\/orders.*)?$/);
  await tab.close();
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText(english("logInAgain"))).toBeVisible();
  await expect(page.getByLabel("Rejection reason")).toHaveValue("The card was used already");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText(english("requestRejected"))).toBeVisible();
  await context.close();
});

test("[S4.10] a page on which something was typed stays when its session ends, and goes on after a login elsewhere", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await signUp(page, "typist@example.com", "/account/details");
  await awake(page);
  await sessionIsWatched(page);
  await page.getByLabel("Your name").fill("Half a na");
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.clock.runFor(61_000);
  const dialog = page.getByRole("dialog", { name: textsIn("en", "site")("youWereLoggedOut") });
  await expect(dialog).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Half a na");

  await context.addCookies(cookies);
  await page.clock.runFor(61_000);
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Your name")).toHaveValue("Half a na");
});

test("[S4.10] an order that is sent with the session gone waits for a login in another tab, and is then the account's", async ({
  page,
  context,
  putOnSale,
}) => {
  const product = await putOnSale();
  await signUp(page, "buyer@example.com", `/product/${product.id}`);
  await awake(page);
  await page.getByRole("radio", { name: "Request First" }).check();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("button", { name: "Place Order" }).click();
  const dialog = page.getByRole("dialog", { name: textsIn("en", "site")("youWereLoggedOut") });
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText(english("logInAgain"))).toBeVisible();

  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await page.goto("/account");
  await expect(page.getByText(code)).toBeVisible();
});

test("[S4.10] [S9.4] an open page renews its session 5 minutes before the end, and after errors waits 30 s, then twice as long", async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page, "renewer@example.com", "/account/details");
  await awake(page);
  await sessionIsWatched(page);
  // Stops time except for `runFor`; on a busy machine some of it would pass.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  let asked = 0;
  let answered = Promise.resolve();
  let isDown = false;
  const answer = async (route: Route) => {
    if (isDown) return route.abort();
    const now = await page.evaluate(() => Date.now());
    const expiresAt = new Date(now + SESSION_RENEWAL_MS + 20_000).toISOString();
    await route.fulfill({ json: { session: { expiresAt } } });
  };
  await page.route("**/api/auth/get-session", (route) => {
    asked += 1;
    answered = answer(route);
    return answered;
  });
  /** Waits until earlier requests of the page have been sent and their answers have arrived. */
  const roundTrip = () => page.evaluate(async () => void (await fetch("/robots.txt", { cache: "no-store" })));
  const askedWithin = async (ms: number) => {
    const before = asked;
    await page.clock.runFor(ms);
    await roundTrip();
    await answered;
    await roundTrip();
    return asked - before;
  };

  for (let ran = 0; ran < SESSION_CHECK_MS && asked === 0; ran += 1_000) await askedWithin(1_000);
  expect(asked).toBe(1);
  expect(await askedWithin(18_000)).toBe(0);
  isDown = true;
  expect(await askedWithin(2_500)).toBe(1);
  expect(await askedWithin(SESSION_RENEWAL_BACKOFF_MIN_MS - 2_000)).toBe(0);
  expect(await askedWithin(2_500)).toBe(1);
  expect(await askedWithin(2 * SESSION_RENEWAL_BACKOFF_MIN_MS - 3_000)).toBe(0);
  expect(await askedWithin(3_500)).toBe(1);
});
