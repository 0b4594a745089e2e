import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import { textsIn } from "#messages/languages.ts";
import { SOLUTION_HEADER } from "#shop/orders/placing/challenge.ts";
import { english } from "#tests/support/english.ts";
import { listen } from "../screen-reader.ts";
import { test as base, expect } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake, order, requestCodeOn } from "../steps.ts";

/** Sets limits; those that are not given are as at first. */
const test = base.extend<{ setLimits(limits: Record<string, number>): Promise<void> }>({
  setLimits: async ({ ownerApi }, use) => {
    const first: Record<string, unknown> = await (await ownerApi.get("/api/admin/settings")).json();
    const put = async (limits: Record<string, unknown>) => {
      const answer = await ownerApi.put("/api/admin/settings", { data: { ...first, ...limits } });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await use(put);
  },
});

const manyIds = (name: string) => Array.from({ length: 8 }, (_, n) => `${name}-${process.pid}-${n}`);

for (const javaScriptEnabled of [true, false]) {
  test(`who holds too much reads it beside the quantity, ${javaScriptEnabled ? "and can order fewer" : "also without script"}`, async ({
    browser,
    baseURL,
    putOnSale,
    setLimits,
  }) => {
    // Limits only the IDs: the number of orders that other journeys have at the same address must
    // not be the reason for the refusal.
    await setLimits({ addressIdsMax: 3 });
    const product = await putOnSale({ ids: manyIds(`held-${javaScriptEnabled}`) });
    const context = await browser.newContext({ baseURL, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`/product/${product.id}`);
    if (javaScriptEnabled) await awake(page);
    await page.getByLabel("Quantity").fill("4");
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByLabel("Quantity")).toHaveAccessibleDescription(new RegExp(english("addressIdsHeld", { n: 3 }).slice(0, 40)));
    await expect(page.getByLabel("Quantity")).toHaveValue("4");
    await setLimits({});
    await order(page, product);
    await setLimits({ pendingOrdersMax: 1 });
    await page.goto(`/product/${product.id}`);
    if (javaScriptEnabled) await awake(page);
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText(english("tooManyOrdersWaiting", { n: 1 }))).toBeVisible();
    await context.close();
  });
}

test("an address that looks up too many orders reads so in the page, and its page comes back by itself", async ({
  page,
  putOnSale,
  setLimits,
}) => {
  const code = await order(page, await putOnSale());
  await setLimits({ lookUpsMax: 1 });
  await page.goto(`/order-status/${code}`);
  const answer = await page.reload();
  expect(answer?.status()).toBe(429);
  expect(Number(answer?.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { name: english("tooManyRequests") })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await setLimits({ lookUpsMax: 0 });
  await expect(page.getByText(code).first()).toBeVisible({ timeout: 10_000 });
});

test("the owner sees on the queue and in the inventory that most of a product is reserved", async ({ adminPage, guest, putOnSale }) => {
  const product = await putOnSale({ name: "Nearly frozen", ids: manyIds("frozen") });
  await placed(guest, product, 7);
  for (const path of ["/admin/orders", "/admin/products"]) {
    await adminPage.goto(path);
    await adminPage
      .getByRole("main")
      .getByText(/^\d+ products? mostly reserved$/)
      .click();
    await expect(adminPage.getByText("“Nearly frozen”: 7 IDs reserved by pending orders, 1 ID left.")).toBeVisible();
  }
});

test("[S1.8] the owner chooses how strict the limits are, or sets the numbers, and a wrong one is said beside its field", async ({
  adminPage: page,
  setLimits,
}) => {
  await setLimits({ lookUpsMax: 59 });
  await page.goto("/admin/settings/security");
  await awake(page);
  const choice = (name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });
  const lookUps = page.getByLabel("Orders looked up");
  const save = () => page.getByRole("button", { name: "Save settings" }).click();
  await expect(choice("Own numbers")).toBeChecked();
  await expect(lookUps).toHaveValue("59");
  await choice("Strict").check();
  await expect(lookUps).toHaveValue("20");
  await lookUps.fill("many");
  await expect(choice("Own numbers")).toBeChecked();
  await save();
  await expect(lookUps).toHaveAccessibleDescription(new RegExp(english("limitInvalid")));
  await lookUps.fill("90");
  await save();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await page.reload();
  await expect(lookUps).toHaveValue("90");
  await awake(page);
  await choice("Usual").check();
  await lookUps.fill("0");
  await expect(choice("Own numbers")).toBeChecked();
  await choice("Usual").check();
  await expect(lookUps, "a choice that is pressed again fills its numbers in").toHaveValue("60");
  await save();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  await page.reload();
  await expect(choice("Usual")).toBeChecked();
  await expect(lookUps).toBeHidden();
  await expect(lookUps).toHaveValue("60");
});

/**
 * Places failing orders until this address has to wait, and for longer than the rest of the journey
 * takes.
 */
async function useUpOrders(request: APIRequestContext): Promise<void> {
  const data = { productId: "nothing", quantity: 1, paymentMethod: "request" };
  const wait = async () => {
    const answer = await request.post("/api/orders", { data });
    return answer.status() === 429 ? Number(answer.headers()["retry-after"]) : 0;
  };
  await expect.poll(wait, { timeout: 30_000 }).toBeGreaterThan(15);
}

test("beyond the limit of orders the browser solves a challenge, says so, and the order goes on by itself with all that was typed", async ({
  page,
  putOnSale,
  setLimits,
  shop,
}) => {
  const product = await putOnSale({ ids: manyIds("solved") });
  await setLimits({ ordersMax: 1, pendingOrdersMax: 0, heldIdsMax: 0 });
  const { announced } = await listen(page);
  const keys = new Set<string | undefined>();
  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/orders", async (route) => {
    const { [SOLUTION_HEADER.toLowerCase()]: solution, "idempotency-key": key } = route.request().headers();
    keys.add(key);
    await (solution === "can" ? useUpOrders(page.request) : isSeen);
    await route.continue();
  });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByLabel("Quantity").fill("2");
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("AQ12345678WXYZ");
  const buffer = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#456" } })
    .png()
    .toBuffer();
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(textsIn("en", "orderForm")("orderChecked"))).toBeVisible({ timeout: 40_000 });
  expect(await announced()).toContain(textsIn("en", "orderForm")("orderChecked"));
  await expect(page.getByLabel("Quantity")).toHaveValue("2");
  await expect(page.getByLabel("Gift card code")).toHaveValue("AQ12345678WXYZ");
  goOn();
  await page.waitForURL(/order=REQ-/, { timeout: 40_000 });
  await requestCodeOn(page);
  expect(keys.size, "every post had the same idempotency key").toBe(1);
  expect(await (await page.request.get(`${shop.address}/api/get-stock/${product.id}`)).json()).toEqual({ availableStock: 6 });
});

test("beyond the limit of orders a form without script is refused with how long to wait, and still has what was typed", async ({
  browser,
  baseURL,
  putOnSale,
  setLimits,
}) => {
  const product = await putOnSale();
  await setLimits({ ordersMax: 1 });
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/product/${product.id}`);
  await page.getByLabel("Quantity").fill("2");
  await useUpOrders(context.request);
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("button", { name: "Place Order" }).click();
  const answer = await answered;
  expect(answer.status()).toBe(429);
  expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(page.getByText(english("tooManyRequests"))).toBeVisible();
  await expect(page.getByLabel("Quantity")).toHaveValue("2");
  await context.close();
});
