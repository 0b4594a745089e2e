import { WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";
import { razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { expectTextsOnly } from "../key-checks.ts";
import { test } from "../provider-shop.ts";
import { expect } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

test.beforeEach(async ({ fake, shop, ownerApi }) => {
  await fake.hookTo({ url: `${shop.address}/api/payments/razorpay/events`, secret: WEBHOOK_SECRET });
  const data = { isOn: true, ...razorpayAccount, webhookSecret: WEBHOOK_SECRET, currentPassword: shop.admin.password };
  expect((await ownerApi.put("/api/admin/payment-methods/razorpay", { data })).status()).toBe(200);
});

test("[S10.3] [S10.5] a guest orders by Razorpay, pays on its page, and comes back to the ID without a key in any address", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale({ ids: ["PAID-0001"] });
  await page.goto(`/product/${product.id}`);
  await page.getByRole("radio", { name: "Razorpay" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await expect(page.getByText("To pay: ₹499.00")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText("20 minutes left");
  await expect(page.getByRole("button", { name: "Copy private link" })).toBeVisible();
  const privateLink = await page.getByRole("textbox", { name: "Private link" }).inputValue();
  const key = new URL(privateLink).pathname.split("/").at(-1) ?? "";
  expect(key.length).toBeGreaterThan(20);

  const visited: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && visited.push(`${request.url()} ${request.headers().referer}`));
  await page.getByRole("link", { name: "Pay at Razorpay" }).click();
  await page.getByRole("button", { name: "Pay ₹499.00" }).click();
  await page.waitForURL(`**/order-status/${code}`);
  await expect(page.getByText("PAID-0001")).toBeVisible();
  expect(visited.find((address) => address.includes(`/order-status/${code}/paid?razorpay_payment_id=`))).toBeDefined();
  expect(visited.filter((address) => address.includes(key))).toEqual([]);
});

test("[S10.3] [S10.5] a payment app opens another browser: the open page shows the ID within 2 seconds, the other one says how to see it", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ price: 99, ids: ["PHONE-0001"] });
  await page.goto(`/product/${product.id}`);
  await page.getByRole("radio", { name: "Razorpay" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  const link = await page.getByRole("link", { name: "Pay at Razorpay" }).getAttribute("href");
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByText("or use the browser you ordered in")).toBeVisible();
  await strangerPage.goto(link ?? "");
  await strangerPage.getByRole("button", { name: "Pay ₹99.00" }).click();
  // The 2 seconds count from the provider's answer, not from the press in the other browser.
  await expect.poll(async () => (await (await ownerApi.get(`/api/orders/${code}`)).json()).status).toBe("approved");
  await expect(page.getByText("PHONE-0001")).toBeVisible({ timeout: 2_000 });

  await expect(strangerPage.getByText("Approved").first()).toBeVisible();
  await expect(strangerPage.getByText("Only the buyer can see the IDs. Open the private link, log in, or use the browser")).toBeVisible();
  expect(await strangerPage.content()).not.toContain("PHONE-0001");
});

for (const language of ["en", "hi"]) {
  test(`[S4.7] [S11.1] an order by a provider has its texts while it fails, opens, is paid and goes back, in ${language}`, async ({
    page,
    adminPage,
    putOnSale,
    ownerApi,
    fake,
    shop,
  }) => {
    const product = await putOnSale({ ids: [`BACK-${language}`] });
    await fake.turn({ fate: 500 });
    const headers = { origin: shop.address };
    const placed = await page.request.post("/api/orders", {
      data: { productId: product.id, quantity: 1, paymentMethod: "razorpay" },
      headers,
    });
    const { requestCode } = await placed.json();
    const pages = [
      { shown: page, path: `/order-status/${requestCode}` },
      { shown: adminPage, path: `/admin/orders/${requestCode}` },
      { shown: await adminPage.context().newPage(), path: "/admin/money?show=all" },
    ];
    for (const { shown, path } of pages) {
      await shown.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
      await awake(shown);
    }
    const look = (change: string) => Promise.all(pages.map(({ shown, path }) => expectTextsOnly(shown, `${change} (${path})`)));
    await look("a provider that fails");
    await fake.turn({ fate: null });
    await expect(page.locator("a[href^='http']").filter({ hasText: "Razorpay" })).toBeVisible({ timeout: 20_000 });
    await look("the page opened");
    const [attempt] = (await fake.state()).pages.filter(({ reference }) => reference.startsWith(requestCode));
    await fake.pay(attempt?.id ?? "");
    await expect(page.getByText(`BACK-${language}`).first()).toBeVisible();
    await look("a payment");

    const { payments } = await (await ownerApi.get("/api/admin/payments")).json();
    const { id } = payments.find((payment: { requestCode: string }) => payment.requestCode === requestCode);
    const before = await pages[2]?.shown.locator("main").innerText();
    const answer = await ownerApi.post(`/api/admin/payments/${id}/refund`, { data: { how: "provider", reason: "Sent back" } });
    expect(answer.status(), await answer.text()).toBe(200);
    await expect.poll(() => pages[2]?.shown.locator("main").innerText()).not.toBe(before);
    await look("a refund");
  });
}
