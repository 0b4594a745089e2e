import type { Page, Route } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { aScreenshot, placed, signedUp } from "../states.ts";
import { awake, manage } from "../steps.ts";

/** The ways in which a page fails to load, and the message then shown. */
const breaks = {
  "there is no network": { cut: (page: Page) => page.context().setOffline(true), said: textsIn("en", "site")("failedToConnect") },
  "nothing answers": {
    cut: (page: Page) => page.route("**/*.data*", (route) => route.abort()),
    said: textsIn("en", "site")("failedToConnect"),
  },
  "a proxy answers 502": { cut: (page: Page) => answer(page, 502), said: english("networkNotOk") },
  "a proxy answers 503": { cut: (page: Page) => answer(page, 503), said: english("networkNotOk") },
};

function answer(page: Page, status: number): Promise<unknown> {
  return page.route("**/*.data*", (route) => route.fulfill({ status, contentType: "text/html", body: "<h1>Bad gateway</h1>" }));
}

async function mend(page: Page): Promise<void> {
  await page.unroute("**/*.data*");
  await page.context().setOffline(false);
}

/** The page stays where it was, keeps its styles and shows the reason. */
async function expectUnchanged(page: Page, url: string, said: string): Promise<void> {
  await expect(page.getByText(said).last()).toBeVisible();
  await expect(page).toHaveURL(url);
  await expect(page.locator("header")).toBeVisible();
  await hasStyles(page);
  await expect(page.getByRole("status").getByText(textsIn("en", "site")("loading"))).toHaveCount(0);
}

/** Without styles, icons would be as wide as the screen. */
async function hasStyles(page: Page): Promise<void> {
  const icons = page.locator(":is(header, footer) svg:visible");
  const widths = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
  expect(Math.max(0, ...widths), "the widest icon").toBeLessThan(100);
}

for (const [what, { cut, said }] of Object.entries(breaks)) {
  test(`[S8.4] the admin leads elsewhere while ${what}: the queue stays with all that was typed, and leads there later`, async ({
    adminPage,
    putOnSale,
    guest,
  }) => {
    const product = await putOnSale();
    const [code, other] = [(await placed(guest, product)).requestCode, (await placed(guest, product)).requestCode];
    await manage(adminPage, code);
    await awake(adminPage);
    const ids = adminPage.getByRole("form", { name: `Approve ${code}` }).getByLabel("ID to deliver");
    const reason = adminPage.getByRole("form", { name: `Reject ${code}` }).getByLabel("Rejection reason");
    await ids.fill("TYPED-ID");
    await reason.fill("Typed reason");
    const url = adminPage.url();
    const goTo = (name: string) => adminPage.getByRole("link", { name }).first().click();
    const more = async () => {
      await adminPage.getByRole("main").locator("summary").filter({ hasText: "More" }).click();
      await goTo("Settings");
    };
    const search = async () => {
      await adminPage.getByRole("searchbox").first().fill("something");
      await adminPage.getByRole("searchbox").first().press("Enter");
    };
    const ways = [() => goTo(`Manage ${other}`), () => goTo("Product Inventory"), () => goTo("Approved Requests"), more, search];

    await cut(adminPage);
    for (const way of ways) {
      await way();
      await expectUnchanged(adminPage, url, said);
      await expect(ids).toHaveValue("TYPED-ID");
      await expect(ids).toBeVisible();
      await expect(reason).toHaveValue("Typed reason");
      await adminPage.getByRole("button", { name: "Dismiss" }).last().click();
    }

    await mend(adminPage);
    await goTo(`Manage ${other}`);
    await expect(adminPage.getByRole("form", { name: `Approve ${other}` })).toBeVisible();
    await expect(ids).toHaveValue("TYPED-ID");
    await goTo("Product Inventory");
    await expect(adminPage.getByRole("heading", { name: "Product Inventory" })).toBeVisible();
    await more();
    await expect(adminPage).toHaveURL(/\/admin\/settings$/);
  });

  test(`[S8.4] a buyer leads elsewhere while ${what}: the order form stays as it was filled in, and can be sent later`, async ({
    page,
    putOnSale,
  }) => {
    const product = await putOnSale();
    await page.goto("/products");
    await awake(page);
    await page.getByRole("link", { name: `Buy Now: ${product.name}` }).click();
    await fillIn(page);
    const url = page.url();
    const goTo = (name: string) => page.getByRole("link", { name }).first().click();
    await cut(page);
    for (const way of [() => goTo("Products"), () => goTo("Write to us"), () => page.goBack()]) {
      await way();
      await expectUnchanged(page, url, said);
      await isFilledIn(page);
      await page.getByRole("button", { name: "Dismiss" }).last().click();
    }

    await mend(page);
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();
    await goTo("Products");
    await expect(page.getByRole("link", { name: `Buy Now: ${product.name}` })).toBeVisible();
  });
}

