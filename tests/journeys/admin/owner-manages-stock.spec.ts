import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { textsIn } from "#messages/languages.ts";
import { COPIED_INDICATOR_MS, COPIED_SINGLE_INDICATOR_MS, EDIT_REDIRECT_MS, PRODUCT_ADDED_MESSAGE_MS } from "#shop/constants.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake, openFields } from "../steps.ts";

const unique = Date.now().toString(36);
const toasts = (page: Page) => page.locator("[aria-live=polite]");
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

const aPhoto = () =>
  sharp({ create: { width: 2_400, height: 1_600, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();

/** Does one of the actions in a product's menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name).getByRole("button", { name: "Actions:" }).click();
  await rowOf(page, name).getByRole("button", { name: action }).click();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

test("[S2.34] [S5.11] [S8.2] the owner adds a product, edits it with new IDs, and is back at the inventory", async ({
  adminPage: page,
}) => {
  const name = `Family account ${unique}`;
  await open(page, "/admin/products/new");
  await page.getByLabel("Name (English)").fill(name);
  await page.getByLabel("Price in ₹").fill("1234.5");
  await openFields(page, "Description", "Delivery of paid orders");
  await page.getByRole("button", { name: "Write HTML" }).click();
  await page.getByLabel("Description (English)").fill("<p onclick=alert(1)>Fresh</p><script>alert(1)</script>");
  await expect(page.getByRole("region", { name: "Preview (English)" }).getByText("Fresh", { exact: true })).toBeVisible();
  await expect(page.getByText(textsIn("en", "adminProductForm")("takenOut", { names: "onclick, <script>" }))).toBeVisible();
  await page.getByLabel("After approval").check();
  await page.getByRole("textbox", { name: "IDs" }).fill(`a-${unique}\n\n b-${unique} \na-${unique}`);
  await expect(page.getByText("2 IDs, 1 repeated")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
  await expect(toasts(page).getByText(english("productAdded"))).toBeVisible();
  await expect(page.getByLabel("Name (English)")).toHaveValue("");

  await page.getByLabel("Name (English)").fill("Another product");
  await page.getByLabel("Price in ₹").fill("1");
  await page.getByRole("textbox", { name: "IDs" }).fill(`a-${unique}`);
  await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText(english("idOfOtherProduct", { product: name }))).toBeVisible();
  await expect(page.getByRole("textbox", { name: "IDs" })).toBeFocused();
  await expect(page.getByLabel("Name (English)")).toHaveValue("Another product");

  await page.getByRole("link", { name: "Product Inventory" }).click();
  await expect(rowOf(page, name)).toContainText("₹1,234.50");
  await expect(rowOf(page, name)).toContainText("Only 2 left");
  await rowOf(page, name).getByRole("link", { name, exact: true }).click();
  await expect(page.locator("summary").filter({ hasText: "After approval" })).toBeVisible();
  await openFields(page, "Description", "Delivery of paid orders");
  await expect(page.locator("textarea[name=description]")).toHaveValue("<p>Fresh</p>");
  await expect(page.getByLabel("After approval")).toBeChecked();
  await page.getByLabel("New IDs (optional)").fill(`c-${unique}\na-${unique}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page).getByText(english("productUpdated"))).toBeVisible();
  await expect(toasts(page).getByText(textsIn("en", "adminProducts")("skippedIds", { n: 1 }))).toBeVisible();
  await expect(page).toHaveURL("/admin/products");
  await expect(rowOf(page, name)).toContainText("Only 3 left");
});

test("[S9.1] [S8.2] each word of what was done stays as long as it should: 1 s of a copied ID, 2 s of all, 3 s of a new product; an edit goes back after 1.5 s", async ({
  adminPage: page,
  putOnSale,
}) => {
  const { id, name } = await putOnSale({ name: `Timed ${unique}` });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  /** Opens a page and stops its clock; from then on only `runFor` moves it. */
  const openStopped = async (path: string) => {
    await page.goto(path);
    await awake(page);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  };
  /** The router waits a moment before it sends a form, and a message until a dialog closed. */
  const soon = (look: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(20);
      await look();
    }).toPass({ timeout: 20_000 });
  const comesSoon = (said: Locator) => soon(() => expect(said).toBeVisible({ timeout: 500 }));
  const staysFor = async (said: Locator, ms: number) => {
    await comesSoon(said);
    await page.clock.runFor(ms - 50);
    await expect(said).toBeVisible();
    await page.clock.runFor(100);
    await expect(said).toHaveCount(0);
  };

  await openStopped(`/admin/products/${id}/ids`);
  await page.getByRole("button", { name: "Copy ID" }).first().click();
  await staysFor(page.getByText(textsIn("en", "parts")("copiedToClipboard"), { exact: true }), COPIED_SINGLE_INDICATOR_MS);
  await page.getByRole("button", { name: "Copy All" }).click();
  await staysFor(page.getByText(textsIn("en", "parts")("idsCopied")), COPIED_INDICATOR_MS);

  await page.clock.resume();
  await openStopped("/admin/products/new");
  await page.getByLabel("Name (English)").fill(`Timed too ${unique}`);
  await page.getByLabel("Price in ₹").fill("1");
  await page.getByRole("textbox", { name: "IDs" }).fill(`timed-${unique}`);
  await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
  await staysFor(toasts(page).getByText(english("productAdded")), PRODUCT_ADDED_MESSAGE_MS);

  await page.clock.resume();
  await openStopped(`/admin/products/${id}/edit`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await comesSoon(toasts(page).getByText(english("productUpdated")));
  await page.clock.runFor(EDIT_REDIRECT_MS - 50);
  await expect(page).toHaveURL(`/admin/products/${id}/edit`);
  await page.clock.runFor(50);
  await soon(() => expect(page).toHaveURL("/admin/products", { timeout: 500 }));
  await page.clock.resume();
  await expect(rowOf(page, name)).toBeVisible();
});

test("[S2.34] on a phone a product with IDs is on sale after three fields and one tap", async ({
  adminPage: page,
  strangerPage: window,
}) => {
  const name = `By phone ${unique}`;
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/admin/products/new");
  const form = page.getByRole("form", { name: "Add Product" });
  await expect(form.locator("input:visible:not([type=file]), textarea:visible, select:visible"), "the rest opens on demand").toHaveCount(3);
  await form.getByLabel("Name (English)").fill(name);
  await form.getByLabel("Price in ₹").fill("499");
  await form.getByRole("textbox", { name: "IDs" }).fill(`phone-${unique}`);
  await form.getByRole("button", { name: "Add Product" }).click();
  await expect(toasts(page).getByText(english("productAdded"))).toBeVisible();
  await window.goto(`/products?q=${encodeURIComponent(name)}`);
  await window.getByRole("article").getByRole("link", { name: "Buy Now" }).click();
  await expect(window.getByRole("button", { name: "Place Order" })).toBeEnabled();
});

test("[S2.34] [S2.10] a description is written in an editor, and what was only looked at stays as it was", async ({
  adminPage: page,
  strangerPage: window,
  putOnSale,
}) => {
  const description = "<p>H<sub>2</sub>O <b>bold</b></p>";
  const { id } = await putOnSale({ name: `Written ${unique}`, description });
  await open(page, `/admin/products/${id}/edit`);
  await openFields(page, "Description");
  const html = page.locator("textarea[name=description]");
  const editor = page.locator("[contenteditable]");
  await expect(editor).toContainText("H2O bold");
  await expect(html).toHaveValue(description);
  await editor.press("Control+End");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "List" }).click();
  await expect(editor).toBeFocused();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Italic" }).click();
  await expect(page.getByRole("button", { name: "Italic" })).toHaveAttribute("aria-pressed", "true");
  await expect(editor).toBeFocused();
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Link" }).click();
  await page.getByLabel("Link address").fill("https://example.com/");
  await page.keyboard.press("Enter");
  await expect(html).toHaveValue(/<p>H<sub>2<\/sub>O <strong>bold<\/strong><\/p><ul><li><p>one<\/p><\/li><li><p><em>two<\/em>/);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page).getByText(english("productUpdated"))).toBeVisible();
  await window.goto(`/product/${id}`);
  await expect(window.locator("sub").getByText("2", { exact: true })).toBeVisible();
  await expect(window.locator("li em").getByText("two")).toBeVisible();
  await expect(window.getByRole("link", { name: "https://example.com/" })).toHaveAttribute("href", "https://example.com/");
});

