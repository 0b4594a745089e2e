import sharp from "sharp";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake, order, requestCodeOn } from "../steps.ts";

test("[S2.9] [S4.7] a dead ID is replaced on the order's page, and the buyer's open page shows the new one automatically", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ ids: ["REPLACE-1", "REPLACE-2", "REPLACE-3"] });
  const code = await order(page, product, 2);
  await ownerApi.post(`/api/admin/orders/${code}/approval`, { data: { ids: ["REPLACE-1", "REPLACE-2"] } });
  await expect(page.getByText("REPLACE-2")).toBeVisible();

  await adminPage.goto(`/admin/orders/${code}`);
  await awake(adminPage);
  await adminPage.getByRole("button", { name: "Swap REPLACE-2" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Swap ID REPLACE-2?" });
  await looksRight(adminPage, "an order, asking before an ID is replaced");
  await dialog.getByRole("button", { name: "Swap ID" }).click();
  await expect(adminPage.getByText(english("idReplaced"))).toBeVisible();
  await expect(adminPage.getByText("replaced an ID of the order")).toBeVisible();

  await expect(page.getByText("REPLACE-3")).toBeVisible();
  await expect(page.getByText("REPLACE-2")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "REPLACE-3" })).toContainText(/Replaced ?today/);
  await looksRight(page, "an order with a replaced ID");

  await adminPage.getByRole("button", { name: "Swap REPLACE-3" }).click();
  const again = adminPage.getByRole("dialog");
  await again.getByRole("button", { name: "Swap ID" }).click();
  await expect(again.getByRole("alert").filter({ hasText: english("noFreeIdLeft") })).toBeVisible();
  await again.getByLabel("New ID").fill("REPLACE-1");
  await again.getByRole("button", { name: "Swap ID" }).click();
  await expect(again.getByText(english("idAlreadyInOrder"))).toBeVisible();
});

test("[S1.4] the buyer of an approved order reads how to pay until an admin marks it as paid; a stranger never does", async ({
  page,
  strangerPage,
  adminPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const settings = await (await ownerApi.get("/api/admin/settings")).json();
  const howToPay = "Pay by UPI to shop@bank\nor at https://pay.example/here.";
  expect(
    (await ownerApi.put("/api/admin/settings", { data: { ...settings, howToPay, currentPassword: shop.admin.password } })).status(),
  ).toBe(200);
  const code = await order(page, await putOnSale({ ids: ["PAY-1"] }));
  await expect(page.getByText("shop@bank")).toHaveCount(0);
  await ownerApi.post(`/api/admin/orders/${code}/approval`, { data: { ids: ["PAY-1"] } });

  const link = page.getByRole("link", { name: "https://pay.example/here" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(page.getByRole("link", { name: "how to pay" })).toBeVisible();
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByText("Approved").first()).toBeVisible();
  expect(await strangerPage.content()).not.toContain("shop@bank");

  await adminPage.goto(`/admin/orders/${code}`);
  await awake(adminPage);
  await adminPage.getByRole("button", { name: "Mark as paid" }).click();
  await expect(adminPage.getByText(english("orderMarkedPaid"))).toBeVisible();
  await expect(link).toHaveCount(0);
  await expect(page.getByRole("term").filter({ hasText: /^Paid$/ })).toBeVisible();

  await adminPage.goto(`/admin/activity?kind=order&search=${code}`);
  await expect(adminPage.getByRole("listitem").filter({ hasText: `marked ${code} as paid` })).toBeVisible();
  await looksRight(adminPage, "the activity");
});

test("[S4.9] a form for a new proof that an admin makes needless says so where it stood", async ({ page, putOnSale, ownerApi }) => {
  await page.goto(`/product/${(await putOnSale()).id}`);
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("SHORT1");
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: "#3d8ae8" } })
    .png()
    .toBuffer();
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await expect(page.getByText("Not provided")).toHaveCount(0);
  await ownerApi.post(`/api/admin/orders/${code}/proof-check`, { data: { verified: false } });
  await page.getByLabel("Gift card code").fill("SECOND");

  await ownerApi.post(`/api/admin/orders/${code}/proof-check`, { data: { verified: true } });
  await expect(page.getByText(textsIn("en", "orderForm")("newProofNotNeeded"))).toBeVisible();
  await expect(page.getByLabel("Gift card code")).toHaveCount(0);
  await expect(
    page.getByText(textsIn("en", "orderForm")("newProofNotNeeded")).locator("xpath=ancestor-or-self::*[@tabindex='-1'][1]"),
  ).toBeFocused();
});
