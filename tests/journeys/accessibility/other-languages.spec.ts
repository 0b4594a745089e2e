import { PSEUDO, speaks, withPseudo } from "../language-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve, CUSTOMERS_PASSWORD, placed, placedWithCard, reject } from "../states.ts";
import { awake } from "../steps.ts";

test.use({ environment: withPseudo });
// Each test visits many pages in two languages, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

for (const language of [PSEUDO, "hi"] as const) {
  test(`[S2.37] [S11.1] every page of the shop speaks ${language}: all of it, whole, and on the narrowest phone`, async ({
    page,
    strangerPage,
    putOnSale,
    ownerApi,
    shop,
  }) => {
    const settings = await (await ownerApi.get("/api/admin/settings")).json();
    await ownerApi.put("/api/admin/settings", {
      data: { ...settings, name: "दुकान", blurb: "टिकट।", howToPay: "१२३", ...links, currentPassword: shop.admin.password },
    });
    const product = await putOnSale({ name: "खाता १", description: "<p>अच्छा।</p>", ids: [1, 2, 3, 4, 5].map((n) => `${language}${n}`) });
    const buyer = { request: page.request, origin: shop.address };
    const data = { email: `${language}@example.com`, password: CUSTOMERS_PASSWORD, name: "आशा" };
    await page.request.post("/api/auth/sign-up/email", { data, headers: { origin: shop.address } });
    const [pending, approved, rejected] = [
      await placedWithCard(buyer, product),
      await placed(buyer, product),
      await placed(buyer, product),
    ];
    await ownerApi.post(`/api/admin/orders/${pending.requestCode}/proof-check`, { data: { verified: false } });
    await approve(ownerApi, approved.requestCode, { downloadLink: "https://example.invalid/file" });
    await reject(ownerApi, rejected.requestCode, "पेमेंट नहीं मिला।");

    await page.goto(`/product/${product.id}?lang=${language}`);
    await awake(page);
    await page.locator("input[type=radio][value=amazon]").check();
    await page.locator("main form button[type=submit]").click();
    await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
    await speaks(page, language, "a product, refused");
    const orders = [pending, approved, rejected].map(({ requestCode }) => `/order-status/${requestCode}`);
    for (const path of [...orders, `${orders[1]}/receipt`, "/my-orders", "/account", "/account/details", "/products", "/contact"]) {
      await page.goto(path);
      await speaks(page, language, path);
    }
    await strangerPage.goto(`${orders[0]}?lang=${language}`);
    await speaks(strangerPage, language, "a stranger's view of an order");
    for (const path of [
      "/",
      "/how-it-works",
      "/products?q=qqq",
      "/order-status",
      "/my-orders",
      "/offline",
      "/login",
      "/signup",
      "/forgot-password",
      "/no/page",
      "/api/docs",
    ]) {
      await strangerPage.goto(path);
      await speaks(strangerPage, language, path);
    }
  });
}

const links = { chatUrl: "https://chat.example", messagingUrl: "https://messages.example", idCheckerUrl: "https://ids.example" };
