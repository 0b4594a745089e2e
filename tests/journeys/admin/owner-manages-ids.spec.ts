import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

const unique = Date.now().toString(36);
const toasts = (page: Page) => page.locator("[aria-live=polite]");

test("[S2.24] [S2.35] [S8.1] [S8.2] the owner searches a product's IDs, copies one and all of them, and downloads them", async ({
  adminPage: page,
  putOnSale,
}) => {
  const { id, ids } = await putOnSale();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/admin/products/${id}/ids`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await awake(page);
  await page.getByRole("button", { name: "Copy All" }).click();
  await expect(page.getByText(textsIn("en", "parts")("idsCopied"))).toBeVisible();
  expect(await copied()).toBe(ids.join("\n"));
  await page.getByRole("button", { name: "Copy ID" }).nth(1).click();
  await expect(page.getByText(textsIn("en", "parts")("copiedToClipboard"), { exact: true })).toBeVisible();
  expect(await copied()).toBe(ids[1]);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()]);
  expect(download.suggestedFilename()).toMatch(/-ids\.txt$/);
  expect(await readFile(await download.path(), "utf8")).toBe(ids.map((value) => `${value}\n`).join(""));

  await page.route("**/ids.txt", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("link", { name: "Download" }).click();
  await expect(toasts(page).getByText(textsIn("en", "adminIds")("failedToDownloadIds", { msg: english("networkNotOk") }))).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("closed"));
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Copy All" }).click();
  await expect(page.getByText(textsIn("en", "parts")("failedToCopyIds"))).toBeVisible();

  await page.getByLabel("Search IDs").fill(ids[2] ?? "");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("cell", { name: ids[2] })).toBeVisible();
  await expect(page.getByRole("cell", { name: ids[0] })).toHaveCount(0);
});

test("[S2.25] [S5.7] the owner appends IDs to a product by pasting them", async ({ adminPage: page, putOnSale }) => {
  const { id, name, ids } = await putOnSale();
  await page.goto(`/admin/add-ids?search=${name}`);
  await awake(page);
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByText(english("selectProductAndPasteIds"))).toBeVisible();
  await page.getByLabel("Product", { exact: true }).selectOption(id);
  await page.getByLabel("IDs", { exact: true }).fill(`${ids[0]}\npasted-1-${unique}\npasted-2-${unique}`);
  await page.getByRole("button", { name: "Add IDs" }).click();
  await expect(page.getByText(english("addedIds", { n: 2 }))).toBeVisible();
  await expect(page.getByText(textsIn("en", "adminProducts")("skippedIds", { n: 1 }))).toBeVisible();
});

test("[S2.35] the owner deletes one ID, those that are ticked, and all that match a search", async ({ adminPage: page, putOnSale }) => {
  const ids = ["one", "two", "three", "old-1", "old-2", "last"].map((word) => `${word}-${unique}`);
  const { id, name } = await putOnSale({ name: `Cleared ${unique}`, ids });
  await page.goto(`/admin/products/${id}/ids`);
  await awake(page);
  const idRow = (value: string) => page.getByRole("row").filter({ hasText: value });
  await idRow(ids[0] ?? "")
    .getByRole("button", { name: "Delete ID" })
    .click();
  await page
    .getByRole("dialog", { name: `Delete the ID ${ids[0]} of “${name}”?` })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(toasts(page).getByText(english("idsDeleted", { n: 1 }))).toBeVisible();
  await expect(idRow(ids[0] ?? "")).toHaveCount(0);

  for (const value of ids.slice(1, 3)) await page.getByLabel(`Select ${value}`).check();
  await page.getByRole("button", { name: "Delete selected (2)" }).click();
  await page
    .getByRole("dialog", { name: `Delete the 2 selected IDs of “${name}”?` })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByRole("row")).toHaveCount(4);

  await page.getByLabel("Search IDs").fill("OLD-");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Delete all 2 matching" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete all 2 available IDs of “${name}” with “OLD-” in them?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByLabel("Type 2 to delete them"), "the number is not typed").toBeVisible();
  await dialog.getByLabel("Type 2 to delete them").fill("2");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No IDs match")).toBeVisible();
  await page.getByRole("link", { name: "Show all IDs" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("[S2.35] [S2.37] the Tab key meets a product's IDs and what is done with all of them in the order in which they stand", async ({
  adminPage: page,
  putOnSale,
}) => {
  const { id } = await putOnSale();
  await page.goto(`/admin/products/${id}/ids`);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const shown = page.getByRole("main").locator("a[download], tbody tr").filter({ visible: true });
    const tops = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length, `${width} px`).toBeGreaterThan(2);
    expect(tops, `${width} px`).toEqual(tops.toSorted((one, other) => one - other));
  }
});
