import type { Page } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

const unique = Date.now().toString(36);
const tableOf = (name: string) => `User ID\tPassword\tMail\n${name}_${unique}a\tone\ta@x.in\n${name}_${unique}b\ttwo\tb@x.in\n`;
const preview = (page: Page) => page.getByRole("group", { name: "What one ID is" });
const option = (page: Page, name: string) => preview(page).getByRole("radio", { name });

/** The IDs of a product that are for sale. */
async function onSale(page: Page, productId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/admin/products/${productId}/ids`);
  return (await answer.json()).ids.map(({ value }: { value: string }) => value);
}

test("[S5.11] a spreadsheet pasted into Add IDs shows what its IDs would be, and adds them once that was chosen", async ({
  adminPage: page,
  putOnSale,
}) => {
  const product = await putOnSale({ name: `Tables ${unique}`, ids: [`t-${unique}`] });
  await page.goto(`/admin/add-ids?product=${product.id}`);
  await awake(page);
  await page.getByLabel("IDs", { exact: true }).fill(tableOf("RAIL"));
  await expect(option(page, "Columns of a table")).not.toBeChecked();
  await looksRight(page, "Add IDs with a pasted table");
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(option(page, "Columns of a table"), "the browser asks for a choice").toBeFocused();
  expect(await onSale(page, product.id)).toEqual([`t-${unique}`]);

  await option(page, "Columns of a table").check();
  await preview(page).getByRole("checkbox", { name: "3: Mail" }).uncheck();
  await preview(page).getByLabel("Between the columns").selectOption("|");
  await expect(preview(page).getByRole("listitem").first()).toHaveText(`RAIL_${unique}a|one`);
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByText("Added 2 IDs to product.")).toBeVisible();
  expect(await onSale(page, product.id)).toEqual([`t-${unique}`, `RAIL_${unique}a|one`, `RAIL_${unique}b|two`]);
});

test("[S5.11] Add IDs checks pasted IDs before they are added, and says afterwards which lines it left out", async ({
  adminPage: page,
  putOnSale,
}) => {
  const product = await putOnSale({ name: `Checked ${unique}`, ids: [`k-${unique}1`] });
  await page.goto(`/admin/add-ids?product=${product.id}`);
  await awake(page);
  await page.getByLabel("IDs", { exact: true }).fill(`k-${unique}1\nk-${unique}2\n\nk-${unique}2`);
  await page.getByRole("button", { name: "Check IDs" }).click();
  const result = page.getByRole("status").filter({ hasText: "Will be added" });
  for (const kind of ["New: 1", "Repeated: 1", "Already in stock: 1"]) await expect(result.getByText(kind)).toBeVisible();
  await result.locator("summary").filter({ hasText: "Repeated" }).click();
  await expect(result.getByText("line 4")).toBeVisible();
  await looksRight(page, "Add IDs with checked IDs");
  expect(await onSale(page, product.id)).toEqual([`k-${unique}1`]);
  await page.getByLabel("IDs", { exact: true }).press("End");
  await page.keyboard.type("x");
  await expect(result, "another text is not checked yet").toBeHidden();
  await page.keyboard.press("Backspace");

  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByText("Added 1 IDs to product.")).toBeVisible();
  for (const kind of ["Repeated: 1", "Already in stock: 1"]) await expect(page.getByText(kind)).toBeVisible();
  expect(await onSale(page, product.id)).toEqual([`k-${unique}1`, `k-${unique}2`]);
});

test("[S5.11] [S5.8] Add Product takes a CSV file and a price with its currency, and the wheel changes no number", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/products/new");
  await awake(page);
  await page.getByLabel("Name (English)").fill(`By file ${unique}`);
  const price = page.getByLabel("Price in ₹");
  await price.click();
  await page.keyboard.insertText("Rs. 499");
  await page.mouse.wheel(0, 120);
  await page.mouse.wheel(0, 120);
  await expect(price).toHaveValue("Rs. 499");
  const buffer = Buffer.from(`sep=;\nUser ID;Serial\nF_${unique};="0012345"\n`);
  await page.getByLabel("Or choose a text or CSV file").setInputFiles({ name: "stock.csv", mimeType: "text/csv", buffer });
  await option(page, "Columns of a table").check();
  await preview(page).getByRole("checkbox", { name: "1: User ID" }).uncheck();
  await expect(preview(page).getByRole("listitem").first()).toHaveText("0012345");
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText(english("productAdded"))).toBeVisible();
  await expect(page.getByText(english("batchAdded", { n: 1 }))).toBeVisible();
  const catalogue: Record<string, { name: string }> = await (await page.request.get("/products_database/products.json")).json();
  const [added] = Object.keys(catalogue).filter((id) => catalogue[id]?.name === `By file ${unique}`);
  expect(await (await page.request.get(`/api/products/${added}`)).json()).toMatchObject({ price: 499, availableStock: 1 });

  await page.goto(`/product/${added}`);
  await awake(page);
  const quantity = page.getByLabel("Quantity");
  await quantity.click();
  await page.mouse.wheel(0, -120);
  await page.mouse.wheel(0, 120);
  await expect(quantity).toHaveValue("1");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("[S5.11] a pasted table and a table in a file are previewed and confirmed by plain forms", async ({
    browser,
    baseURL,
    ownerApi,
    putOnSale,
  }) => {
    const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState(), javaScriptEnabled: false });
    const page = await context.newPage();
    const product = await putOnSale({ name: `Plain tables ${unique}`, ids: [`p-${unique}`] });
    await page.goto(`/admin/add-ids?product=${product.id}`);
    const buffer = Buffer.from(tableOf("PLAIN"));
    await page.getByLabel("Or choose a text or CSV file").setInputFiles({ name: "stock.txt", mimeType: "text/plain", buffer });
    await page.getByRole("button", { name: "Add IDs" }).click();
    await expect(page.getByText(english("idsLookLikeTable"))).toBeVisible();
    await expect(preview(page).getByText(`PLAIN_${unique}a:one:a@x.in`)).toBeVisible();
    await option(page, "Columns of a table").check();
    for (const name of ["2: Password", "3: Mail"]) await preview(page).getByRole("checkbox", { name }).uncheck();
    await page.getByRole("button", { name: "Add IDs" }).click();
    await expect(page.getByText(english("idsPreviewChanged")), "other columns are shown first").toBeVisible();
    await expect(preview(page).getByRole("listitem").first()).toHaveText(`PLAIN_${unique}a`);
    await page.getByRole("button", { name: "Add IDs" }).click();
    await expect(page.getByText("Added 2 IDs to product.")).toBeVisible();
    expect(await onSale(page, product.id)).toEqual([`p-${unique}`, `PLAIN_${unique}a`, `PLAIN_${unique}b`]);
    await context.close();
  });
});
