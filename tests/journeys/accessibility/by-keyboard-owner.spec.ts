import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed, placedWithCard } from "../states.ts";
import { awake, tabTo } from "../steps.ts";

test("[S2.37] by keyboard alone the owner logs in, opens the menu of more pages and saves the settings, led to the field at fault", async ({
  page,
  shop,
}) => {
  await page.goto("/admin/login");
  await awake(page);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(shop.admin.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(shop.admin.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin");
  await awake(page);
  await expect(page.locator("main")).toBeFocused();
  const more = page.getByText("More", { exact: true });
  const settings = page.getByRole("navigation", { name: "More admin pages" }).getByRole("link", { name: "Settings" });
  await tabTo(page, page.locator("summary").filter({ has: more }));
  await page.keyboard.press("Enter");
  await expect(settings).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(page.locator("summary").filter({ has: more })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, settings);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/settings");
  await expect(settings, "the menu closes").toBeHidden();
  await awake(page);

  const since = page.getByLabel("Since");
  await tabTo(page, since);
  const year = await since.inputValue();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1700");
  const save = page.getByRole("button", { name: "Save settings" });
  await tabTo(page, save);
  await page.keyboard.press("Enter");
  await expect(since).toBeFocused();
  await expect(since).toHaveAccessibleDescription(new RegExp(english("sinceYearInvalid")));
  await page.keyboard.press("Control+a");
  await page.keyboard.type(year);
  await tabTo(page, save);
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("settingsSaved")).first()).toBeVisible();
  await expect(save, "a button that was busy keeps the focus").toBeFocused();
});

test("[S2.37] by keyboard alone the owner adds a product, led to the field at fault, hides it and deletes it", async ({
  adminPage: page,
  putOnSale,
}) => {
  const { ids } = await putOnSale();
  const name = `Account of keys ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/admin/products/new");
  await awake(page);
  await tabTo(page, page.getByLabel("Name (English)"));
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("5");
  const idsField = page.getByRole("textbox", { name: "IDs" });
  await tabTo(page, idsField);
  await page.keyboard.type(ids[0] ?? "");
  const add = page.getByRole("main").getByRole("button", { name: "Add Product" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  await expect(idsField).toHaveAttribute("aria-invalid", "true");
  await expect(idsField).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`${name} 1`);
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("productAdded"))).toBeVisible();
  await expect(add).toBeFocused();

  await page.goto("/admin/products");
  await awake(page);
  const actions = page.getByRole("button", { name: `Actions: ${name}` });
  await tabTo(page, actions);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: `Hide ${name}` }));
  await page.keyboard.press("Enter");
  await expect(actions).toBeFocused();
  await expect(page.getByRole("row").filter({ hasText: name }).getByText("Hidden", { exact: true })).toBeVisible();
  const remove = page.getByRole("button", { name: `Delete ${name}` });
  await page.keyboard.press("Enter");
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Delete “${name}” and its 1 ID?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("productDeleted"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }), "what had the focus is gone").toBeFocused();
});

test("[S2.37] by keyboard alone the owner rejects a proof, and replaces an ID; each dialog gives the focus back", async ({
  page: buyersPage,
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const buyer = { request: buyersPage.request, origin: shop.address };
  const product = await putOnSale();
  const [unread, approved] = [await placedWithCard(buyer, product), await placed(buyer, product)];
  await approve(ownerApi, approved.requestCode);
  await page.goto(`/admin/orders?search=${unread.requestCode}`);
  await awake(page);
  const view = page.getByRole("link", { name: "View Proof" });
  await tabTo(page, view);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await tabTo(page, dialog.getByLabel("Notes"));
  await page.keyboard.type("Blurred");
  await tabTo(page, dialog.getByRole("button", { name: "Reject Proof" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("paymentProofRejected"))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(view).toBeFocused();

  await page.goto(`/admin/orders/${approved.requestCode}`);
  await awake(page);
  const replace = page.getByRole("main").getByRole("button", { name: "Swap ID" }).first();
  await tabTo(page, replace);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await tabTo(page, dialog.getByRole("button", { name: "Swap ID" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("idReplaced"))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(replace).toBeFocused();
});

test("[S2.37] by keyboard alone the owner deletes IDs and disables a customer, and is never thrown back to the page's beginning", async ({
  adminPage: page,
  page: customersPage,
  putOnSale,
  shop,
}) => {
  const product = await putOnSale();
  await page.goto(`/admin/products/${product.id}/ids`);
  await awake(page);
  await tabTo(page, page.getByRole("button", { name: "Delete ID" }).first());
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("idsDeleted", { n: 1 }))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  const email = "disabled.by.keys@example.com";
  const data = { email, password: "correct horse", name: "Keys" };
  await customersPage.request.post("/api/auth/sign-up/email", { data, headers: { origin: shop.address } });
  await page.goto(`/admin/customers?search=${email}`);
  await awake(page);
  const disable = page.getByRole("main").getByRole("button", { name: `Disable ${email}` });
  await tabTo(page, disable);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("accountNowDisabled", { email }))).toBeVisible();
  await expect(page.getByRole("button", { name: `Enable ${email}` })).toBeFocused();
});
