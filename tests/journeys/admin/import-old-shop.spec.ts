import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { test as base, expect } from "../shop-server.ts";
import { logIn } from "../signing-in.ts";
import { awake } from "../steps.ts";

/** Its own shop, because the imported orders would disturb other journeys. */
const test = base.extend<{ emptyShop: RunningShop; owner: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  emptyShop: async ({}, use) => {
    const shop = await startShop();
    await use(shop);
    await shop.stop();
  },
  owner: async ({ browser, emptyShop }, use) => {
    const context = await browser.newContext({ baseURL: emptyShop.address });
    const page = await context.newPage();
    await page.goto("/admin/login");
    await awake(page);
    await logIn(page, emptyShop.admin);
    await expect(page).toHaveURL("/admin");
    await use(page);
    await context.close();
  },
});

const sample = (name: string) => join(import.meta.dirname, "../../support/old-shop", name);

test("[S3.3] [S3.5] [S3.6] [S6.6] the owner imports the old shop; a customer logs in with the old password and sees the old orders", async ({
  browser,
  emptyShop,
  owner,
}) => {
  await owner.goto("/admin/import-old-shop");
  await awake(owner);
  await owner.getByRole("button", { name: "Upload" }).click();
  await expect(owner.getByText(english("migrationFileMissing"))).toBeVisible();
  const inPieces = Buffer.concat([await readFile(sample("old-store-export.json")), Buffer.alloc(5_000_000, "\n")]);
  await owner.getByLabel("Database export").setInputFiles({ name: "export.json", mimeType: "application/json", buffer: inPieces });
  await owner.getByLabel("Accounts, to bring your customers").setInputFiles(sample("old-accounts.json"));
  await owner.getByLabel("Password settings of the accounts").setInputFiles(sample("old-hash-config.json"));
  await owner.getByRole("button", { name: "Upload" }).click();
  await expect(owner.getByText("Uploaded, ")).toHaveCount(3);
  await expect(owner.getByText("Uploaded, 4.8 MB")).toBeVisible();

  await expect(owner.getByText("Close the old shop before the import")).toBeVisible();
  await owner.getByRole("button", { name: "Show preview" }).click();
  await expect(owner.getByRole("heading", { name: "What would be imported" })).toBeVisible();
  const accounts = owner.getByRole("row").filter({ hasText: "Accounts" });
  await expect(accounts).toContainText("8");
  await expect(owner.getByRole("table", { name: "Rows with warnings" })).toBeVisible();
  await owner.getByRole("button", { name: "Import", exact: true }).click();
  await owner.getByRole("button", { name: "My old shop is closed, import now" }).click();
  await expect(owner.getByRole("heading", { name: "What was imported" })).toBeVisible();
  const download = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Report in CSV" }).click();
  expect((await download).suggestedFilename()).toBe("import-old-shop.csv");
  await expect(owner.getByText("Uploaded, ")).toHaveCount(0);

  const context = await browser.newContext({ baseURL: emptyShop.address });
  const customer = await context.newPage();
  await customer.goto("/login");
  await awake(customer);
  await logIn(customer, { email: "customer1@example.com", password: "old-password-1" });
  await expect(customer).toHaveURL("/account");
  await expect(customer.getByText(/REQ-/).first()).toBeVisible();
  await context.close();

  await owner.goto("/admin/orders/processed");
  await awake(owner);
  await owner.getByRole("link", { name: /REQ-/ }).first().click();
  await awake(owner);
  await owner.getByRole("button", { name: "Make private link" }).click();
  const link = await owner.getByLabel("New private link").inputValue();
  const strangers = await browser.newContext();
  const stranger = await strangers.newPage();
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/order-status\/REQ-[0-9A-Z]+$/);
  await expect(stranger.getByText("Save this link")).toBeVisible();
  await strangers.close();
});

test("without script the owner uploads, previews by forms alone", async ({ browser, emptyShop, owner }) => {
  const context = await browser.newContext({
    baseURL: emptyShop.address,
    javaScriptEnabled: false,
    storageState: await owner.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto("/admin/import-old-shop");
  await page.getByLabel("Database export").setInputFiles(sample("old-store-export.json"));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText(english("migrationFilesKept"))).toBeVisible();
  await page.getByRole("button", { name: "Show preview" }).click();
  await expect(async () => {
    await page.goto("/admin/import-old-shop");
    await expect(page.getByRole("heading", { name: "What would be imported" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await context.close();
});