test("[S5.8] a field that is wrong and closed opens with its error, also where the browser finds it", async ({ adminPage: page }) => {
  await open(page, "/admin/products/new");
  await page.getByLabel("Name (English)").fill("Unseen");
  await page.getByLabel("Price in ₹").fill("1");
  await page.getByRole("textbox", { name: "IDs" }).fill(`unseen-${unique}`);
  await openFields(page, "Picture", "ID pattern");
  await page.getByLabel("Image link").fill("http:x");
  await page.getByLabel("ID pattern").fill("(a|b)");
  for (const title of ["Picture", "ID pattern"]) await page.locator("summary").filter({ hasText: title }).click();
  const add = page.getByRole("main").getByRole("button", { name: "Add Product" });
  await add.click();
  await expect(page.getByLabel("Image link")).toBeFocused();
  await page.getByLabel("Image link").fill("");
  await add.click();
  await expect(page.getByText(english("idPatternInvalid"))).toBeVisible();
  await expect(page.getByLabel("ID pattern")).toBeFocused();
});

test("[S2.23] a tab that is on its way says `Loading...`, then its content comes", async ({ adminPage: page, putOnSale }) => {
  const { name } = await putOnSale({ name: `Awaited ${unique}` });
  await open(page, "/admin/products/new");
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/admin/orders.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Product Inventory" }).click();
  await expect(page.getByRole("main").getByText(textsIn("en", "site")("loading"))).toBeVisible();
  await expect(page.getByLabel("Price in ₹")).toBeHidden();
  answer();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(page.getByRole("main").getByText(textsIn("en", "site")("loading"))).toHaveCount(0);
});

