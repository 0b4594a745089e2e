import { messages } from "#shop/messages.ts";
import { expect, test } from "./shop-server.ts";
import { awake, order } from "./steps.ts";

test("[S2.6] the first HTML has the right navigation, before any script runs", async ({ request, ownerApi }) => {
  const navigation = async (api: typeof request) => /<nav[\s\S]*?<\/nav>/.exec(await (await api.get("/products")).text())?.[0] ?? "";
  const toGuest = await navigation(request);
  const toOwner = await navigation(ownerApi);

  expect(toGuest).toContain('href="/login"');
  expect(toGuest).toContain('href="/signup"');
  expect(toGuest).not.toContain("Logout");
  expect(toOwner).toContain('href="/account"');
  expect(toOwner).toContain("Logout");
  expect(toOwner).not.toContain('href="/login"');
});

test("[S2.4] on a small screen the menu opens from a button and closes when an internal link is followed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await awake(page);
  const button = page.getByRole("button", { name: "Menu" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" });
  await expect(link).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await link.click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(link).toBeHidden();
});

test("[S2.11] /products says `Loading...` while it loads, and what failed when it does", async ({ page, putOnSale }) => {
  const { name } = await putOnSale();
  await page.goto("/");
  await awake(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/products.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Products" }).first().click();
  await expect(page.getByText(messages.loading).first()).toBeVisible();
  answer();
  await expect(page.getByText(name)).toBeVisible();

  await page.unroute("**/products.data*");
  await page.route("**/products.data*", (route) => route.fulfill({ status: 500, body: "broken" }));
  await page.goto("/");
  await awake(page);
  await page.getByRole("link", { name: "Products" }).first().click();
  await expect(page.getByText(`Error: ${messages.networkNotOk}`)).toBeVisible();
});

test("[S2.12] a card whose stock cannot be read says so in red under itself, and the other cards still work", async ({
  page,
  putOnSale,
}) => {
  const [bad, good] = [await putOnSale(), await putOnSale()];
  await page.route(`**/api/get-stock/${bad.id}`, (route) => route.fulfill({ status: 503, json: { error: "The till is closed" } }));
  await page.goto("/products");
  await awake(page);
  const card = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  const refreshed = page.waitForResponse(`**/api/get-stock/${good.id}`);
  await card(good.name).scrollIntoViewIfNeeded();
  await refreshed;
  await card(bad.name).scrollIntoViewIfNeeded();
  const fault = card(bad.name).getByText("The till is closed");
  await expect(fault).toBeVisible();
  const [, hue] = /oklch\(\S+ \S+ ([\d.]+)/.exec(await fault.evaluate((element) => getComputedStyle(element).color)) ?? [];
  expect(Number(hue), "the hue of red").toBeGreaterThan(10);
  expect(Number(hue), "the hue of red").toBeLessThan(40);
  await expect(page.getByText("The till is closed")).toHaveCount(1);
  await expect(card(good.name).getByText("3 left")).toBeVisible();
  await expect(card(bad.name).getByRole("link", { name: "Buy Now" })).toBeVisible();
});

test("[S1.4] [S2.29] an order to be paid later is labelled Request First for the buyer and in the queue", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const code = await order(page, await putOnSale());
  await expect(page.getByText("Request First").first()).toBeVisible();
  await adminPage.goto(`/admin/dashboard?tab=requests&search=${code}`);
  const row = adminPage.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("Request First");
  await expect(row.getByText("Proof")).toHaveCount(0);
});

test("[S3.8] what /add-ids adds is what shoppers can buy", async ({ page, adminPage, putOnSale, ownerApi }) => {
  const product = await putOnSale({ ids: ["SAME-STOCK-1"] });
  await adminPage.goto("/add-ids");
  await awake(adminPage);
  await adminPage.getByRole("combobox").selectOption({ value: product.id });
  await adminPage.getByRole("textbox").last().fill("SAME-STOCK-2\nSAME-STOCK-3");
  await adminPage.getByRole("button", { name: "Add IDs" }).click();
  await expect(adminPage.getByText("Added 2 IDs to product.")).toBeVisible();
  expect(await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).toEqual({ availableStock: 3 });
  await order(page, product, 3);
});
