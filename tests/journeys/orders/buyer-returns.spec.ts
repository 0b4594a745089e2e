import { DOWNLOAD_HINT_MS } from "#shop/orders/constants.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { aScreenshot, placed } from "../states.ts";
import { awake, order, requestCodeOn } from "../steps.ts";

test("[S4.9] after a rejected proof the buyer's open page says so and sends a new one", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("FIRSTCODE0001");
  await page
    .getByLabel("Payment proof")
    .setInputFiles({ name: "blurred.png", mimeType: "image/png", buffer: await aScreenshot("#7d8ae8") });
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await expect(page.getByText("ends in 0001")).toBeVisible();
  await ownerApi.post(`/api/admin/orders/${code}/proof-check`, { data: { verified: false, note: "cannot read it" } });

  await expect(page.getByText(english("paymentVerificationFailed")).first()).toBeVisible();
  await page.getByLabel("Gift card code").fill("SECONDCODE0002");
  await page.getByLabel("Payment proof").setInputFiles({ name: "sharp.png", mimeType: "image/png", buffer: await aScreenshot("#7d8ae8") });
  await page.getByRole("button", { name: "Send for verification" }).click();
  await expect(page.getByText("ends in 0002")).toBeVisible();
  await expect(page.getByText(english("paymentVerificationFailed"))).toHaveCount(0);
  const seen = await (await ownerApi.get(`/api/orders/${code}`)).json();
  expect(seen).toMatchObject({ giftCardCode: "SECONDCODE0002", status: "pending" });
});

test("[S6.6] the buyer revokes the private link: other browsers are shut out, the buyer's still shows the order", async ({
  page,
  strangerPage,
  putOnSale,
}) => {
  const code = await order(page, await putOnSale());
  const link = await page.getByRole("textbox", { name: "Private link" }).inputValue();
  await strangerPage.goto(link);
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toBeVisible();

  await awake(page);
  await page.getByRole("button", { name: "Turn off link" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off link" }).click();
  await expect(page.getByRole("textbox", { name: "Private link" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel order" })).toBeVisible();
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByText(code).first()).toBeVisible();
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await strangerPage.goto(link);
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
});

test("[S6.6] [S12.1] a guest who signs up afterwards has the order in the account", async ({ page, putOnSale, shop }) => {
  const { requestCode } = await placed({ request: page.request, origin: shop.address }, await putOnSale());
  await page.goto("/signup");
  await page.getByLabel("Email").fill("later@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a good password");
  await page.getByLabel("Password again").fill("a good password");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/account/);
  await expect(page.getByRole("listitem").filter({ hasText: requestCode })).toBeVisible();
});

test("the price changed while the page was open: the new one is shown, and nothing is ordered before it is confirmed", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ price: 100 });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  const change = { name: product.name, price: 120, description: "", image: "" };
  expect((await ownerApi.put(`/api/admin/products/${product.id}`, { data: change })).status()).toBe(200);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("priceChanged", { price: "₹120.00" }))).toBeVisible();

  await expect(page.getByText("₹120.00").first()).toBeVisible();
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  expect(await (await ownerApi.get(`/api/orders/${code}`)).json()).toMatchObject({ totalAmount: 120 });
});

test("[S4.8] an open page follows the download link once, after a notice that can be stopped; later it is a button", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ ids: ["LINK-1", "LINK-2"] });
  await page.clock.install();
  const stopClock = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const approveWithLink = async (code: string, id: string) => {
    const data = { ids: [id], downloadLink: `${shop.address}/how-it-works` };
    expect((await ownerApi.post(`/api/admin/orders/${code}/approval`, { data })).status()).toBe(200);
    await expect(page.getByText(id)).toBeVisible();
  };
  await page.setViewportSize({ width: 360, height: 740 });
  const stopped = await order(page, product);
  await stopClock();
  await approveWithLink(stopped, "LINK-1");
  await expect(page.getByRole("button", { name: "Stay here" })).toBeVisible();
  // What is pressed by the touch that stops the countdown does not move away.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.getByText("LINK-1").click();
  await expect(page.getByRole("button", { name: "Stay here" })).toBeHidden();
  expect(await height()).toBe(before);
  await page.clock.runFor(2 * DOWNLOAD_HINT_MS);
  await expect(page.getByText("LINK-1")).toBeVisible();

  await page.clock.resume();
  const code = await order(page, product);
  await stopClock();
  await approveWithLink(code, "LINK-2");
  await expect(page.getByText("Opens in 5 s.")).toBeVisible();
  await page.clock.runFor(DOWNLOAD_HINT_MS - 100);
  await expect(page.getByText("LINK-2")).toBeVisible();
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/how-it-works/);
  await page.goto(`/order-status/${code}`);
  await expect(page.getByText("LINK-2")).toBeVisible();
  await page.clock.runFor(2 * DOWNLOAD_HINT_MS);
  await expect(page.getByText("LINK-2")).toBeVisible();
  await expect(page.locator(`main a[href="${shop.address}/how-it-works"]`)).toBeVisible();
});