test("[S5.8] [S2.10] the owner uploads a picture, the shop window shows it, and it is gone when the owner removes it", async ({
  adminPage: page,
  strangerPage: window,
}) => {
  const name = `Pictured account ${unique}`;
  await open(page, "/admin/products/new");
  await page.getByLabel("Name (English)").fill(name);
  await page.getByLabel("Price in ₹").fill("5");
  await page.getByRole("textbox", { name: "IDs" }).fill(`pictured-${unique}`);
  await openFields(page, "Picture");
  const upload = page.getByLabel("Or upload a picture");
  const photo = { name: "photo.png", mimeType: "image/png", buffer: await aPhoto() };
  await upload.setInputFiles({ ...photo, buffer: Buffer.from("no picture") });
  await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText(english("imageNotAPicture"))).toBeVisible();
  await expect(upload).toBeFocused();
  await upload.setInputFiles(photo);
  await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
  await expect(toasts(page).getByText(english("productAdded"))).toBeVisible();

  await window.goto("/products");
  const shown = window.getByRole("img", { name });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const address = (await shown.getAttribute("src")) ?? "";
  expect((await sharp(await (await window.request.get(address)).body()).metadata()).width).toBe(1_200);

  await open(page, "/admin/products");
  await rowOf(page, name).getByRole("button", { name: "Actions:" }).click();
  await rowOf(page, name).getByRole("link", { name: "Edit" }).click();
  await openFields(page, "Picture");
  await page.getByLabel("Keep this picture").uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page).getByText(english("productUpdated"))).toBeVisible();
  expect((await window.request.get(address)).status()).toBe(404);
  // The storefront may be a tenth of a second behind, so wait for it.
  await expect.poll(async () => (await window.request.get("/products")).text()).not.toContain(address);
  await window.reload();
  await expect(window.locator(`svg[aria-label="${name}"]`)).toBeVisible();
});

