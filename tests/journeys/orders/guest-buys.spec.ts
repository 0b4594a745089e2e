import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake, manage, order, requestCodeOn } from "../steps.ts";

test("[S1.1] [S2.14] [S4.4] [S4.7] [S12.5] a guest buys from the list of products and sees the ID without a reload", async ({
  page,
  strangerPage,
  putOnSale,
  shop,
}) => {
  const product = await putOnSale({ name: "Account for the morning train", price: 1234.5, ids: ["VERIFIED-0001", "VERIFIED-0002"] });
  await page.goto("/products");
  const card = page.getByRole("listitem").filter({ hasText: product.name });
  await expect(card).toContainText("₹1,234.50");
  await card.getByRole("link", { name: "Buy Now" }).click();
  await expect(page).toHaveURL(`/product/${product.id}`);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  const admin = strangerPage;
  await admin.goto("/admin/orders");
  await admin.getByLabel("Email").fill(shop.admin.email);
  await admin.getByLabel("Password").fill(shop.admin.password);
  await admin.getByRole("main").getByRole("button", { name: "Login" }).click();
  await admin.waitForURL((url) => url.pathname === "/admin/orders");
  await manage(admin, code);
  await expect(admin.getByLabel("ID to deliver")).toHaveValue("VERIFIED-0001");
  await admin
    .getByRole("form", { name: `Approve ${code}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await admin.getByRole("button", { name: "Send now" }).click();
  await expect(admin.getByText(english("requestApproved"))).toBeVisible();

  await expect(page.getByText("VERIFIED-0001")).toBeVisible();
  await expect(page.getByText("Approved").first()).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  await expect(admin.getByRole("link", { name: `Manage ${code}` })).toHaveCount(0);
});

test("[S2.14] a reload of the page after placing shows the same order and places no second one", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale({ ids: ["ONCE-1", "ONCE-2"] });
  const code = await order(page, product);
  await page.reload();
  expect(await requestCodeOn(page)).toBe(code);
  const { orders } = await (await ownerApi.get(`/api/admin/orders?status=pending&search=${encodeURIComponent(product.name)}`)).json();
  expect(orders).toHaveLength(1);
});

test("[S2.28] a new order appears in the open queue, and one that was handled elsewhere leaves it", async ({
  adminPage,
  guest,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await adminPage.goto("/admin/orders");
  await expect(adminPage.getByRole("heading", { name: "Pending Requests" })).toBeVisible();
  const { requestCode: code } = await placed(guest, product);
  const row = adminPage.getByRole("link", { name: `Manage ${code}` });
  await expect(row).toBeVisible();
  await ownerApi.post(`/api/admin/orders/${code}/rejection`, { data: { reason: "Sold out at the counter" } });
  await expect(row).toHaveCount(0);
});

test("[S5.2] a double click places one order, and `Place Order` is disabled while it is under way", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/orders", async (route) => {
    await held;
    await route.continue();
  });
  const button = page.getByRole("button", { name: "Place Order" });
  await button.dblclick();
  await expect(button).toBeDisabled();
  goOn();
  await requestCodeOn(page);
  await expect.poll(async () => (await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock).toBe(2);
  const { orders } = await (await ownerApi.get(`/api/admin/orders?status=pending&search=${encodeURIComponent(product.name)}`)).json();
  expect(orders).toHaveLength(1);
});

test("[S4.2] [S5.1] of two buyers of the last ID one gets it, the other reads `Invalid quantity`", async ({
  page,
  strangerPage,
  putOnSale,
}) => {
  const product = await putOnSale({ ids: ["LAST-ONE"] });
  for (const buyer of [page, strangerPage]) await buyer.goto(`/product/${product.id}`);
  await Promise.all([page, strangerPage].map((buyer) => buyer.getByRole("button", { name: "Place Order" }).click()));

  const progress = (buyer: typeof page) => buyer.getByRole("list", { name: "Progress of the order" });
  const refusal = (buyer: typeof page) => buyer.getByText(english("invalidQuantity"));
  await expect(progress(page).or(refusal(page))).toBeVisible();
  await expect(progress(strangerPage).or(refusal(strangerPage))).toBeVisible();
  const outcomes = await Promise.all(
    [page, strangerPage].map(async (buyer) => ((await progress(buyer).isVisible()) ? "ordered" : "refused")),
  );
  expect(outcomes.sort()).toEqual(["ordered", "refused"]);
});
