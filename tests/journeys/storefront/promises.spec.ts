import { setTimeout as wait } from "node:timers/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { PAGES_CACHED_FOR_MS } from "#server/http/constants.ts";
import { firstSettings } from "#shop/settings/settings-list.ts";
import { WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";
import { razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { looksRight } from "../accessibility-checks.ts";
import { layoutShifts } from "../layout-shifts.ts";
import { test as base } from "../provider-shop.ts";
import { expect } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

type Method = "request" | "amazon" | "upi" | "razorpay";

const phone = { width: 360, height: 740 };
const upi = { vpa: "trackside@okbank", payeeName: "Track Side Traders", isMerchantVpa: false };

/** A shop with a payment provider, whose payment methods are set at will. */
const test = base.extend<{ take(...methods: Method[]): Promise<void> }>({
  take: async ({ ownerApi, shop }, use) => {
    const currentPassword = shop.admin.password;
    const put = async (path: string, data: object) =>
      expect((await ownerApi.put(path, { data: { ...data, currentPassword } })).status(), path).toBe(200);
    const takeAtFirst = async (takesRequest: boolean, takesAmazon: boolean) =>
      put("/api/admin/settings", { ...(await settingsOf(ownerApi)), takesRequest, takesAmazon });
    const take = async (...methods: Method[]) => {
      // One method of any kind stays on.
      await takeAtFirst(true, true);
      await put("/api/admin/payment-methods/upi", { ...upi, isOn: methods.includes("upi") });
      const isOn = methods.includes("razorpay");
      await put("/api/admin/payment-methods/razorpay", { ...razorpayAccount, webhookSecret: WEBHOOK_SECRET, isOn });
      await takeAtFirst(methods.includes("request"), methods.includes("amazon"));
      await cachedPagesEnd();
    };
    await use(take);
  },
});

/** Waits until no page that is the same for everybody can be from before a change. */
const cachedPagesEnd = () => wait(PAGES_CACHED_FOR_MS);

async function settingsOf(ownerApi: APIRequestContext): Promise<Record<string, unknown>> {
  return (await ownerApi.get("/api/admin/settings")).json();
}

/** What a page says about the wait: that there is none, or how long it is. */
async function promisesOn(page: Page): Promise<string[]> {
  const words = await page.getByRole("main").innerText();
  const isAtOnce = /instant delivery|at once|as soon as/i.test(words);
  return [...(isAtOnce ? ["at once"] : []), ...(/12-24 hours/.test(words) ? ["12-24 hours"] : [])];
}

test("[S1.2] [S10.6] home, product and order each make one promise, which is true for the product and its method", async ({
  page,
  take,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ ids: ["PROMISED-1", "PROMISED-2", "PROMISED-3", "PROMISED-4"] });
  const order = async () => {
    await page.goto(`/product/${product.id}`);
    expect.soft(await promisesOn(page), "product").toEqual(promised);
    await page.getByRole("button", { name: "Place Order" }).click();
    await requestCodeOn(page);
    return promisesOn(page);
  };
  let promised = ["at once"];
  await take("razorpay");
  await page.goto("/");
  await expect(page.getByText("Instant delivery").first()).toBeVisible();
  expect.soft(await promisesOn(page), "home").toEqual(promised);
  expect.soft(await order(), "order").toEqual(promised);

  promised = ["12-24 hours"];
  const { price, description, image } = await (await ownerApi.get(`/api/products/${product.id}`)).json();
  const data = { name: product.name, price, description, image, delivery: "after_approval" };
  expect((await ownerApi.put(`/api/admin/products/${product.id}`, { data })).status()).toBe(200);
  await cachedPagesEnd();
  await page.goto("/");
  await expect(page.getByText("Approved in 12-24 hours").first()).toBeVisible();
  expect.soft(await promisesOn(page), "home, after approval").toEqual(promised);
  expect.soft(await order(), "order, after approval").toEqual(promised);

  await take("upi");
  await page.goto("/");
  expect.soft(await promisesOn(page), "home, by UPI").toEqual(promised);
  expect.soft(await order(), "order, by UPI").toEqual(promised);
  await take("request");
  await page.goto("/");
  expect.soft(await promisesOn(page), "home, paid afterwards").toEqual(promised);
  await page.goto(`/product/${product.id}`);
  expect.soft(await promisesOn(page), "product, paid afterwards").toEqual(promised);
});

test("[S1.2] [S10.6] what is promised follows the quantity: above the owner's limit a person looks first", async ({
  page,
  take,
  putOnSale,
}) => {
  await take("razorpay");
  const { id } = await putOnSale({ price: 900 });
  await page.goto(`/product/${id}`);
  await awake(page);
  expect(firstSettings.instantAmountMax).toBe(2_000);
  await expect(page.getByText("IDs at once")).toBeVisible();
  await page.getByLabel("Quantity").fill("3");
  await expect(page.getByText("IDs in 12-24 hours")).toBeVisible();
  expect(await promisesOn(page)).toEqual(["12-24 hours"]);
});

for (const language of ["en", "hi"])
  test(`[S2.13] [S2.37] the order form with its button is on one phone screen for one method, in ${language}`, async ({
    browser,
    baseURL,
    take,
    putOnSale,
  }) => {
    const { id } = await putOnSale({ name: "Verified account ID with a phone" });
    for (const method of ["request", "upi", "razorpay", "amazon"] as const) {
      await take(method);
      const page = await (await browser.newContext({ baseURL, viewport: phone, hasTouch: true })).newPage();
      await page.goto(`/product/${id}?lang=${language}`);
      await awake(page);
      expect.soft(await layoutShifts(page), method).toEqual([]);
      const form = await page.locator("form.order-form").boundingBox();
      const bar = await page.locator(".site-tabs").boundingBox();
      const header = await page.locator(".site-header").boundingBox();
      if (!form || !bar || !header) throw new Error("no form");
      // A gift card asks for a code and a picture: its form has a screen of its own.
      const room = method === "amazon" ? bar.y - header.height : bar.y - form.y;
      expect.soft(form.height, `${method} in ${language}`).toBeLessThanOrEqual(room);
      await page.context().close();
    }
  });

test("[S2.13] [S2.37] of several methods the fastest is chosen and open, and the others have a line each; also without script", async ({
  browser,
  baseURL,
  take,
  putOnSale,
}) => {
  await take("request", "amazon", "upi", "razorpay");
  const { id } = await putOnSale();
  for (const [javaScriptEnabled, language] of [
    [true, "en"],
    [false, "en"],
    [false, "hi"],
  ] as const) {
    const page = await (await browser.newContext({ baseURL, viewport: phone, hasTouch: true, javaScriptEnabled })).newPage();
    await page.goto(`/product/${id}?lang=${language}`);
    const radios = page.getByRole("radio");
    expect(await radios.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      "razorpay",
      "upi",
      "request",
      "amazon",
    ]);
    await expect(radios.first()).toBeChecked();
    const heights = () => page.locator(".radio-card").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height < 50));
    expect(await heights()).toEqual([false, true, true, true]);
    const code = page.locator("[name=giftCardCode]");
    await expect(code).toBeHidden();
    await radios.first().focus();
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("ArrowDown");
    await expect(radios.last()).toBeChecked();
    expect(await heights()).toEqual([true, true, true, false]);
    await expect(code).toBeVisible();
    if (javaScriptEnabled) await looksRight(page, "several methods");
    await page.context().close();
  }
});

