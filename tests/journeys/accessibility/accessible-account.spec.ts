import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve, CUSTOMERS_PASSWORD, placed, placedWithCard, reject, signedUp } from "../states.ts";
import { awake } from "../steps.ts";

// Each test visits many states, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

test("[S2.37] the forms of accounts have nothing that axe finds, empty, refused and done", async ({ page, shop }) => {
  for (const path of ["/reset-password/no-such-key", "/setup/no-such-key", "/login?done=password"]) {
    await page.goto(path);
    await looksRight(page, path);
  }
  const main = page.getByRole("main");
  for (const path of ["/login", "/admin/login"]) {
    await page.goto(path);
    await awake(page);
    await looksRight(page, path);
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password").fill("a wrong password");
    await main.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
    await looksRight(page, `${path}, refused`);
  }
  await page.goto("/signup");
  await awake(page);
  await page.getByLabel("Email").fill(shop.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(CUSTOMERS_PASSWORD);
  await page.getByLabel("Password again").fill("another horse");
  await main.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText(english("passwordsDoNotMatch"))).toBeVisible();
  await looksRight(page, "/signup, refused");
  await page.goto("/forgot-password");
  await awake(page);
  await page.getByLabel("Email").fill("nobody@example.com");
  await main.getByRole("button").click();
  await expect(page.getByText(textsIn("en", "signIn")("resetLinkKept"))).toBeVisible();
  await looksRight(page, "/forgot-password, done");
});

test("[S2.37] an account has nothing that axe finds, without and with orders, with its dialogs and refusals", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ ids: Array.from({ length: 12 }, (_, n) => `ACCOUNT-${"long-".repeat(12)}${n}`) });
  const buyer = { request: page.request, origin: shop.address };
  const aGuests = await placed(buyer, product);
  await signedUp(buyer, "a.rather.long.address.of.somebody@a-rather-long-name-of-a-place.example");
  await page.goto("/account");
  await looksRight(page, "an account without orders");
  const [approved, rejected] = [await placed(buyer, product, 7), await placed(buyer, product)];
  await approve(ownerApi, approved.requestCode, { downloadLink: "https://example.invalid/file" });
  await reject(ownerApi, rejected.requestCode, "Not paid in time.");
  const unread = await placedWithCard(buyer, product);
  await ownerApi.post(`/api/admin/orders/${unread.requestCode}/proof-check`, { data: { verified: false } });
  await page.goto("/account");
  await awake(page);
  await page.getByText("Show 2 more").click();
  await looksRight(page, "an account with orders");
  await page.getByRole("button", { name: "Cancel order" }).first().click();
  await looksRight(page, "an account, asking before an order is cancelled");
  await page.goto("/account?status=cancelled");
  await looksRight(page, "a filter without orders");
  await page.goto(`/order-status/${aGuests.requestCode}`);
  await looksRight(page, "a guest's order that may come into the account");

  await page.goto("/account/details");
  await awake(page);
  await page.getByLabel("Current password").fill("a wrong password");
  await page.getByLabel("New password", { exact: true }).fill("new horse battery");
  await page.getByLabel("New password again").fill("new horse battery");
  await page.getByRole("form", { name: "Change password" }).getByRole("button").click();
  await expect(page.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await looksRight(page, "the details of an account, refused");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("a wrong password");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await looksRight(page, "an account, asking before it is deleted, refused");
});

test("[S2.37] axe finds nothing when a visitor is refused, logged out or disconnected", async ({ page, putOnSale, shop }) => {
  await putOnSale();
  await signedUp({ request: page.request, origin: shop.address }, "kept.out@example.com");
  await page.goto("/admin/orders");
  await looksRight(page, "a customer at the admin's door");
  await page.goto("/account/details");
  await awake(page);
  await page.getByLabel("Your name").fill("Typed");
  await page.context().clearCookies();
  await page.getByRole("form", { name: "Change name" }).getByRole("button").click();
  await expect(page.getByRole("dialog", { name: textsIn("en", "site")("youWereLoggedOut") })).toBeVisible();
  await looksRight(page, "a session that is gone");

  await page.goto("/products");
  await awake(page);
  await page.route("**/product/*.data*", (route) => route.abort());
  await page.getByRole("link", { name: "Buy Now" }).first().click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await looksRight(page, "a page from which none could be fetched");
});

test("[S2.37] a new shop has nothing that axe finds: its set-up, and all of the admin's pages while they are empty", async ({
  browser,
}) => {
  const shop = await startShop({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  const page = await browser.newPage({ baseURL: shop.address });
  const [link] = await shop.says(/\/setup\/\S+/);
  await page.goto(link);
  await awake(page);
  await page.getByLabel("Email").fill("owner@shop.example");
  await page.getByLabel("Password", { exact: true }).fill(CUSTOMERS_PASSWORD);
  await page.getByLabel("Password again").fill("another horse");
  await page.getByRole("button", { name: "Become the admin" }).click();
  await expect(page.getByText(english("passwordsDoNotMatch"))).toBeVisible();
  await looksRight(page, "the set-up, refused");
  await page.getByLabel("Password", { exact: true }).fill(CUSTOMERS_PASSWORD);
  await page.getByLabel("Password again").fill(CUSTOMERS_PASSWORD);
  await page.getByRole("button", { name: "Become the admin" }).click();
  await expect(page).toHaveURL("/admin");

  for (const path of [
    "/admin",
    "/admin/search",
    "/admin/orders",
    "/admin/orders/processed",
    "/admin/products",
    "/admin/products/new",
    "/admin/add-ids",
    "/admin/emails",
    "/admin/settings/notifications",
    "/admin/activity",
    "/products",
  ]) {
    await page.goto(path);
    await looksRight(page, `${path} of a new shop`);
  }
  for (const [path, says] of [
    ["/admin/messages", textsIn("en", "adminMessages")("noOpenMessages")],
    ["/admin/claims", textsIn("en", "adminClaims")("noOpenClaims")],
    // The form to add a phone is open while there is none.
    ["/admin/payment-methods/upi/alerts", textsIn("en", "adminAlerts")("accountDigits")],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(says)).toBeVisible();
    await looksRight(page, `${path} of a new shop`);
  }
  await page.close();
  await shop.stop();
});
