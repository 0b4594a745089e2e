import sharp from "sharp";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { requestCodeOn } from "../steps.ts";

test.use({ javaScriptEnabled: false });

test("[S1.1] [S2.15] [S6.6] without script a guest browses, orders, reads the status and cancels", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await page.goto("/products");
  await page.getByRole("listitem").filter({ hasText: product.name }).getByRole("link", { name: "Buy Now" }).click();
  await page.getByLabel("Quantity").fill("2");
  await page.getByRole("button", { name: "Place Order" }).click();
  await requestCodeOn(page);
  await page.getByRole("button", { name: "Cancel order" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled").first()).toBeVisible();
  expect((await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock).toBe(3);
});

test("[S1.5] [S5.3] without script an order with a gift card is refused without its proof, still has the code, and goes through with it", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("AQ12345678WXYZ");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("giftCardAndProofRequired")).first()).toBeVisible();
  await expect(page.getByLabel("Gift card code")).toHaveValue("AQ12345678WXYZ");
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#456" } })
    .png()
    .toBuffer();
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "Place Order" }).click();
  await requestCodeOn(page);
  await expect(page.getByText("ends in WXYZ")).toBeVisible();
});

test("[S2.22] [S2.30] [S5.6] without script the owner logs in, approves one order and rejects another, after the page names the missing reason", async ({
  page,
  strangerPage,
  putOnSale,
  shop,
}) => {
  const product = await putOnSale();
  const codes: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    await strangerPage.goto(`/product/${product.id}`);
    await strangerPage.getByRole("button", { name: "Place Order" }).click();
    codes.push(await requestCodeOn(strangerPage));
  }
  const [approved = "", rejected = ""] = codes;

  await page.goto("/admin/orders");
  await page.getByLabel("Email").fill(shop.admin.email);
  await page.getByLabel("Password").fill(shop.admin.password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await page.getByRole("link", { name: `Manage ${approved}` }).click();
  await page
    .getByRole("form", { name: `Approve ${approved}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(page.getByText(english("requestApproved"))).toBeVisible();

  await page.getByRole("link", { name: `Manage ${rejected}` }).click();
  const form = page.getByRole("form", { name: `Reject ${rejected}` });
  await form.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(english("reasonRequired")).first()).toBeVisible();
  await form.getByLabel("Rejection reason").fill("Not paid in time");
  await form.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(english("requestRejected"))).toBeVisible();
  await strangerPage.goto(`/order-status/${rejected}`);
  await expect(strangerPage.getByText("Not paid in time")).toBeVisible();
});
