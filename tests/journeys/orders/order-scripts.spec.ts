import { statSync } from "node:fs";
import { textsIn } from "#messages/languages.ts";
import { SCRIPT_MAX_BYTES } from "#tests/support/web/script-budget.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed } from "../states.ts";
import { awake, order } from "../steps.ts";

const texts = textsIn("en", "orderMessages");

test("the page of an order loads at most 130 KB of script for its buyer, with all parts that it shows", async ({
  browser,
  baseURL,
  putOnSale,
  ownerApi,
  guest,
}) => {
  const product = await putOnSale();
  const [pending, delivered] = [await placed(guest, product), await placed(guest, product)];
  await approve(ownerApi, delivered.requestCode);
  const context = await browser.newContext({ baseURL, storageState: await guest.request.storageState() });
  for (const { requestCode } of [pending, delivered]) {
    const page = await context.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(`/order-status/${requestCode}`, { waitUntil: "networkidle" });
    await awake(page);
    expect(scripts.length, requestCode).toBeGreaterThan(5);
    const bytes = scripts.reduce((sum, script) => sum + statSync(`build/client${script}.br`).size, 0);
    expect(bytes, `${requestCode}: ${scripts.join(" ")}`).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
  }
  await context.close();
});

test("[S14.1] [S14.15] the form for the first message comes with one press, and the text can be typed at once; without script by a link", async ({
  browser,
  baseURL,
  putOnSale,
  guest,
}) => {
  const { requestCode } = await placed(guest, await putOnSale());
  const storageState = await guest.request.storageState();
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`/order-status/${requestCode}`);
    if (javaScriptEnabled) await awake(page);
    await expect(page.getByLabel(texts("messageToShop"))).toHaveCount(0);
    await page.getByRole("link", { name: texts("writeMessage") }).press("Enter");
    const field = page.getByLabel(texts("messageToShop"));
    if (javaScriptEnabled) await expect(field).toBeFocused();
    await expect(field).toBeVisible();
    await field.fill("When does it come?");
    expect(new URL(page.url()).search).toBe(javaScriptEnabled ? "" : "?write");
    await context.close();
  }
});

test("[S14.15] the shop's first message is announced on the open page", async ({ page, putOnSale, ownerApi }) => {
  const code = await order(page, await putOnSale());
  await page.goto(`/order-status/${code}`);
  await awake(page);
  expect((await ownerApi.post(`/api/admin/orders/${code}/messages`, { data: { text: "It comes within the hour." } })).ok()).toBe(true);
  await expect(page.getByText("It comes within the hour.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: texts("newMessageCame") })).toHaveCount(1);
});