test("[S2.33] [S5.10] deleting asks first, with the safe button in focus, names the product and its IDs, and can be undone", async ({
  adminPage: page,
  putOnSale,
}) => {
  const { name } = await putOnSale({ name: `Short-lived ${unique}` });
  await open(page, "/admin/products");
  await act(page, name, "Delete");
  const dialog = page.getByRole("dialog", { name: `Delete “${name}” and its 3 IDs?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();

  await act(page, name, "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).getByText(english("productDeleted"))).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.getByRole("button", { name: `Restore ${name}` }).click();
  await expect(toasts(page).getByText(english("productRestored", { n: 3 }))).toBeVisible();
  await expect(rowOf(page, name)).toContainText("Only 3 left");
});

test("[S2.33] a product's restoration is said though its form is gone when the answer comes", async ({ adminPage: page, putOnSale }) => {
  const { name } = await putOnSale({ name: `Come back ${unique}` });
  await open(page, "/admin/products");
  await act(page, name, "Delete");
  await page
    .getByRole("dialog", { name: `Delete “${name}”` })
    .getByRole("button", { name: "Delete" })
    .click();
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/restoration*", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.getByRole("button", { name: `Restore ${name}` }).click();
  await page.getByRole("link", { name: "Add Product" }).first().click();
  await expect(page.getByRole("heading", { name: "Add Product" })).toBeVisible();
  answer();

  await expect(toasts(page).getByText(english("productRestored", { n: 3 }))).toBeVisible();
});

test("[S2.33] [S2.13] a hidden product is not in the shop until the owner shows it again", async ({
  adminPage: page,
  strangerPage: window,
  putOnSale,
}) => {
  const { id, name } = await putOnSale({ name: `Shy ${unique}` });
  await open(page, "/admin/products");
  await act(page, name, "Hide");
  await expect(rowOf(page, name).getByText("Hidden", { exact: true })).toBeVisible();
  expect((await window.goto(`/product/${id}`))?.status()).toBe(404);
  await expect(window.getByText(english("productNotFound"))).toBeVisible();
  await act(page, name, "Show");
  await expect(toasts(page).getByText(english("productShown"))).toBeVisible();
  expect((await window.goto(`/product/${id}`))?.status()).toBe(200);
});

test("[S5.8] of two tabs that edit a product the later one shows what changed and asks again", async ({ adminPage: page, putOnSale }) => {
  const { id } = await putOnSale({ name: `Twice edited ${unique}`, price: 10 });
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/admin/products/${id}/edit`);
    await awake(tab);
  }
  await other.getByLabel("Name (English)").fill("From the other tab");
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(other).getByText(english("productUpdated"))).toBeVisible();

  await page.getByLabel("Name (English)").fill("From this tab");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(english("failedToUpdateProduct", { msg: english("productChangedMeanwhile") }))).toBeVisible();
  await expect(page.getByRole("region", { name: "What changed" })).toContainText("From the other tab");
  await expect(page.getByLabel("Name (English)")).toHaveValue("From this tab");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page).getByText(english("productUpdated"))).toBeVisible();
  await expect(page).toHaveURL("/admin/products");
  await expect(rowOf(page, "From this tab")).toBeVisible();
});

test("[S6.3] [S2.25] nobody but an admin sees the queue, the IDs or /add-ids", async ({ strangerPage: page, putOnSale }) => {
  const { id, ids } = await putOnSale();
  for (const path of ["/admin/orders", `/admin/products/${id}/ids`, `/admin/products/${id}/ids.txt`, "/admin/add-ids"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/login\?to=/);
    expect(await page.content()).not.toContain(ids[0]);
  }
  const data = await page.request.get(`/admin/products/${id}/ids.data`);
  expect(await data.text()).not.toContain(ids[0]);
});

test.describe("without script", () => {
  test("[S2.34] [S5.8] a product is added, and a refused form comes back with what was typed", async ({
    browser,
    adminPage,
    putOnSale,
    baseURL,
  }) => {
    const { name, ids } = await putOnSale();
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await adminPage.context().storageState() });
    const page = await context.newPage();
    await page.goto("/admin/products/new");
    await page.getByLabel("Name (English)").fill("Typed without script");
    await page.getByLabel("Price in ₹").fill("5");
    await page.getByRole("textbox", { name: "IDs" }).fill(ids[0] ?? "");
    await openFields(page, "Description");
    await page.getByLabel("Description (English)").fill("<p onclick=x>Plain</p>");
    await page.getByRole("button", { name: "Preview (English)" }).click();
    await expect(page.getByRole("region", { name: "Preview (English)" }).getByText("Plain", { exact: true })).toBeVisible();
    await expect(page.getByText(textsIn("en", "adminProductForm")("takenOut", { names: "onclick" }))).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
    await expect(page.getByText(english("idOfOtherProduct", { product: name }))).toBeVisible();
    await expect(page.getByLabel("Name (English)")).toHaveValue("Typed without script");
    await page.getByRole("textbox", { name: "IDs" }).fill(`plain-${unique}`);
    await page.getByRole("main").getByRole("button", { name: "Add Product" }).click();
    await expect(page.getByText(english("productAdded"))).toBeVisible();
    await context.close();
  });
});
