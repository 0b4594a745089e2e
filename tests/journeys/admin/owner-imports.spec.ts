import type { Locator, Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { csvLine } from "#shop/csv-line.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake, openFields } from "../steps.ts";

const unique = Date.now().toString(36);

/** The value of the fact with this name on the page. */
const fact = (page: Page, name: string): Locator => page.locator("dl > div").filter({ hasText: name }).locator("dd");

test("[S5.11] the owner says what a product's IDs look like, checks an import, adds part of it, and undoes it until one is ordered", async ({
  adminPage: page,
  guest,
  putOnSale,
}) => {
  const has = `K-${unique}1`;
  const product = await putOnSale({ name: `Imported ${unique}`, ids: [has] });
  await page.goto(`/admin/products/${product.id}/edit`);
  await awake(page);
  await openFields(page, "ID pattern");
  await page.getByLabel("ID pattern").fill("(K|L)-.*");
  await openFields(page, "Description");
  await page.locator("summary").filter({ hasText: "ID pattern" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(english("idPatternInvalid"))).toBeVisible();
  await page.getByLabel("ID pattern").fill("K-[a-z0-9]+");
  await page.getByLabel("ID example").fill("K-abc1");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/admin/products");

  await page.getByRole("link", { name: "Imports" }).first().click();
  await expect(page.getByRole("row").filter({ hasText: product.name })).toContainText("API");
  await page.getByRole("link", { name: "Import IDs" }).click();
  await awake(page);
  await looksRight(page, "the form of an import");
  // The first hundred products are offered; in a shop with more the owner searches for one.
  await page.goto(`/admin/batches/new?${new URLSearchParams({ search: product.name })}`);
  await awake(page);
  await page.getByLabel("Product", { exact: true }).selectOption(product.id);
  await page
    .getByLabel("IDs", { exact: true })
    .fill(`K-${unique}2\nK-${unique}2\n${has}\nK-${unique}\u04353\nsomething else\nK-${unique}\u200B4`);
  await page.getByLabel("Supplier (optional)").fill("Ravi");
  await page.getByLabel("Cost per ID").fill("12.5");
  await page.getByRole("button", { name: "Check IDs" }).click();

  await expect(page.getByText(textsIn("en", "adminImports")("nothingAddedYet"))).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "New: 2" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Unusual characters: 1" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Doesn't match the pattern: 1" })).not.toBeChecked();
  for (const left of ["Repeated: 1", "Already in stock: 1"]) await expect(page.getByText(left)).toBeVisible();
  for (const summary of await page
    .locator("summary")
    .filter({ hasText: /^(Show|The first)/ })
    .all())
    await summary.click();
  await expect(page.getByText(`K-${unique}⟨U+0435⟩3`)).toBeVisible();
  await expect(page.getByText(textsIn("en", "adminImports")("charactersRemoved", { codes: "U+200B" }))).toBeVisible();
  await looksRight(page, "what the check found");
  await page.getByRole("checkbox", { name: "Doesn't match the pattern: 1" }).check();
  await page.getByRole("button", { name: "Add ticked IDs" }).click();
  await expect(page.getByText(english("batchAdded", { n: 3 }))).toBeVisible();
  await expect(fact(page, "Total cost")).toHaveText("₹37.50");
  await expect(fact(page, "In stock or reserved")).toHaveText("3");
  await looksRight(page, "the report of an import");

  const answer = await page.request.get(`/api/get-stock/${product.id}`);
  expect((await answer.json()).availableStock).toBe(4);
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(english("batchTakenBack", { n: 3 }))).toBeVisible();
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();

  await page.goto(`/admin/batches?product=${product.id}`);
  await looksRight(page, "the list of imports");
  await placed(guest, product);
  await page.getByRole("row").filter({ hasText: "API" }).getByRole("link").click();
  await expect(page.getByText(english("batchHasLeft", { n: 1 }))).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo this import" })).toBeHidden();
});

