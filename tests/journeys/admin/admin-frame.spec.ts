import { expect, test } from "../shop-server.ts";
import { approve, placed } from "../states.ts";
import { awake } from "../steps.ts";

test("[S2.1] [S12.2] on a phone the admin has a bar with counts and no header or footer of the shop, and the first order is on the first screen", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "A ticket of the first screen" });
  const { requestCode } = await placed({ request: ownerApi, origin: shop.address }, product);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/admin");
  await awake(page);
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  const bar = page.getByRole("navigation", { name: "Admin" });
  await expect(bar.getByRole("link")).toHaveText([/^Today/, /Queue\d/, /Products/]);

  await bar.getByRole("link", { name: "Queue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pending Requests" })).toBeVisible();
  const first = page.locator("tr[data-order]").first();
  await expect(first).toBeInViewport({ ratio: 0.5 });
  await page.goto("/admin/orders?filter=paid");
  await expect(page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name: "Paid" })).toBeInViewport();
  await page.goto(`/admin/orders?search=${requestCode}`);
  await awake(page);
  await page.locator("summary").filter({ hasText: "More" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
});

test("[S12.2] a new shop's checklist leads to each step, and hides when it is dismissed", async ({ adminPage: page }) => {
  const checklist = page.getByRole("region", { name: "Set up your shop" });
  await page.goto("/admin");
  await awake(page);
  await expect(checklist.getByRole("listitem")).toHaveCount(7);
  await checklist.getByRole("link", { name: "Turn on two-step login" }).click();
  await expect(page).toHaveURL("/admin/second-factor");
  await page.goto("/admin");
  await checklist.getByRole("button", { name: "Hide" }).click();
  await expect(checklist).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await expect(checklist).toHaveCount(0);
});

test("[S12.4] an order that comes while another admin page is open is announced, and counted in the title and the navigation", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale();
  await page.goto("/admin/settings");
  await awake(page);
  const queue = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Pending Requests" });
  const counted = async () => Number(/\d+/.exec((await queue.textContent()) ?? "")?.[0] ?? 0);
  const before = await counted();
  await expect(page).toHaveTitle(new RegExp(`^\\(${before}\\) Settings`));
  await placed({ request: ownerApi, origin: shop.address }, product);
  await expect(page.getByText("1 new order", { exact: true })).toBeVisible();
  await expect.poll(counted).toBe(before + 1);
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) Settings`));
  await page.locator("summary").filter({ hasText: "Settings" }).click();
  await expect(page.getByRole("checkbox", { name: "Sound for new orders" })).not.toBeChecked();
});

test("[S12.8] on a phone the accountant's file of a month and a backup are two taps from Today", async ({
  browser,
  baseURL,
  ownerApi,
  shop,
}) => {
  const viewport = { width: 360, height: 640 };
  const context = await browser.newContext({ baseURL, viewport, hasTouch: true, storageState: await ownerApi.storageState() });
  const page = await context.newPage();
  await page.goto("/admin");
  await page.getByRole("link", { name: "Backup and accounts" }).tap();
  const accounts = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /^[A-Z][a-z]+ 20\d\d$/ })
    .first()
    .tap();
  expect((await accounts).suggestedFilename()).toMatch(/\.csv$/);

  await page.goto("/admin");
  await page.getByRole("link", { name: "Backup and accounts" }).tap();
  for (const field of ["Passphrase for the file", "Passphrase again"]) await page.getByLabel(field).fill("a long passphrase of words");
  await page.getByLabel("Your password").fill(shop.admin.password);
  const backup = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a backup" }).tap();
  expect((await backup).suggestedFilename()).not.toBe("");
  await context.close();
});

test("[S12.3] one search leads to a handled order by its ID or gift card code, a tap and the words on a phone; it lists several by their product, and puts the words in no address", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Emerald account", ids: ["EMERALD-1", "EMERALD-2"] });
  const sender = { request: ownerApi, origin: shop.address };
  const [first, second] = [await placed(sender, product), await placed(sender, product)];
  await approve(ownerApi, first.requestCode);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/admin/settings");
  await awake(page);
  await page.getByRole("link", { name: "Find an order" }).click();
  await expect(page.getByRole("searchbox", { name: "Find any order" })).toBeFocused();
  await page.keyboard.type("EMERALD-1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/orders/${first.requestCode}`);
  await page.goto("/admin/search");
  await page.getByRole("searchbox").fill("emerald");
  await page.getByRole("button", { name: "Find" }).click();
  for (const { requestCode } of [first, second]) await expect(page.getByRole("link", { name: requestCode })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 orders found" })).toBeVisible();
  expect(addresses.filter((address) => /emerald/i.test(address))).toEqual([]);
});
