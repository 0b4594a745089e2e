import { PRODUCT_IDS_SEARCHED_AT_ONCE } from "#shop/stock/constants.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

const unique = Date.now().toString(36);

test("[S2.35] an ID is found at once, and a part of it in all of many, one request after another", async ({
  adminPage: page,
  putOnSale,
}) => {
  const ids = Array.from({ length: PRODUCT_IDS_SEARCHED_AT_ONCE + 20 }, (_, n) => `long-${unique}-${n}`);
  const { id } = await putOnSale({ ids });
  await page.goto(`/admin/products/${id}/ids`);
  await awake(page);
  await page.getByLabel("Search IDs").fill(`long-${unique}-501`);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("This is the exact ID.")).toBeVisible();
  await expect(page.getByRole("cell", { name: `${unique}-501` })).toHaveCount(1);

  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // Holds the next part of the search back until the progress of the first was seen.
  await page.route(/\/ids[^/?]*\?.*after=/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole("link", { name: "Search other IDs too" }).click();
  await expect(page.getByText(/^Searched 5,000 of 5,020 IDs$/)).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveJSProperty("position", 5_000 / 5_020);
  goOn();
  await expect(page.getByRole("button", { name: "Delete all 11 matching" })).toBeVisible();
  await expect(page.getByRole("cell", { name: `${unique}-501` })).toHaveCount(11);
  await expect(page.getByText("Searched")).toHaveCount(0);
});
