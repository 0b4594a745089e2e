import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AlreadyRunning, openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { english } from "#tests/support/english.ts";
import { loadSamples } from "#tests/support/old-shop/load-samples.ts";
import { expect, test } from "../shop-server.ts";
import { manage, requestCodeOn } from "../steps.ts";

test("[S1.1] [S2.10] the old store's catalogue walks the main job", async ({ page, adminPage, shop }) => {
  await loadInto(shop.dataDir);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.goto("/products");
  const card = page.getByRole("listitem").filter({ hasText: "Premium account ID" });
  await expect(page.getByText("Verified account ID <b>new</b>")).toBeVisible();
  await expect(page.getByText("₹0.01")).toBeVisible();
  await expect(page.getByText("₹1,234.50").first()).toBeVisible();
  expect(await page.locator("main :is(script, iframe, [onclick], [onerror], [style])").count()).toBe(0);

  await card.getByRole("link", { name: "Buy Now" }).click();
  await page.getByLabel("Quantity").fill("2");
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await manage(adminPage, code);
  const ids = (await adminPage.getByLabel("IDs to deliver").inputValue()).split("\n");
  expect(ids).toHaveLength(2);
  await adminPage
    .getByRole("form", { name: `Approve ${code}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(adminPage.getByText(english("requestApproved"))).toBeVisible();
  for (const id of ids) await expect(page.getByText(id, { exact: true })).toBeVisible();
  expect(dialogs).toEqual([]);
});

/** Works on the running shop's database, as a command-line tool would. */
async function loadInto(dataDir: string): Promise<void> {
  const running = await openEmbedded(dataDir).catch((cause) => cause);
  if (!(running instanceof AlreadyRunning) || running.url === null) throw new Error("the shop does not run", { cause: running });
  const vault = openVault((await readFile(join(dataDir, "secret"), "utf8")).trim());
  const db = openDatabase(running.url, { settings: ledgerSettings({ vault }) });
  try {
    await loadSamples({ db, vault });
  } finally {
    await closeDatabase(db);
  }
}
