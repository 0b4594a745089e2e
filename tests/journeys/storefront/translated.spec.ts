import type { Page } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { aScreenshot } from "../states.ts";
import { awake, manage, order, requestCodeOn } from "../steps.ts";
import { translate, translatedTexts } from "../translating.ts";

/** Collects the errors of a page. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  return errors;
}

test("[S8.4] a translated page orders, shows the order, and cancels it", async ({ page, putOnSale }) => {
  const errors = watchErrors(page);
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await translate(page);
  await page.getByLabel("Quantity").fill("2");
  await expect(page.getByText("Total for 2 IDs")).toBeVisible();
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("giftCardAndProofRequired")).first()).toBeVisible();
  await page.getByRole("radio", { name: "Request First" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await page.getByRole("main").getByRole("button", { name: "Cancel order" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("This order was cancelled")).toBeVisible();
  await expect(page.getByText(english("failedToLoadOrderDetails"))).toHaveCount(0);
  expect((await translatedTexts(page)).filter((text) => text.includes("₹") || text.trim() === code)).toEqual([]);
  expect(errors).toEqual([]);
});

test("[S5.2] a translated page says that the price changed, and still has method, code and picture", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const errors = watchErrors(page);
  const product = await putOnSale({ price: 100 });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await translate(page);
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByLabel("Gift card code").fill("AQ12345678WXYZ");
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer: await aScreenshot() });
  const change = { name: product.name, price: 120, description: "", image: "" };
  expect((await ownerApi.put(`/api/admin/products/${product.id}`, { data: change })).status()).toBe(200);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("priceChanged", { price: "₹120.00" }))).toBeVisible();
  await expect(page.getByRole("radio", { name: "Amazon Gift Card" })).toBeChecked();
  await expect(page.getByLabel("Gift card code")).toHaveValue("AQ12345678WXYZ");
  await expect(page.getByText("card.png")).toBeVisible();
  expect(await page.getByLabel("Payment proof").evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1);
  expect(errors).toEqual([]);
});

test("[S5.5] [S5.6] a translated queue approves and rejects, and shows nothing but the success; the buyer's translated page shows the ID as it is", async ({
  page,
  strangerPage,
  adminPage,
  putOnSale,
}) => {
  const errors = [watchErrors(page), watchErrors(adminPage)];
  const product = await putOnSale();
  const approved = await order(page, product);
  const rejected = await order(strangerPage, product);
  await awake(page);
  await translate(page);
  await manage(adminPage, approved);
  await translate(adminPage);
  await adminPage
    .getByRole("form", { name: `Approve ${approved}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(adminPage.getByText(english("requestApproved"))).toBeVisible();
  await expect(adminPage.getByText(english("networkNotOk"))).toHaveCount(0);
  await adminPage.getByRole("link", { name: `Manage ${rejected}` }).click();
  const form = adminPage.getByRole("form", { name: `Reject ${rejected}` });
  await form.getByRole("button", { name: "Reject" }).click();
  await expect(form.getByText(english("reasonRequired"))).toBeVisible();
  await form.getByLabel("Rejection reason").fill("Not paid");
  await form.getByRole("button", { name: "Reject" }).click();
  await expect(adminPage.getByText(english("requestRejected"))).toBeVisible();

  const id = product.ids.find(Boolean) ?? "";
  await expect(page.getByText("Your ID is here")).toBeVisible();
  await expect(page.getByText(/^ID-/)).toBeVisible();
  expect((await translatedTexts(page)).filter((text) => product.ids.includes(text.trim()))).toEqual([]);
  expect((await translatedTexts(adminPage)).filter((text) => text.trim() === id || [approved, rejected].includes(text.trim()))).toEqual([]);
  expect(errors.flat()).toEqual([]);
});