test("[S8.4] a form whose script cannot be loaded keeps what was typed, and is sent once the shop answers", async ({ page, shop }) => {
  await signedUp({ request: page.request, origin: shop.address }, "no-script-for-the-form@example.com");
  await page.goto("/account/details");
  await awake(page);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Your name").fill("Typed offline");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect")).last()).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Typed offline");
  await page.context().setOffline(false);
  await expect(page).toHaveURL("/account/name");
  await expect(page.getByText(english("nameChanged"))).toBeVisible();
});

test("[S8.4] [S18.3] a form whose script an updated shop does not list is sent as it was typed", async ({ page, shop }) => {
  await signedUp({ request: page.request, origin: shop.address }, "no-list-of-scripts@example.com");
  const headers = { "X-Remix-Reload-Document": "true", "X-Shop-Build": "another" };
  await page.route("**/__manifest*", (route) => route.fulfill({ status: 204, headers }));
  await page.goto("/account/details");
  await awake(page);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Your name").fill("Typed before");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page).toHaveURL("/account/name");
  await expect(page.getByText(english("nameChanged"))).toBeVisible();
});

test("[S8.4] [S12.3] a search that gets no answer leaves the page and its words, and finds later", async ({ adminPage }) => {
  await adminPage.goto("/admin");
  await awake(adminPage);
  const words = adminPage.getByRole("searchbox");
  await words.fill("REQ-NOWHERE");
  await breaks["nothing answers"].cut(adminPage);
  await words.press("Enter");
  await expectUnchanged(adminPage, "/admin", breaks["nothing answers"].said);
  await expect(words).toHaveValue("REQ-NOWHERE");
  await mend(adminPage);
  await words.press("Enter");
  await expect(adminPage).toHaveURL("/admin/search");
});

test("[S8.4] a live update comes while the page that the admin wants is on its way: that page is shown, then the update, and nothing is called lost", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale();
  const code = (await placed(guest, product)).requestCode;
  await adminPage.goto("/admin/orders");
  await awake(adminPage);
  await adminPage.evaluate(() => {
    new EventSource("/api/admin/orders/events").onmessage = () => {
      document.body.dataset.events = String(Number(document.body.dataset.events ?? 0) + 1);
    };
  });
  await expect(adminPage.locator("body[data-events]")).toBeVisible();
  const events = Number(await adminPage.locator("body").getAttribute("data-events"));
  const asked: Route[] = [];
  const manageAddress = "**/admin/orders.data*manage=*";
  await adminPage.route(manageAddress, (route) => void asked.push(route));
  await adminPage.getByRole("link", { name: `Manage ${code}` }).click();
  await expect.poll(() => asked.length).toBe(1);
  const newer = (await placed(guest, product)).requestCode;
  await expect.poll(async () => Number(await adminPage.locator("body").getAttribute("data-events"))).toBeGreaterThan(events);
  await adminPage.unroute(manageAddress);

  await expect(adminPage.getByRole("form", { name: `Approve ${code}` })).toBeVisible();
  await expect(adminPage).toHaveURL(new RegExp(`manage=${code}`));
  await expect(adminPage.getByRole("row").filter({ hasText: newer })).toBeVisible();
  await expect(adminPage.getByRole("form", { name: `Approve ${code}` })).toBeVisible();
  await expect(adminPage.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  expect(asked).toHaveLength(1);
});

test("[S8.4] one click follows another before the first page came: the second page is shown, and nothing is called lost", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const code = (await placed(guest, await putOnSale())).requestCode;
  await adminPage.goto("/admin/orders");
  await awake(adminPage);
  await adminPage.route("**/admin/orders.data*manage=*", () => {});
  await adminPage.getByRole("link", { name: `Manage ${code}` }).click();
  await adminPage.getByRole("link", { name: "Product Inventory" }).click();
  await expect(adminPage.getByRole("heading", { name: "Product Inventory" })).toBeVisible();
  await expect(adminPage).toHaveURL("/admin/products");
  await expect(adminPage.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
});

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Quantity").fill("2");
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByLabel("Gift card code").fill("AQ99ABCDEF1234");
  const proof = { name: "card.png", mimeType: "image/png", buffer: await aScreenshot() };
  await page.getByLabel("Payment proof").setInputFiles(proof);
}

