import { textsIn } from "#messages/languages.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

const [texts, adminTexts] = [textsIn("en", "orderClaims"), textsIn("en", "adminClaims")];

test("[S15.1] [S15.2] [S15.5] [S15.8] [S15.9] a guest claims an ID in three taps, the owner swaps it by a key, and the guest's open page shows the new one", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ name: "Claimed", ids: ["CLAIM-DEAD-1", "CLAIM-NEW-3"] });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const requestCode = await requestCodeOn(page);
  await approve(ownerApi, requestCode);
  await page.goto(`/order-status/${requestCode}`);
  await awake(page);
  await expect(page.getByText("Replaced free until")).toBeVisible();
  await page.getByRole("link", { name: `${texts("doesntWork")}${texts("doesntWorkUnseen", { place: 1 })}` }).click();
  await page.getByLabel(texts("reasonUsed")).check();
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page).toHaveURL(`/order-status/${requestCode}`);
  await expect(page.getByText(texts("claim", { name: `${requestCode}-C1` }))).toBeVisible();

  await adminPage.goto("/admin/claims");
  await awake(adminPage);
  const card = adminPage.getByRole("article", { name: `${requestCode}-C1` });
  await expect(card).toContainText("CLAIM-DEAD-1");
  await expect(card).toContainText(texts("reasonUsed"));
  await card.focus();
  await adminPage.keyboard.press("s");
  await expect(card).toHaveCount(0);
  await expect(page.getByText("CLAIM-NEW-3")).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText("CLAIM-DEAD-1")).toHaveCount(0);
});

test("[S15.9] [S15.13] without script a claim is a page with boxes; the owner swaps 40 claims in three clicks", async ({
  browser,
  baseURL,
  adminPage,
  putOnSale,
  ownerApi,
  guest,
}) => {
  const ids = Array.from({ length: 80 }, (_, n) => `FORTY-${100 + n}`);
  const product = await putOnSale({ name: "Forty dead", ids });
  const { requestCode } = await placed(guest, product, 40);
  await approve(ownerApi, requestCode);
  const phone = { width: 360, height: 740 };
  const storageState = await guest.request.storageState();
  const buyers = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState, viewport: phone });
  const page = await buyers.newPage();
  await page.goto(`/order-status/${requestCode}`);
  await page
    .getByRole("link", { name: /Doesn't work/ })
    .first()
    .click();
  const row = page.locator("label").filter({ hasText: "FORTY-100" });
  const [box, name] = [await row.getByRole("checkbox").boundingBox(), await row.getByText("FORTY-100").boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0), "a box stands before its ID").toBeLessThan(name?.x ?? 0);
  expect(Math.abs((box?.y ?? 0) - (name?.y ?? 1_000)), "in one line").toBeLessThan(20);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByLabel(texts("reasonOther")).check();
  await page.getByLabel(texts("words")).fill("All fail");
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByText(texts("open")).first()).toBeVisible();
  await buyers.close();

  // Claims of others wait as well, for which no ID is left: they stay.
  const { claims: n } = await (await ownerApi.get("/admin/waiting")).json();
  expect(n).toBeGreaterThanOrEqual(40);
  await adminPage.goto("/admin");
  await awake(adminPage);
  await adminPage.getByRole("link", { name: textsIn("en", "adminToday")("claims", { n }) }).click();
  await adminPage.getByLabel(adminTexts("chooseAll", { n })).check();
  await adminPage.getByRole("button", { name: adminTexts("swapChosen", { n }) }).click();
  await expect(adminPage.getByRole("article", { name: requestCode })).toHaveCount(0, { timeout: 15_000 });
  await adminPage.setViewportSize(phone);
  await adminPage.goto("/admin/claims?show=decided");
  // Those refused by neighbours, too, have room for their name beside their state.
  await expect(adminPage.getByRole("article").filter({ hasText: adminTexts("refused") })).not.toHaveCount(0);
  for (const name of await adminPage.getByRole("article").getByRole("heading").all())
    expect((await name.boundingBox())?.height, await name.innerText()).toBeLessThan(80);
  await adminPage.goto(`/admin/orders/${requestCode}`);
  await expect(adminPage.getByText("FORTY-179").first()).toBeVisible();
  await expect(adminPage.getByText("FORTY-100")).toHaveCount(0);
});

test("[S15.6] [S15.8] [S17.1] the owner refunds a claimed ID by hand, the buyer's open page says so, and receipts, Sales and the order agree", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ name: "Refunded", price: 12_000, ids: ["REFUND-DEAD-1", "REFUND-GOOD-2"] });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByLabel("Quantity").fill("2");
  await page.getByRole("button", { name: "Place Order" }).click();
  const requestCode = await requestCodeOn(page);
  await approve(ownerApi, requestCode);
  expect((await ownerApi.post(`/api/admin/orders/${requestCode}/payment`, { data: { state: "paid" } })).ok()).toBe(true);
  await page.goto(`/order-status/${requestCode}/claims/new?place=1`);
  await awake(page);
  await page.getByLabel(texts("reasonUsed")).check();
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByText(texts("open"))).toBeVisible();

  await adminPage.goto("/admin/claims");
  await awake(adminPage);
  const card = adminPage.getByRole("article", { name: `${requestCode}-C1` });
  await card.focus();
  await adminPage.keyboard.press("f");
  await expect(card.getByText("Refund ₹12,000.00")).toBeVisible();
  await card.getByLabel(adminTexts("refundReference")).fill("NEFT-4711");
  await card.getByRole("button", { name: adminTexts("refundNote") }).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByText(texts("refunded"))).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText("REFUND-DEAD-1")).toBeVisible();

  await adminPage.goto(`/admin/orders/${requestCode}`);
  const ids = adminPage.getByRole("listitem").filter({ hasText: "REFUND-DEAD-1" });
  await expect(ids.getByText(textsIn("en", "adminOrder")("idRefunded"))).toBeVisible();
  await expect(adminPage.getByText("NEFT-4711")).toBeVisible();
  await page.goto(`/order-status/${requestCode}/credit-notes/1`);
  await expect(page.getByText("₹12,000.00").first()).toBeVisible();
  // Its price keeps it on the first page, whatever else was sold.
  await adminPage.goto("/admin/sales?by=product");
  const row = adminPage.getByRole("row").filter({ hasText: product.name });
  await expect(row).toContainText("₹24,000");
  await expect(row).toContainText("₹12,000");
});