test("[S5.11] the columns of a CSV file are chosen among its own; what was checked is found in the list until it is added", async ({
  adminPage: page,
  putOnSale,
}) => {
  const product = await putOnSale({ name: `Columns ${unique}`, ids: [`c-${unique}0`] });
  await page.goto(`/admin/batches/new?product=${product.id}`);
  await awake(page);
  const choose = (name: string, text: string) =>
    page.getByLabel("Or choose a text or CSV file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  const preview = page.getByRole("group", { name: "What one ID is" });
  const columns = preview.getByRole("group", { name: /^Columns that make an ID/ }).getByRole("checkbox");
  await choose("stock.csv", "Nr,Account ID\n1,x\n");
  await expect(preview.getByRole("radio", { name: "Columns of a table" }), "the likely layout").toBeChecked();
  await expect(columns.nth(1), "the column that is called so").toBeChecked();
  await expect(columns.nth(0)).not.toBeChecked();
  await choose("stock.csv", `\uFEFFCode;"Code; old";\r\nc-${unique}1;c-${unique}2;c-${unique}3\r\n`);
  await expect(preview.getByText("1: Code", { exact: true })).toBeVisible();
  await expect(preview.getByText("2: Code; old")).toBeVisible();
  await expect(preview.getByText("3: (no name)")).toBeVisible();
  await looksRight(page, "the form of an import, with the columns of a CSV file");
  for (const at of [0, 1]) await columns.nth(at).uncheck();
  await columns.nth(2).check();
  await expect(preview.getByRole("listitem").first()).toHaveText(`c-${unique}3`);
  await page.getByRole("button", { name: "Check IDs" }).click();
  await expect(page.getByRole("checkbox", { name: "New: 1" })).toBeChecked();
  await page.locator("summary").filter({ hasText: /^Show/ }).click();
  await expect(page.getByText(`c-${unique}3`)).toBeVisible();

  await page.getByRole("link", { name: "All imports" }).click();
  const waiting = page.getByRole("listitem").filter({ hasText: product.name });
  await expect(waiting).toContainText("New: 1");
  await looksRight(page, "the list of imports, with one that was only checked");
  await waiting.getByRole("link").click();
  await page.getByRole("button", { name: "Add ticked IDs" }).click();
  await expect(page.getByText(english("batchAdded", { n: 1 }))).toBeVisible();
  await page.getByRole("link", { name: "All imports" }).click();
  await expect(page.getByRole("row").filter({ hasText: product.name }).first()).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("[S5.11] a CSV file is checked, added and undone by plain forms; what an export wrote has nothing new", async ({
    browser,
    baseURL,
    ownerApi,
    putOnSale,
  }) => {
    const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState(), javaScriptEnabled: false });
    const page = await context.newPage();
    const product = await putOnSale({ name: `Plain ${unique}`, ids: [`=1+${unique}`, `-${unique}`] });
    const choose = async (text: string, column: string) => {
      await page.goto(`/admin/batches/new?product=${product.id}`);
      await page
        .getByLabel("Or choose a text or CSV file")
        .setInputFiles({ name: "stock.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.getByRole("button", { name: "Check IDs" }).click();
      await expect(page.getByText(english("idsLookLikeTable"))).toBeVisible();
      await expect(page.getByRole("radio", { name: "Columns of a table" })).toBeChecked();
      await expect(page.getByRole("checkbox", { name: column })).toBeChecked();
      await page.getByRole("button", { name: "Check IDs" }).click();
    };
    await choose(["state,id\r\n", ...product.ids.map((id) => csvLine(["available", id]))].join(""), "2: id");
    await expect(page.getByText(textsIn("en", "adminImports")("nothingToImport"))).toBeVisible();
    await expect(page.getByText("Already in stock: 2")).toBeVisible();

    await choose(`Nr;Serial\r\n1;p-${unique}\r\n`, "2: Serial");
    await page.getByRole("button", { name: "Add ticked IDs" }).click();
    await expect(page.getByText(english("batchAdded", { n: 1 }))).toBeVisible();
    await page.getByLabel("Supplier (optional)").fill("Meena");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(english("batchChanged"))).toBeVisible();
    await page.getByRole("button", { name: "Undo this import" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText(english("batchTakenBack", { n: 1 }))).toBeVisible();
    await context.close();
  });
});