async function isFilledIn(page: Page): Promise<void> {
  await expect(page.getByLabel("Quantity")).toHaveValue("2");
  await expect(page.getByRole("radio", { name: "Amazon Gift Card" })).toBeChecked();
  await expect(page.getByLabel("Gift card code")).toHaveValue("AQ99ABCDEF1234");
  await expect(page.getByText("card.png")).toBeVisible();
}

test("[S8.4] a customer filters and searches without a network: the orders stay, and come later", async ({ page, putOnSale, shop }) => {
  const product = await putOnSale();
  const buyer = { request: page.request, origin: shop.address };
  await signedUp(buyer, "offline@example.com");
  await placed(buyer, product);
  await page.goto("/account");
  await awake(page);
  await page.context().setOffline(true);
  const filter = page.getByRole("navigation", { name: "Filter orders" }).getByRole("link", { name: "Approved" });
  await filter.click();
  await expectUnchanged(page, "/account", textsIn("en", "site")("failedToConnect"));
  await expect(page.getByRole("heading", { name: product.name })).toBeVisible();
  await page.context().setOffline(false);
  await filter.click();
  await expect(page).toHaveURL("/account?status=approved");
});

test("[S8.4] [S12.8] without a network a form for a download stays as it was filled in, and downloads later", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/export");
  await awake(page);
  const days = page.getByRole("form", { name: textsIn("en", "adminExport")("accountsOfPeriod") }).locator("input");
  for (const day of await days.all()) await day.fill("2026-11-25");
  const url = page.url();
  const send = () => page.getByRole("button", { name: textsIn("en", "adminExport")("downloadAccounts"), exact: true }).click();
  await page.context().setOffline(true);
  await send();
  await expectUnchanged(page, url, textsIn("en", "site")("failedToConnect"));
  await expect(days.last()).toHaveValue("2026-11-25");
  await page.context().setOffline(false);
  const download = page.waitForEvent("download");
  await send();
  expect((await download).suggestedFilename()).toBe("accounts-2026-11-25-to-2026-11-25.csv");
});

test("[S4.7] [S8.4] a page that follows what happens is not lost when it cannot be loaded again, and follows on", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale();
  const code = (await placed(guest, product)).requestCode;
  await adminPage.goto("/admin/orders");
  await awake(adminPage);
  await answer(adminPage, 502);
  const asked = adminPage.waitForResponse("**/admin/orders.data*", { timeout: 30_000 });
  await placed(guest, product);
  await asked;
  await expectUnchanged(adminPage, "/admin/orders", english("networkNotOk"));
  await expect(adminPage.getByRole("link", { name: `Manage ${code}` })).toBeVisible();
  await mend(adminPage);
  const next = (await placed(guest, product)).requestCode;
  await expect(adminPage.getByRole("link", { name: `Manage ${next}` })).toBeVisible();
});

test("[S5.2] [S8.4] the connection breaks right after the order was placed: its page says so and shows the order by itself later", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await answer(page, 502);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\?order=REQ-/);
  await expect(page.getByRole("alert")).toBeVisible();
  await mend(page);
  await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();
  expect((await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock).toBe(2);
});

test("[S8.4] nothing at all answers, scripts neither: a page that was never opened does not come, the form stays, and it comes later", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale();
  const learned = page.waitForResponse("**/__manifest*");
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await learned;
  await page.waitForLoadState("networkidle");
  await fillIn(page);
  const url = page.url();
  await page.route("**/*", (route) => route.abort());
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
    await expectUnchanged(page, url, textsIn("en", "site")("failedToConnect"));
    await isFilledIn(page);
    await page.getByRole("button", { name: "Dismiss" }).last().click();
  }
  await page.unroute("**/*");
  await page.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
  await expect(page).toHaveURL("/contact");
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});

test("[S8.4] a page of which the browser cannot even learn where it is shows an error with the shop's look, and comes by itself", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale();
  await page.route("**/__manifest*", (route) => route.abort());
  await page.goto("/login");
  await awake(page);
  await page.getByRole("banner").getByRole("link", { name: "Products" }).first().click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await hasStyles(page);
  await page.unroute("**/__manifest*");
  await page.reload();
  await expect(page.getByText(product.name)).toBeVisible();
});
