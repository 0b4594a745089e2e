import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve, aScreenshot, placed, placedWithCard, reject } from "../states.ts";
import { awake, goBack } from "../steps.ts";

const LONG =
  "A verified account for the morning train with a name that somebody made far too long for any card, table or ticket of the shop";
const DEAREST = 1_000_000;
const DESCRIPTION = '<h2>What it is</h2><p>Good. <a href="https://example.com">More</a></p><ul><li>One</li></ul><pre>and its code</pre>';

// Each test visits many states, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

test("[S2.37] the shop's own pages have nothing that axe finds, and never scroll sideways", async ({ page, putOnSale }) => {
  await putOnSale({ name: LONG, price: DEAREST, description: DESCRIPTION });
  const gone = await putOnSale({ ids: ["A11Y-GONE"] });
  await page.goto(`/product/${gone.id}`);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();
  for (const path of [
    "/",
    "/how-it-works",
    "/products",
    "/products?q=nothing-like-this",
    "/order-status",
    "/order-status/REQ-NONE",
    "/my-orders",
    "/offline",
    "/no/such/page",
  ]) {
    await page.goto(path);
    await looksRight(page, path);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu" }).click();
  await looksRight(page, "the menu of a phone");
});

test("[S2.37] text of twice the size fits a phone in both languages, and nothing stays over the page", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const buyer = { request: page.request, origin: shop.address };
  const product = await putOnSale({ name: LONG, price: DEAREST, ids: [1, 2, 3].map((n) => `LARGE-${"long-".repeat(12)}${n}`) });
  const delivered = await placed(buyer, product, 2);
  await approve(ownerApi, delivered.requestCode);
  const gone = await putOnSale({ ids: ["A11Y-FEW"] });
  const pending = await placed(buyer, gone);
  // A browser that makes all text twice as large lays a page out for half of the screen's width.
  await page.setViewportSize({ width: 180, height: 370 });
  for (const language of ["en", "hi"])
    for (const path of [
      "/",
      "/how-it-works",
      "/products",
      `/product/${product.id}`,
      `/product/${gone.id}`,
      `/order-status/${pending.requestCode}`,
      `/order-status/${delivered.requestCode}`,
      "/order-status/REQ-NONE",
      "/my-orders",
      "/login",
      "/signup",
      "/contact",
      "/no/such/page",
    ]) {
      await page.goto(`${path}?lang=${language}`);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(sideways, `${path} in ${language} scrolls sideways`).toBeLessThanOrEqual(0);
      const cut = await page.locator(".site-name > span").evaluate((name) => name.scrollWidth - name.clientWidth);
      expect.soft(cut, `${path} in ${language} cuts the shop's name`).toBeLessThanOrEqual(0);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      for (const bar of await page.locator(".site-header, .site-tabs, .bottom-bar").all())
        expect.soft(await bar.evaluate((one) => getComputedStyle(one).position), `${path}: ${bar}`).toBe("static");
    }
});

test("[S2.37] writing to the shop has nothing that axe finds, refused and sent", async ({ page }) => {
  await page.goto("/contact");
  await awake(page);
  await page.getByLabel("Name").fill("Asha");
  await page.getByLabel("Email").fill("asha@nowhere");
  await page.getByLabel("Message").fill("Where is it?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(english("emailInvalid"))).toBeVisible();
  await looksRight(page, "/contact, refused");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: english("messageSent") })).toBeVisible();
  await looksRight(page, "/contact, sent");
});