test("[S2.7] [S2.8] a shop whose owner has said nothing shows nothing made up; what the owner says comes with it", async ({
  page,
  ownerApi,
  shop,
  putOnSale,
}) => {
  const { name } = await putOnSale();
  const change = async (settings: object) => {
    const data = { ...(await settingsOf(ownerApi)), ...settings, currentPassword: shop.admin.password };
    expect((await ownerApi.put("/api/admin/settings", { data })).status()).toBe(200);
    await cachedPagesEnd();
  };
  const headings = async () => {
    await page.goto("/");
    return page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  };
  const always = ["Our products", "How It Works", "Your next journey begins with an ID"];
  expect(await headings()).toEqual(always);
  await expect(page.getByText("sample")).toHaveCount(0);

  await change({
    supportEmail: "help@shop.example",
    idCheckerUrl: "https://checker.example/",
    testimonialsShown: "own",
    testimonials: "Quick. | Asha | Pune",
  });
  expect(await headings()).toEqual([
    "Our products",
    "How It Works",
    "Why people order here",
    "What we sell",
    "What buyers say",
    "Your next journey begins with an ID",
  ]);
  await expect(page.getByRole("link", { name: new RegExp(`^All products .*${name}`) })).toBeVisible();
  await looksRight(page, "a landing page with all that its owner said");
});
