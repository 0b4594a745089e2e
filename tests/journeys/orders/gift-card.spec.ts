import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { aScreenshot } from "../states.ts";
import { awake, manage, order, requestCodeOn } from "../steps.ts";

test("[S1.5] [S2.31] [S4.9] [S5.3] [S6.5] an amazon order needs code and picture; the admin checks the picture, verifies and approves", async ({
  page,
  strangerPage,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale({ ids: ["GIFT-1"] });
  await page.goto(`/product/${product.id}`);
  await page.getByText("Amazon Gift Card").click();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("giftCardAndProofRequired")).first()).toBeVisible();

  await page.getByLabel("Gift card code").fill("AQ12-345678-WXYZ");
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer: await aScreenshot("#e8a33d") });
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await expect(page.getByText("ends in WXYZ")).toBeVisible();

  await adminPage.goto("/admin/orders");
  await awake(adminPage);
  const row = adminPage.getByRole("row").filter({ has: adminPage.getByRole("link", { name: `Manage ${code}` }) });
  await row.getByRole("link", { name: "View Proof" }).click();
  const proof = adminPage.getByRole("dialog", { name: "Payment Verification" });
  await expect(proof).toContainText("AQ12345678WXYZ");
  const picture = proof.getByRole("img").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const address = new URL(await picture.evaluate((image: HTMLImageElement) => image.src)).pathname;
  const toStranger = await strangerPage.request.get(address, { maxRedirects: 0 });
  expect(toStranger.status()).not.toBe(200);
  expect(toStranger.headers()["content-type"] ?? "").not.toContain("image");

  await proof.getByRole("button", { name: "Verify Payment" }).click();
  await expect(adminPage.getByText(english("paymentVerified"))).toBeVisible();
  await manage(adminPage, code);
  await adminPage
    .getByRole("form", { name: `Approve ${code}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(adminPage.getByText(english("requestApproved"))).toBeVisible();
  await expect(page.getByText("GIFT-1")).toBeVisible();
});

test("[S5.3] a file that is no picture gets a sentence, and no order stays behind", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("AQ12345678WXYZ");
  const buffer = Buffer.from("<html>this is no picture</html>");
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("proofNotAnImage"))).toBeVisible();
  const { availableStock } = await (await ownerApi.get(`/api/get-stock/${product.id}`)).json();
  expect(availableStock).toBe(product.ids.length);
});

test("[S2.30] [S5.6] [S4.3] the admin rejects with a reason: the buyer reads it, and the ID can be bought again", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ ids: ["BACK-1"] });
  const code = await order(page, product);
  await manage(adminPage, code);
  const rejection = adminPage.getByRole("form", { name: `Reject ${code}` });
  await rejection.getByRole("button", { name: "Reject" }).click();
  await expect(adminPage.getByText(english("reasonRequired"))).toBeVisible();
  await rejection.getByLabel("Rejection reason").fill("The card was already used");
  await rejection.getByRole("button", { name: "Reject" }).click();
  await expect(adminPage.getByText(english("requestRejected"))).toBeVisible();

  await expect(page.getByText("The card was already used")).toBeVisible();
  const { availableStock } = await (await ownerApi.get(`/api/get-stock/${product.id}`)).json();
  expect(availableStock).toBe(1);
});
