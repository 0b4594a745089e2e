import { PSEUDO, speaks, withPseudo } from "../language-checks.ts";
import { test } from "../shop-server.ts";
import { approve, placed, placedWithCard, reject } from "../states.ts";
import { awake } from "../steps.ts";

test.use({ environment: withPseudo });
// Each test visits many pages in two languages, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

for (const language of [PSEUDO, "hi"] as const) {
  test(`[S2.37] [S11.1] every page of the admin speaks ${language}: all of it, whole, and on the narrowest phone`, async ({
    page: buyersPage,
    adminPage: page,
    putOnSale,
    ownerApi,
    shop,
  }) => {
    const settings = await (await ownerApi.get("/api/admin/settings")).json();
    await ownerApi.put("/api/admin/settings", { data: { ...settings, name: "दुकान", blurb: "टिकट।" } });
    const product = await putOnSale({ name: "खाता १", ids: [1, 2, 3, 4, 5].map((n) => `${language}${n}`) });
    const buyer = { request: buyersPage.request, origin: shop.address };
    const [waiting, carded] = [await placed(buyer, product), await placedWithCard(buyer, product)];
    const [approved, rejected] = [await placed(buyer, product), await placed(buyer, product)];
    await approve(ownerApi, approved.requestCode);
    await reject(ownerApi, rejected.requestCode, "पेमेंट नहीं मिला।");
    const message = { name: "आशा", email: "asha@example.com", message: "कहाँ है?", key: crypto.randomUUID(), leaveEmpty: "" };
    await buyer.request.post("/contact", { form: message, headers: { origin: shop.address }, maxRedirects: 0 });
    const form = { url: "https://hook.example/", events: "order.placed" };
    await ownerApi.post("/admin/settings/notifications/addition", { form, maxRedirects: 0 });

    await page.goto(`/admin/orders?search=खाता&manage=${waiting.requestCode}&manage=${carded.requestCode}&lang=${language}`);
    await awake(page);
    await speaks(page, language, "the queue with open rows");
    for (const path of [
      "/admin/orders/processed?search=खाता",
      "/admin/products?search=खाता",
      "/admin/products/new",
      ...["edit", "ids"].map((page) => `/admin/products/${product.id}/${page}`),
      ...[carded, approved, rejected].map(({ requestCode }) => `/admin/orders/${requestCode}`),
      ...["batches", "batches/new", "messages", "emails", "settings/notifications", "customers", "activity"].map(
        (name) => `/admin/${name}`,
      ),
      ...["settings", "settings/payments", "export", "api-keys", "second-factor", "import-old-shop"].map((name) => `/admin/${name}`),
      ...["money", "statements", "pages", "pages/terms"].map((name) => `/admin/${name}`),
      ...["", "/request", "/amazon", "/upi", "/razorpay", "/stripe"].map((method) => `/admin/payment-methods${method}`),
      "/admin",
      "/admin/search",
      "/admin/add-ids",
      `/admin/products/${product.id}/instructions`,
    ]) {
      await page.goto(path);
      await speaks(page, language, path);
    }
  });
}