test("[S2.37] a product has nothing that axe finds, long and dear, out of stock, refused, and while the shop cannot be reached", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: LONG, price: DEAREST, description: DESCRIPTION });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await looksRight(page, "the product");
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("giftCardAndProofRequired"))).toBeVisible();
  const name = `${"a-screenshot-with-a-long-name-".repeat(4)}.png`;
  await page.getByLabel("Payment proof").setInputFiles({ name, mimeType: "image/png", buffer: await aScreenshot() });
  await looksRight(page, "the product, refused, with a picture chosen");
  await page.getByRole("radio", { name: "Request First" }).check();
  await page.route("**/api/orders", (route) => route.abort());
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await looksRight(page, "the product, not connected");
  await page.unroute("**/api/orders");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();
  await looksRight(page, "the order in the product's place");
  await goBack(page);
  await expect(page.getByRole("button", { name: "Order another" })).toBeVisible();
  await looksRight(page, "the product after it was ordered");

  const last = await putOnSale({ ids: ["A11Y-LAST"] });
  await placed({ request: ownerApi, origin: shop.address }, last);
  await page.goto(`/product/${last.id}`);
  await expect(page.getByRole("heading", { name: "Similar products" })).toBeVisible();
  await looksRight(page, "a product that is out of stock");
});

test("[S2.37] an order's page has nothing that axe finds while it waits, is cancelled or rejected, and for strangers", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: LONG, price: DEAREST });
  const buyer = { request: page.request, origin: shop.address };
  const cancelled = await placed(buyer, product);
  const rejected = await placed(buyer, product);
  await page.goto(`/order-status/${cancelled.requestCode}`);
  await awake(page);
  await looksRight(page, "a pending order");
  await page.getByRole("button", { name: "Turn off link" }).click();
  await looksRight(page, "asking before the private link is revoked");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel order" }).click();
  await looksRight(page, "asking before a cancellation");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(english("orderCancelled"))).toBeVisible();
  await looksRight(page, "a cancelled order, with what is said of it");
  await reject(ownerApi, rejected.requestCode, `Not paid. ${LONG}`);
  await page.goto(`/order-status/${rejected.requestCode}`);
  await looksRight(page, "a rejected order");
  await strangerPage.goto(`/order-status/${rejected.requestCode}`);
  await looksRight(strangerPage, "a stranger's view");

  const unread = await placedWithCard(buyer, product);
  await ownerApi.post(`/api/admin/orders/${unread.requestCode}/proof-check`, { data: { verified: false, note: "blurred" } });
  await page.goto(`/order-status/${unread.requestCode}`);
  await awake(page);
  await page.getByRole("button", { name: "Send for verification" }).click();
  await expect(page.getByText(english("giftCardAndProofRequired"))).toBeVisible();
  await looksRight(page, "an order whose payment could not be verified, refused");
});

test("[S2.37] an approved order has nothing that axe finds, as it comes, to be paid, with a replaced ID, and paid", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const ids = [1, 2, 3].map((n) => `A11Y-${"long-".repeat(12)}${n}`);
  const { requestCode } = await placed({ request: page.request, origin: shop.address }, await putOnSale({ name: LONG, ids }), 2);
  const settings = await (await ownerApi.get("/api/admin/settings")).json();
  await ownerApi.put("/api/admin/settings", {
    data: { ...settings, howToPay: "By UPI to shop@bank, or at https://pay.example/here.", currentPassword: shop.admin.password },
  });
  await page.goto(`/order-status/${requestCode}`);
  await awake(page);
  await approve(ownerApi, requestCode, { downloadLink: `https://example.invalid/${"a-long-way/".repeat(8)}` });
  await expect(page.getByText("Your download is ready")).toBeVisible();
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByRole("button", { name: "Copy all" }).click();
  await looksRight(page, "an order that was approved just now, to be paid");

  const admin = `/admin/orders/${requestCode}`;
  await ownerApi.post(`${admin}/replacement`, { form: { faulty: ids[0] ?? "", id: "" }, maxRedirects: 0 });
  await ownerApi.post(`${admin}/payment`, { form: { state: "paid" }, maxRedirects: 0 });
  await page.goto(`/order-status/${requestCode}`);
  await expect(page.getByText("Replaced", { exact: true })).toBeVisible();
  await looksRight(page, "an order with a replaced ID, paid");
});
