import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight, partsForReaders } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { aScreenshot, placed, signedUp } from "../states.ts";
import { awake, openFields } from "../steps.ts";

const LONG =
  "A verified account for the morning train with a name that somebody made far too long for any card, table or ticket of the shop";

// Each test visits many states, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

test("[S2.37] the inventory and the forms of a product have nothing that axe finds", async ({ adminPage: page, putOnSale, ownerApi }) => {
  const product = await putOnSale({ name: LONG, price: 1_000_000, ids: ["A11Y-OWN-1"] });
  const hidden = await putOnSale({ name: "Hidden account" });
  const deleted = await putOnSale({ name: `Deleted: ${LONG}` });
  await ownerApi.delete(`/api/admin/products/${deleted.id}`);
  await page.goto("/admin/products");
  await awake(page);
  await page.getByRole("button", { name: `Actions: ${hidden.name}` }).click();
  await page.getByRole("button", { name: `Hide ${hidden.name}` }).click();
  await expect(page.getByText(english("productHidden"))).toBeVisible();
  await looksRight(page, "the inventory, with what is said of a product");
  await page.setViewportSize({ width: 360, height: 740 });
  const parts = (await partsForReaders(page)).map(({ role }) => role);
  for (const role of ["table", "row", "cell"]) expect(parts, "a table of cards is a table for readers").toContain(role);
  await page.getByRole("button", { name: `Actions: ${product.name}` }).click();
  await looksRight(page, "the inventory on a phone, with a product's actions");
  await page.getByRole("button", { name: `Delete ${product.name}` }).click();
  await looksRight(page, "the inventory, asking before a product is deleted");
  await page.goto("/admin/products?search=nothing-like-this");
  await looksRight(page, "the inventory where nothing is found");

  await page.goto("/admin/products/new");
  await awake(page);
  await page.getByLabel("Name (English)").fill("Account");
  await page.getByLabel("Price").fill("5");
  await openFields(page, "Description", "Picture", "Delivery of paid orders", "ID pattern", "Texts in");
  await page.locator("[contenteditable][lang^=hi]").fill("एक यात्री");
  await page.getByRole("button", { name: "Write HTML" }).first().click();
  await page.getByLabel("Description (English)").fill("<h2>Good</h2><script>no</script><p>It <b>is</b>.</p>");
  await page.getByLabel("Image link").fill("https://nowhere.invalid/picture.png");
  await page.getByLabel("upload a picture").setInputFiles({ name: "p.png", mimeType: "image/png", buffer: await aScreenshot() });
  await page.getByRole("textbox", { name: "IDs" }).fill("A11Y-OWN-1\nA11Y-OWN-1");
  await expect(page.getByText(textsIn("en", "adminProductForm")("takenOut", { names: "<script>" }))).toBeVisible();
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText(english("idOfOtherProduct", { product: LONG }))).toBeVisible();
  await looksRight(page, "adding a product, with its preview, refused");

  await page.goto(`/admin/products/${product.id}/edit`);
  await awake(page);
  await page.getByLabel("Name (English)").fill("Changed here");
  const changed = { name: "Changed elsewhere", price: 777, description: "<p>Other words</p>", image: "" };
  await ownerApi.put(`/api/admin/products/${product.id}`, { data: changed });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("region", { name: "What changed" })).toBeVisible();
  await looksRight(page, "editing a product that was changed meanwhile");
});

test("[S2.37] the IDs of a product have nothing that axe finds, chosen, to be deleted, and added", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: LONG, ids: [1, 2, 3].map((n) => `A11Y-${"seen-".repeat(12)}${n}`) });
  await placed({ request: ownerApi, origin: shop.address }, product);
  const ids = `/admin/products/${product.id}/ids`;
  await page.goto(ids);
  await awake(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await looksRight(page, "the IDs of a product, chosen");
  await page.getByRole("button", { name: "Delete selected (2)" }).click();
  await looksRight(page, "the IDs of a product, asking before they are deleted");
  await page.goto(`${ids}?search=nothing-like-this`);
  await looksRight(page, "the IDs of a product where none matches");

  await page.goto(`/admin/add-ids?search=${product.name}`);
  await awake(page);
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByText(english("selectProductAndPasteIds"))).toBeVisible();
  await looksRight(page, "adding IDs, refused");
  await page.getByLabel("Product", { exact: true }).selectOption(product.id);
  await page.getByRole("textbox", { name: "IDs" }).fill(`A11Y-NEW\n${product.ids[0]}`);
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByText(english("addedIds", { n: 1 }))).toBeVisible();
  await looksRight(page, "adding IDs, done");
  await page.route("**/admin/add-ids.data", () => {});
  const buffer = Buffer.from(Array.from({ length: 6_000 }, (_, n) => `A11Y-MANY-${n}`).join("\n"));
  await page.getByLabel("Or choose a text or CSV file").setInputFiles({ name: "ids.txt", mimeType: "text/plain", buffer });
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await looksRight(page, "adding very many IDs");
});

