import type { Page } from "@playwright/test";
import { expectTextsOnly } from "../key-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed, placedWithCard, reject, type Sender, signedUp } from "../states.ts";
import { awake } from "../steps.ts";

const upi = { vpa: "trackside@okbank", payeeName: "Track Side Traders", isMerchantVpa: false };

test.beforeEach(async ({ ownerApi, shop }) => {
  expect(
    (await ownerApi.put("/api/admin/payment-methods/upi", { data: { ...upi, isOn: true, currentPassword: shop.admin.password } })).status(),
  ).toBe(200);
});

/** The owner's pages that follow events. */
const ownersPages = ["/admin", "/admin/orders", "/admin/orders/processed", "/admin/products", "/admin/money", "/admin/messages"];

const keepTicket = /^(Keep on this device|इस डिवाइस पर रखें)/;

for (const language of ["en", "hi"]) {
  test(`[S4.7] [S11.1] every change of an order's open page has its texts, in ${language}`, async ({ page, putOnSale, ownerApi, shop }) => {
    const product = await putOnSale({ ids: [1, 2, 3, 4, 5, 6].map((n) => `LIVE-${language}-${n}`) });
    const buyer: Sender = { request: page.request, origin: shop.address };
    const open = async (requestCode: string) => {
      await page.goto(`/order-status/${requestCode}?lang=${language}`);
      await awake(page);
      await expectTextsOnly(page, "opening");
    };

    await open((await placed(buyer, product)).requestCode);
    const first = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect((await ownerApi.post(`/api/admin/orders/${first}/payment-request`)).status()).toBe(200);
    await expect(page.getByRole("timer")).toBeVisible();
    await expectTextsOnly(page, "asked to pay");
    await approve(ownerApi, first);
    await expect(page.getByText(`LIVE-${language}-1`).first()).toBeVisible();
    await expect(page.getByRole("button", { name: keepTicket })).toBeVisible();
    await expectTextsOnly(page, "approved");

    await open((await placedWithCard(buyer, product)).requestCode);
    const second = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const before = await page.locator("main").innerText();
    await ownerApi.post(`/api/admin/orders/${second}/proof-check`, { data: { verified: false } });
    await expect.poll(() => page.locator("main").innerText()).not.toBe(before);
    await expectTextsOnly(page, "proof rejected");
    await reject(ownerApi, second, "No such card");
    await expect(page.getByText("No such card")).toBeVisible();
    await expectTextsOnly(page, "rejected");

    const third = (await placed(buyer, product)).requestCode;
    await open(third);
    const pending = await page.locator("main").innerText();
    expect((await page.request.post(`/api/orders/${third}/cancellation`, { headers: { origin: shop.address } })).status()).toBe(200);
    await expect.poll(() => page.locator("main").innerText()).not.toBe(pending);
    await expectTextsOnly(page, "cancelled");
  });

  test(`[S2.12] [S11.1] a sold-out product's open page shows its whole form when an ID comes in, in ${language}`, async ({
    page,
    putOnSale,
    ownerApi,
    guest,
  }) => {
    const product = await putOnSale({ ids: [`LAST-${language}`] });
    await placed(guest, product);
    await page.goto(`/product/${product.id}?lang=${language}`);
    await awake(page);
    await expectTextsOnly(page, "opening");
    await expect(page.getByRole("spinbutton").or(page.locator("[name=quantity]"))).toHaveCount(0);

    expect((await ownerApi.post(`/api/admin/products/${product.id}/ids`, { data: { ids: [`NEW-${language}`] } })).status()).toBe(200);
    await expect
      .poll(async () => {
        await page.evaluate(() => {
          document.dispatchEvent(new Event("visibilitychange"));
          window.dispatchEvent(new Event("focus"));
        });
        return page.locator("[name=quantity]").count();
      })
      .toBeGreaterThan(0);
    await expectTextsOnly(page, "an ID came in");
  });

  test(`[S4.7] [S11.1] a customer's open account has its texts after each event, in ${language}`, async ({
    page,
    putOnSale,
    ownerApi,
    shop,
  }) => {
    const product = await putOnSale({ ids: [1, 2, 3].map((n) => `OWN-${language}-${n}`) });
    const buyer: Sender = { request: page.request, origin: shop.address };
    await signedUp(buyer, `live-${language}-${process.pid}@shop.example`);
    const [first, second] = [await placed(buyer, product), await placedWithCard(buyer, product)];
    await page.goto(`/account?lang=${language}`);
    await awake(page);
    await expectTextsOnly(page, "opening");

    await approve(ownerApi, first.requestCode);
    await expect(page.getByText(`OWN-${language}-1`).first()).toBeVisible();
    await expectTextsOnly(page, "approved");
    await ownerApi.post(`/api/admin/orders/${second.requestCode}/proof-check`, { data: { verified: false } });
    await reject(ownerApi, second.requestCode, "Not this time");
    await expect(page.getByText("Not this time").first()).toBeVisible();
    await expectTextsOnly(page, "rejected");
  });

  test(`[S4.7] [S11.1] an order's page for the owner has its texts after each event, in ${language}`, async ({
    adminPage,
    putOnSale,
    ownerApi,
    guest,
  }) => {
    const product = await putOnSale({ ids: [1, 2].map((n) => `DEEP-${language}-${n}`) });
    const [first, second] = [await placedWithCard(guest, product), await placed(guest, product)];
    const changed = async (change: string, act: () => Promise<unknown>) => {
      const before = await adminPage.locator("main").innerText();
      await act();
      await expect.poll(() => adminPage.locator("main").innerText(), change).not.toBe(before);
      await expectTextsOnly(adminPage, change);
    };
    await adminPage.goto(`/admin/orders/${first.requestCode}?lang=${language}`);
    await awake(adminPage);
    await expectTextsOnly(adminPage, "opening");
    await changed("a rejected proof", () =>
      ownerApi.post(`/api/admin/orders/${first.requestCode}/proof-check`, { data: { verified: false } }),
    );
    await changed("a rejection", () => reject(ownerApi, first.requestCode, "Not this time"));
    await adminPage.goto(`/admin/orders/${second.requestCode}`);
    await awake(adminPage);
    await changed("a request to pay", () => ownerApi.post(`/api/admin/orders/${second.requestCode}/payment-request`));
    await changed("an approval", () => approve(ownerApi, second.requestCode));
    await changed("a payment", () => ownerApi.post(`/api/admin/orders/${second.requestCode}/payment`, { data: { state: "paid" } }));
  });

  test(`[S4.7] [S11.1] the owner's messages have their texts when one comes, in ${language}`, async ({ page, adminPage, baseURL }) => {
    await adminPage.goto(`/admin/messages?lang=${language}`);
    await awake(adminPage);
    const form = { name: `Asha ${language}`, email: "asha@example.com", message: "Where is my ID?", leaveEmpty: "" };
    await page.request.post("/contact", { form, headers: { origin: baseURL ?? "" }, maxRedirects: 0 });
    await expect(adminPage.getByText(form.name).first()).toBeVisible();
    await expectTextsOnly(adminPage, "a message");
  });

  // A browser keeps at most six connections to the shop, and each open page has one for events.
  for (const some of [ownersPages.slice(0, 3), ownersPages.slice(3)]) {
    test(`[S4.7] [S11.1] the owner's open pages (${some.join(" ")}) have their texts after each event, in ${language}`, async ({
      adminPage,
      putOnSale,
      ownerApi,
      guest,
    }) => {
      const product = await putOnSale();
      const others = await Promise.all(some.slice(1).map(() => adminPage.context().newPage()));
      const pages: Page[] = [adminPage, ...others];
      const haveTextsOnly = (change: string) =>
        Promise.all(
          pages.map(async (open, n) => {
            await awake(open);
            await expectTextsOnly(open, `${change} on ${some[n]}`);
          }),
        );
      for (const [n, open] of pages.entries()) await open.goto(`${some[n]}?lang=${language}`);
      await haveTextsOnly("opening");
      const afterReload = async (change: string, act: () => Promise<unknown>) => {
        const isReload = (answer: { url(): string }) => new URL(answer.url()).pathname.endsWith(".data");
        const reloaded = Promise.all(pages.map((open) => open.waitForResponse(isReload, { timeout: 20_000 })));
        await act();
        await reloaded;
        await haveTextsOnly(change);
      };

      const orders: { requestCode: string }[] = [];
      await afterReload("an order", async () => orders.push(await placedWithCard(guest, product), await placed(guest, product)));
      await afterReload("a rejected proof", () =>
        ownerApi.post(`/api/admin/orders/${orders[0]?.requestCode}/proof-check`, { data: { verified: false } }),
      );
      await afterReload("a decision", () => approve(ownerApi, orders[1]?.requestCode ?? ""));
      await afterReload("a rejection", () => reject(ownerApi, orders[0]?.requestCode ?? "", "Not this time"));
    });
  }
}
