import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

const upi = { vpa: "trackside@okbank", payeeName: "Track Side Traders", isMerchantVpa: false };
const HEADER = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";

test.beforeEach(async ({ ownerApi, shop }) => {
  expect(
    (await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...upi, isOn: true, currentPassword: shop.admin.password } })).status(),
  ).toBe(200);
});

test("[S10.12] [S10.13] a buyer pays by UPI and sends the UTR; the owner confirms the bank's statement, and the open page shows the ID", async ({
  page,
  adminPage,
  guest,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ price: 731 });
  await page.goto(`/product/${product.id}`);
  await page.getByRole("radio", { name: /^UPI/ }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  const payment = page.getByRole("region", { name: "Pay by UPI" });
  await expect(payment.getByText("₹730.99")).toBeVisible();
  await expect(payment.getByText("Pay exactly this amount.")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText("30 minutes left");
  await expect(page.getByRole("link", { name: "Open a UPI app" })).toHaveCount(0);

  const picture = page.getByRole("img", { name: "QR code to pay ₹730.99 to Track Side Traders" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(200);
  const [qrCode, utr] = [await picture.boundingBox(), await page.getByLabel("UTR", { exact: true }).boundingBox()];
  expect(qrCode?.width, "large").toBeGreaterThanOrEqual(240);
  expect((qrCode?.y ?? 1_000) + 240, "on the first screen without a tap").toBeLessThanOrEqual(720);
  expect(utr?.y ?? 0, "after it").toBeGreaterThan((qrCode?.y ?? 0) + 240);
  await expect(payment.getByRole("link", { name: "Save QR code" })).toBeHidden();
  expect(await picture.getAttribute("src")).toBe(`/order-status/${code}/upi.png`);

  await awake(page);
  await page.getByLabel("UTR", { exact: true }).fill("1234");
  await page.getByRole("button", { name: "Send UTR" }).click();
  await expect(page.getByText("A UTR has 12 digits")).toBeVisible();
  await page.getByLabel("UTR", { exact: true }).fill("6329 1234 5678");
  await page.getByRole("button", { name: "Send UTR" }).click();
  await expect(page.getByRole("heading", { name: "We're checking your payment" })).toBeVisible();
  await expect(page.getByText("632912345678")).toBeVisible();

  const { createdAt } = await (await ownerApi.get(`/api/orders/${code}`)).json();
  const [year, month, day] = new Date(createdAt + 5.5 * 60 * 60 * 1_000).toISOString().slice(0, 10).split("-");
  const statement = `${HEADER}\n${day}/${month}/${year},UPI-ASHA VERMA-ASHA@OKAXIS-UTIB0000123-632912345678-UPI,0,${day}/${month}/${year},,730.99,1000.00\n`;
  await adminPage.goto("/admin/statements");
  await adminPage.getByLabel("File").setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(statement) });
  await adminPage.getByRole("button", { name: "Upload statement" }).click();
  await expect(adminPage.getByRole("heading", { name: "Certain (1)" })).toBeVisible();
  await expect(adminPage.getByRole("link", { name: code })).toBeVisible();
  await awake(adminPage);
  await adminPage.getByRole("button", { name: "Confirm 1 certain payment" }).click();
  await expect(adminPage.getByText("1 payment confirmed. Nothing else to confirm here.")).toBeVisible();

  await expect(page.getByRole("heading", { name: "Your ID is here" })).toBeVisible();
  await expect(page.getByText(product.ids[0] ?? "").first()).toBeVisible();

  const other = await placed(guest, product);
  await adminPage.goto("/admin/money");
  await awake(adminPage);
  await adminPage.getByText("Record a UPI payment").click();
  const recording = adminPage.locator("form[action='/admin/money/recording']");
  await recording.getByLabel("UTR", { exact: true }).fill("632912349999");
  await recording.getByRole("textbox", { name: "Amount in rupees" }).fill("730.99");
  await recording.getByLabel("Request code", { exact: true }).fill(other.requestCode);
  await recording.getByRole("button", { name: "Record" }).click();
  await expect(adminPage.getByText(english("lineHasPaid")), "said once, beside the box").toHaveCount(1);
  await looksRight(adminPage, "money that a line of a statement may have brought");
  await recording.getByLabel("This is a different payment").check();
  await recording.getByRole("button", { name: "Record" }).click();
  await expect(adminPage.getByText(english("lineHasPaid"))).toHaveCount(0);
});

test("[S10.12] everything about a UPI payment works without script", async ({ browser, baseURL, putOnSale, ownerApi }) => {
  await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...upi, isMerchantVpa: true, isOn: true } });
  const product = await putOnSale({ price: 732 });
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/product/${product.id}?form=1`);
  await page.getByRole("radio", { name: /^UPI/ }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("region", { name: "Pay by UPI" }).getByText("₹731.99")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code to pay ₹731.99 to Track Side Traders" })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText("30 minutes left");
  expect(await page.getByRole("link", { name: "Open a UPI app" }).getAttribute("href")).toContain("upi://pay?pa=trackside@okbank");
  await page.getByLabel("UTR", { exact: true }).fill("632912345679");
  await page.getByRole("button", { name: "Send UTR" }).click();
  await expect(page.getByText("Thanks. We'll check your payment.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "We're checking your payment" })).toBeVisible();
  await context.close();
});

test("[S10.12] on a phone the first screen has the amount, the UPI ID to copy, the QR code to save, note and name", async ({
  browser,
  baseURL,
  putOnSale,
}) => {
  const product = await putOnSale({ price: 733 });
  for (const language of ["en", "hi"]) {
    const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 }, hasTouch: true });
    const page = await context.newPage();
    await page.goto(`/product/${product.id}?lang=${language}`);
    await page.locator("input[type=radio][value=upi]").check();
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL(/order=REQ/);
    const code = new URL(page.url()).searchParams.get("order");
    const main = page.getByRole("main");
    const save = main.locator("a[download$='.png']");
    await expect(save, "the order's page follows its address").toBeVisible();
    await awake(page);
    const bar = await page.locator(".site-tabs").boundingBox();
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of [main.locator(".price").first(), main.locator(".copy .button-primary"), save, main.getByText(upi.payeeName)]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 1_000) + (box?.height ?? 0), `${language}: ${await part.textContent()}`).toBeLessThanOrEqual(bar?.y ?? 0);
    }
    expect(await save.getAttribute("href")).toBe(`/order-status/${code}/upi.png`);
    await expect(main.locator("img[src$='upi.png']:visible"), "only on demand").toHaveCount(0);
    await context.close();
  }
});
