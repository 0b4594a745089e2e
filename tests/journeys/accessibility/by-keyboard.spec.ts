import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { CUSTOMERS_PASSWORD, placed, placedWithCard } from "../states.ts";
import { awake, order, requestCodeOn, tabTo } from "../steps.ts";

test("[S2.37] by keyboard alone a shopper skips to the content, finds a product, chooses and orders", async ({ page, putOnSale }) => {
  const product = await putOnSale();
  await page.goto("/products");
  await awake(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const card = page.getByRole("listitem").filter({ hasText: product.name });
  await tabTo(page, card.getByRole("link", { name: "Buy Now" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/product/${product.id}`);
  await awake(page);
  await tabTo(page, page.getByLabel("Quantity"));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByLabel("Quantity")).toHaveValue("2");
  await tabTo(page, page.getByRole("radio", { name: "Request First" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Amazon Gift Card" })).toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Place Order" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("giftCardAndProofRequired")).first()).toBeVisible();
  await expect(page.getByLabel("Gift card code"), "the field at fault has the focus").toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, page.getByRole("button", { name: "Place Order" }));
  await page.keyboard.press("Enter");
  await requestCodeOn(page);
});

test("[S2.37] by keyboard alone a buyer cancels: the dialog takes the focus on its safe button, Escape gives it back", async ({
  page,
  putOnSale,
}) => {
  await order(page, await putOnSale());
  await awake(page);
  const cancel = page.getByRole("main").getByRole("button", { name: "Cancel order" }).first();
  await tabTo(page, cancel);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep order" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Cancel order" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cancelled").first()).toBeVisible();
});

test("[S2.37] by keyboard alone the owner opens a row of the queue, approves it, and goes on from where it was", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const { requestCode: code } = await placed(guest, await putOnSale());
  await adminPage.goto("/admin/orders");
  await awake(adminPage);
  await tabTo(adminPage, adminPage.getByRole("link", { name: `Manage ${code}` }));
  await adminPage.keyboard.press("Enter");
  const form = adminPage.getByRole("form", { name: `Approve ${code}` });
  await tabTo(adminPage, form.getByRole("button", { name: "Approve" }));
  await adminPage.keyboard.press("Enter");
  await expect(adminPage.getByText(english("requestApproved"))).toBeVisible();
  const focused = await adminPage.evaluate(() => document.activeElement?.tagName);
  expect(focused, "the focus is not lost to the page's beginning").not.toBe("BODY");
});

test("[S2.37] after following a link the focus and the title are the new page's, so that a screen reader announces it", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale();
  await page.goto("/products");
  await awake(page);
  await page.getByRole("listitem").filter({ hasText: product.name }).getByRole("link", { name: "Buy Now" }).click();
  await expect(page).toHaveTitle(new RegExp(product.name));
  await expect(page.locator("main")).toBeFocused();
});

test("[S2.37] by keyboard alone somebody opens a phone's menu, signs up, is led to the field at fault, and logs out and in", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/order-status");
  await awake(page);
  await tabTo(page, page.getByRole("button", { name: "Menu" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "Sign Up" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/signup");
  await expect(page.locator("main")).toBeFocused();
  await awake(page);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(CUSTOMERS_PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.type("another horse");
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("passwordsDoNotMatch"))).toBeVisible();
  await expect(page.getByLabel("Password again")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(CUSTOMERS_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account");
  await expect(page.locator("main"), "another page: its content has the focus").toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Account Details" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account/details");
  await tabTo(page, page.getByRole("main").getByRole("button", { name: "Logout" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await expect(page.locator("main")).toBeFocused();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(CUSTOMERS_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account");
});

test("[S2.37] a proof that is sent again without its parts leads to the first of them", async ({ page, putOnSale, ownerApi, shop }) => {
  const { requestCode } = await placedWithCard({ request: page.request, origin: shop.address }, await putOnSale());
  await ownerApi.post(`/api/admin/orders/${requestCode}/proof-check`, { data: { verified: false } });
  await page.goto(`/order-status/${requestCode}`);
  await awake(page);
  await tabTo(page, page.getByRole("button", { name: "Send for verification" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("giftCardAndProofRequired"))).toBeVisible();
  await expect(page.getByLabel("Gift card code")).toBeFocused();
});