test("[S2.37] customers, messages and emails have nothing that axe finds, with their dialogs and refusals", async ({
  page: visitorsPage,
  adminPage: page,
  shop,
}) => {
  const visitor = { request: visitorsPage.request, origin: shop.address };
  const email = "another.rather.long.address@a-rather-long-name-of-a-place.example";
  await signedUp(visitor, email);
  await visitorsPage.context().clearCookies();
  const message = {
    name: `Asha ${"Rao-".repeat(20)}`,
    email: "asha@example.com",
    message: "Where is it? ".repeat(80),
    key: crypto.randomUUID(),
  };
  await visitor.request.post("/contact", { form: { ...message, leaveEmpty: "" }, headers: { origin: shop.address }, maxRedirects: 0 });

  await page.goto("/admin/customers");
  await awake(page);
  await page.getByRole("button", { name: `Disable ${email}` }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Disable" })).toBeVisible();
  await looksRight(page, "the customers, asking before one is disabled");
  await page.keyboard.press("Escape");
  await looksRight(page, "the customers");

  await page.goto("/admin/messages");
  await awake(page);
  const card = page.getByRole("article", { name: message.name });
  await card.getByText("Show all").click();
  await looksRight(page, "the messages");
  await card.getByRole("button", { name: "Delete the message" }).click();
  await looksRight(page, "the messages, asking before one is deleted");
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Mark as handled" }).click();
  await expect(page.getByText(english("messageHandled"))).toBeVisible();
  await page.goto("/admin/messages?state=all");
  await looksRight(page, "all messages");

  await visitor.request.post("/forgot-password", { form: { email: shop.admin.email }, headers: { origin: shop.address }, maxRedirects: 0 });
  await page.goto("/admin/emails?state=failed");
  await looksRight(page, "no emails of a state");
  await page.goto("/admin/emails");
  await awake(page);
  await looksRight(page, "the emails");
});

test("[S2.37] the activity, the settings and what takes long have nothing that axe finds", async ({ adminPage: page }) => {
  await page.goto("/admin/activity");
  await looksRight(page, "the activity");
  await page.goto("/admin/settings");
  await awake(page);
  await page.getByLabel("Since").fill("1700");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("sinceYearInvalid")).first()).toBeVisible();
  await looksRight(page, "the settings, refused");
  await page.getByLabel("Since").fill("2020");
  for (const link of ["Chat link", "Messaging link", "ID checker link"]) await page.getByLabel(link).fill("https://chat.example/shop");
  await page.getByLabel("Support email address").fill("a.rather.long.address.of.the.shop@a-rather-long-name.example");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("settingsSaved")).first()).toBeVisible();
  await looksRight(page, "the settings, saved");
  for (const section of ["orders", "questions", "payments", "receipts", "emails", "notifications", "landing-page", "security", "data"]) {
    await page.goto(`/admin/settings/${section}`);
    await looksRight(page, `the settings of ${section}`);
  }
  for (const path of ["/", "/contact"]) {
    await page.goto(path);
    await looksRight(page, `${path} of a shop that can be reached in every way`);
  }

  await page.goto("/admin/orders");
  await awake(page);
  await page.route("**/admin/orders.data*", () => {});
  await page.getByRole("link", { name: "Product Inventory" }).click();
  await expect(page.getByRole("heading", { name: textsIn("en", "site")("loading") })).toBeVisible();
  await looksRight(page, "a tab that takes long");
});
