import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve } from "../states.ts";
import { awake, order } from "../steps.ts";

const seller = {
  sellerName: "Asha Rao",
  sellerAddress: "1 MG Road\nMumbai 400001",
  gstin: "27AAPFU0939F1ZV",
  hsnCode: "998439",
  gstRate: 1_800,
};
const nobody = { sellerName: "", sellerAddress: "", gstin: null, hsnCode: "", gstRate: 1_800 };

test("[S10.15] the buyer of an approved order prints its receipt, with a GSTIN a tax invoice, and its credit note, and a stranger sees none", async ({
  page,
  strangerPage,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const settings = await (await ownerApi.get("/api/admin/settings")).json();
  const product = await putOnSale({ price: 99 });
  const code = await order(page, product, 2);
  expect((await page.request.get(`/order-status/${code}/receipt`)).status()).toBe(404);
  expect((await ownerApi.put("/api/admin/settings", { data: { ...settings, ...seller } })).status()).toBe(200);
  await approve(ownerApi, code);
  await ownerApi.put("/api/admin/settings", { data: { ...settings, ...nobody } });

  await page.getByRole("link", { name: /^Receipt \d{4}-\d\d\/\d{5}$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tax invoice" })).toBeVisible();
  const sheet = page.getByRole("main");
  for (const text of ["Asha Rao", "1 MG Road", "GSTIN 27AAPFU0939F1ZV", "998439", "₹99.00 × 2", "₹167.80", "₹15.10", "₹198.00", code])
    await expect(sheet).toContainText(text);
  await awake(page);
  await looksRight(page, "a tax invoice");

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(sheet).toContainText("₹198.00");

  const utr = String(Date.now()).slice(-12).padStart(12, "4");
  const paid = await (await ownerApi.post("/api/admin/payments", { data: { requestCode: code, utr, amount: 198 } })).json();
  const refund = { how: "by hand", reference: "NEFT 1", amount: 98 };
  expect((await ownerApi.post(`/api/admin/payments/${paid.id}/refund`, { data: refund })).status()).toBe(200);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.goto(`/order-status/${code}`);
  await page.getByRole("link", { name: /^Credit note CN\/\d{4}-\d\d\/\d{5}$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Credit note" })).toBeVisible();
  for (const text of ["Asha Rao", "For tax invoice", "₹83.06", "₹7.47", "₹98.00"]) await expect(sheet).toContainText(text);
  await awake(page);
  await looksRight(page, "a credit note");

  expect((await strangerPage.goto(`/order-status/${code}/receipt`))?.status()).toBe(404);
  expect((await strangerPage.goto(`/order-status/${code}/credit-notes/1`))?.status()).toBe(404);
  await adminPage.goto(`/admin/orders/${code}`);
  await adminPage.getByRole("link", { name: /^\d{4}-\d\d\/\d{5}$/ }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: "Tax invoice" })).toBeVisible();
});

test("[S10.15] the owner sets the seller of receipts, and a GSTIN with a mistake is refused beside its field", async ({
  adminPage: page,
  ownerApi,
}) => {
  await page.goto("/admin/settings/receipts");
  await awake(page);
  await page.getByLabel("GSTIN").fill("27AAPFU0939F1ZW");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("This GSTIN isn't right. Check its 15 characters.")).toBeVisible();
  await page.getByLabel("GSTIN").fill("27 aapfu 0939 f1zv");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("A tax invoice needs the seller's address.")).toBeVisible();
  await page.getByLabel("Seller's address").fill("1 MG Road");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  expect(await (await ownerApi.get("/api/admin/settings")).json()).toMatchObject({ gstin: "27AAPFU0939F1ZV", sellerAddress: "1 MG Road" });
});
