import { messages } from "#shop/messages.ts";
import { test as base, expect } from "./shop-server.ts";
import { awake, order } from "./steps.ts";

/** Sets limits for one story; they go back to what they were, for other stories share the shop. */
const test = base.extend<{ setLimits(limits: Record<string, number>): Promise<void> }>({
  setLimits: async ({ ownerApi }, use) => {
    const first: Record<string, unknown> = await (await ownerApi.get("/api/admin/settings")).json();
    const put = async (limits: Record<string, unknown>) => {
      const answer = await ownerApi.put("/api/admin/settings", { data: { ...first, ...limits } });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await use(put);
    await put({});
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
    // Orders of other stories wait at the same address: their number must not be what refuses this one.
    await setLimits({ heldIdsMax: 3 });
    const product = await putOnSale({ ids: manyIds(`held-${javaScriptEnabled}`) });
    const context = await browser.newContext({ baseURL, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`/product/${product.id}`);
    if (javaScriptEnabled) await awake(page);
    await page.getByLabel("Quantity").fill("4");
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByLabel("Quantity")).toHaveAccessibleDescription(new RegExp(messages.tooManyIdsHeld(3).slice(0, 40)));
    await expect(page.getByLabel("Quantity")).toHaveValue("4");
    await setLimits({});
    await order(page, product);
    await setLimits({ pendingOrdersMax: 1 });
    await page.goto(`/product/${product.id}`);
    if (javaScriptEnabled) await awake(page);
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText(messages.tooManyOrdersWaiting(1))).toBeVisible();
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
  await expect(page.getByRole("heading", { name: messages.tooManyRequests })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await setLimits({ lookUpsMax: 0 });
  await expect(page.getByText(code).first()).toBeVisible({ timeout: 10_000 });
});

test("the owner sees on the queue and in the inventory that most of a product is reserved", async ({ page, adminPage, putOnSale }) => {
  const product = await putOnSale({ name: "Nearly frozen", ids: manyIds("frozen") });
  await order(page, product, 7);
  for (const tab of ["requests", "products"]) {
    await adminPage.goto(`/admin/dashboard?tab=${tab}`);
    await expect(adminPage.getByText(messages.mostIsHeld("Nearly frozen", 7, 1))).toBeVisible();
  }
});

test("the owner sets the limits, and a wrong number is said beside its field", async ({ adminPage, setLimits }) => {
  await setLimits({ lookUpsMax: 60 });
  await adminPage.goto("/admin/settings");
  await awake(adminPage);
  const lookUps = adminPage.getByLabel("Orders looked up");
  await expect(lookUps).toHaveValue("60");
  await lookUps.fill("many");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(lookUps).toHaveAccessibleDescription(new RegExp(messages.limitInvalid));
  await lookUps.fill("90");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  await expect(adminPage.getByText(messages.settingsSaved)).toBeVisible();
  await adminPage.reload();
  await expect(lookUps).toHaveValue("90");
});
