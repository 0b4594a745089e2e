import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect, type ProductOnSale, test } from "../shop-server.ts";
import { awake, requestCodeOn } from "../steps.ts";

const keyOf = (page: Page) => page.locator("[name=idempotencyKey]").inputValue();

async function stockOf(api: APIRequestContext, { id }: ProductOnSale): Promise<number> {
  return (await (await api.get(`/api/get-stock/${id}`)).json()).availableStock;
}

/** Blocks the script files, so that the page stays as the server sent it. */
async function withoutScriptFiles(context: BrowserContext): Promise<void> {
  await context.route("**/assets/*.js", () => {});
}

/** Submits the form twice at once, like an impatient visitor. */
async function submitTwice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form.order-form");
    const fields = new FormData(form ?? undefined);
    const send = () => fetch(form?.action ?? "", { method: "POST", body: fields });
    return Promise.all([send(), send()]);
  });
}

test("[S5.2] two tabs with the same cached page have keys of their own, before and after the script wakes up", async ({
  page,
  context,
  putOnSale,
}) => {
  const product = await putOnSale();
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`/product/${product.id}`);
  const keys = await Promise.all([keyOf(page), keyOf(other)]);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key.length).toBeGreaterThanOrEqual(16);
  for (const tab of [page, other]) await awake(tab);
  expect(await Promise.all([keyOf(page), keyOf(other)])).toEqual(keys);
});

test("[S5.2] a form that is sent twice before its script is there places one order", async ({ page, context, putOnSale, ownerApi }) => {
  const product = await putOnSale();
  await withoutScriptFiles(context);
  await page.goto(`/product/${product.id}`);
  await submitTwice(page);
  expect(await stockOf(ownerApi, product)).toBe(product.ids.length - 1);
});

test("[S2.14] [S5.2] a reload, and coming back after an order, give the form another key: the next order is a new one", async ({
  page,
  context,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await withoutScriptFiles(context);
  await page.goto(`/product/${product.id}`);
  const first = await keyOf(page);
  await page.reload();
  const second = await keyOf(page);
  expect(second).not.toBe(first);
  const codes: string[] = [];
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "Place Order" }).click();
    codes.push(await requestCodeOn(page));
    await page.goBack();
    await expect(page.getByRole("button", { name: "Place Order" })).toBeVisible();
  }
  expect(await keyOf(page)).not.toBe(second);
  expect(new Set(codes).size).toBe(2);
  expect(await stockOf(ownerApi, product)).toBe(product.ids.length - 2);
});

test("[S5.2] with script the next order of the same page is a new one as well", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale();
  const codes: string[] = [];
  for (const _ of [1, 2]) {
    await page.goto(`/product/${product.id}`);
    await awake(page);
    await page.getByRole("button", { name: "Place Order" }).dblclick();
    codes.push(await requestCodeOn(page));
  }
  expect(new Set(codes).size).toBe(2);
  expect(await stockOf(ownerApi, product)).toBe(product.ids.length - 2);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("[S5.2] a link leads to a form with a key, which places one order however often it is sent; its picture field is there", async ({
    page,
    putOnSale,
    ownerApi,
  }) => {
    const product = await putOnSale();
    await page.goto(`/product/${product.id}`);
    await page.getByRole("link", { name: "Order without JavaScript" }).click();
    await expect(page).toHaveURL(/\?form=1$/);
    const key = await keyOf(page);
    expect(key.length).toBeGreaterThanOrEqual(16);
    await page.getByText("Amazon Gift Card").click();
    await expect(page.getByLabel("Payment proof")).toBeVisible();
    await page.getByText("Request First").click();
    const posting = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Place Order" }).click();
    const posted = await posting;
    const code = await requestCodeOn(page);

    const headers = { origin: new URL(page.url()).origin, "content-type": posted.headers()["content-type"] ?? "" };
    const answer = await page.request.post(posted.url(), { headers, data: posted.postDataBuffer() ?? "", maxRedirects: 0 });
    expect([answer.headers().location ?? "", answer.status()].join(" ")).toContain(code);
    expect(await stockOf(ownerApi, product)).toBe(product.ids.length - 1);
  });
});
