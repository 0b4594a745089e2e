import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { PASSWORD, signUp } from "../signing-in.ts";
import { awake, manage, order } from "../steps.ts";

/** The file that a click on this link downloads. */
async function saved(page: Page, name: string | RegExp): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("[S6.2] [S6.8] everything out: a customer downloads what the shop holds about them, the owner every table; then the customer leaves", async ({
  page,
  adminPage,
  shop,
  putOnSale,
}) => {
  const product = await putOnSale({ name: "=Formula account", ids: ["out-1", "-out-2"] });
  await signUp(page, "mover@example.com");
  const code = await order(page, product);
  await manage(adminPage, code);
  await adminPage
    .getByRole("form", { name: `Approve ${code}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(page.getByText("Your ID is here")).toBeVisible();

  await page.goto("/account/details");
  const own = await saved(page, "Download my data");
  expect(own.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(own.text);
  expect(data.account.email).toBe("mover@example.com");
  expect(data.orders).toMatchObject([{ requestCode: code, status: "approved", deliveredIds: ["out-1"] }]);
  expect(own.text).not.toContain("out-2");

  await adminPage.goto("/admin/export");
  const ids = await saved(adminPage, "IDs as CSV");
  expect(ids.name).toBe("ids.csv");
  expect(ids.text).toContain(`out-1,${product.id},'=Formula account,delivered,${code},`);
  expect(ids.text).toContain(`'-out-2,${product.id},'=Formula account,available,,`);
  const orders = await saved(adminPage, "Orders as JSON");
  expect(JSON.parse(orders.text)).toContainEqual(expect.objectContaining({ requestCode: code, customerEmail: "mover@example.com" }));
  const [year, month] = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" }).split("-");
  const accounts = await saved(adminPage, new Date(`${year}-${month}-15`).toLocaleDateString("en-GB", { month: "short", year: "numeric" }));
  expect(accounts.text).toContain(`,${code},'=Formula account,1,`);
  const backup = adminPage.getByRole("form", { name: "Download a backup" });
  for (const label of ["Passphrase for the file", "Passphrase again"]) await backup.getByLabel(label).fill("a long passphrase");
  await backup.getByLabel("Your password").fill("not the password");
  await backup.getByRole("button").click();
  await expect(backup.getByLabel("Your password")).toHaveAccessibleDescription(english("wrongCurrentPassword"));
  for (const label of ["Passphrase for the file", "Passphrase again"]) await backup.getByLabel(label).fill("a long passphrase");
  await backup.getByLabel("Your password").fill(shop.admin.password);
  await awake(adminPage);
  const downloading = adminPage.waitForEvent("download");
  await backup.getByRole("button").click();
  const file = await downloading;
  await expect(backup.getByText(textsIn("en", "adminExport")("backupStarts"))).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^trackside-.*\.backup$/);
  expect(await readFile(await file.path(), "latin1")).toMatch(/^trackside-archive /);
  await adminPage.goto("/admin/activity");
  await expect(adminPage.getByText("downloaded a backup of the shop").first()).toBeVisible();

  await adminPage.goto("/admin/settings/data");
  await awake(adminPage);
  await adminPage.getByLabel("Days delivered IDs are kept").fill("never");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(adminPage.getByLabel("Days delivered IDs are kept")).toHaveAccessibleDescription(new RegExp(english("limitInvalid")));
  await adminPage.getByLabel("Days delivered IDs are kept").fill("365");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(adminPage.getByText(english("settingsSaved"))).toBeVisible();
  await adminPage.getByLabel("Days delivered IDs are kept").fill("");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(adminPage.getByText(english("settingsSaved"))).toBeVisible();

  await awake(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account mover@example.com?" });
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(textsIn("en", "signIn")("accountDeleted"))).toBeVisible();
  await page.goto("/account/data.json");
  await expect(page).toHaveURL(/\/login/);
});
