import type { APIRequestContext } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { expect, test } from "../shop-server.ts";
import { placed, reject } from "../states.ts";
import { awake } from "../steps.ts";

/** Recalls the first import of a product: the shop asks before it delivers IDs of it. */
async function recallImportOf(ownerApi: APIRequestContext, productId: string): Promise<void> {
  const listed = await (await ownerApi.get(`/admin/batches?product=${productId}`)).text();
  const [, batchId] = /\/admin\/batches\/([0-9a-f-]{36})/.exec(listed) ?? [];
  const recalled = await ownerApi.post(`/api/admin/imports/${batchId}/recall`, { data: { reason: "used" } });
  expect(recalled.ok(), await recalled.text()).toBe(true);
}

for (const javaScriptEnabled of [true, false])
  test(`[S10.9] [S15.11] what a match asks is kept until it is answered, and asked again for another order whose code is typed afterwards, ${javaScriptEnabled ? "with" : "without"} script`, async ({
    browser,
    baseURL,
    guest,
    putOnSale,
    ownerApi,
  }) => {
    const product = await putOnSale({ price: 600 });
    const [rejected, one, other] = [await placed(guest, product), await placed(guest, product), await placed(guest, product)];
    await reject(ownerApi, rejected.requestCode, "No money came.");
    await recallImportOf(ownerApi, product.id);
    const utr = `6329${String(Date.now()).slice(-8)}`;
    const seen = await ownerApi.post("/api/admin/payments", { data: { requestCode: rejected.requestCode, utr, amount: 550 } });
    expect(seen.status(), await seen.text()).toBe(200);

    const context = await browser.newContext({ baseURL, javaScriptEnabled, storageState: await ownerApi.storageState() });
    const page = await context.newPage();
    await page.goto(`/admin/money?show=all&search=${utr}`);
    if (javaScriptEnabled) await awake(page);
    const form = page.locator(`form[action*="${(await seen.json()).id}/match"]`);
    const [owed, anyway] = [form.getByRole("radio", { name: /^Still owed/ }), form.getByLabel("Deliver them anyway")];
    const match = async (requestCode: string) => {
      await form.getByLabel("Request code").fill(requestCode);
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        form.getByRole("button", { name: "Match to an order" }).click(),
      ]);
      return answer.status();
    };
    await page.getByText("Match to an order").first().click();
    expect(await match(one.requestCode)).toBe(409);
    const missing = form.getByRole("group", { name: "What is missing" });
    await expect(missing).toHaveAccessibleDescription(/^This payment is ₹50\.00 short\./);
    await owed.check();
    if (javaScriptEnabled) await expect(missing).toHaveAccessibleDescription("");
    expect(await match(one.requestCode), "one of two was answered").toBe(409);
    await expect(owed).toBeChecked();
    await anyway.check();
    expect(await match(other.requestCode), "the answers were about another order").toBe(409);
    await expect(owed).toBeChecked();
    await expect(anyway).not.toBeChecked();
    expect(await match(rejected.requestCode), "of this order nothing was asked").toBe(409);
    for (const question of [owed, anyway]) await expect(question).toHaveCount(0);
    expect(await match(other.requestCode)).toBe(409);
    const statusOf = async ({ requestCode }: { requestCode: string }) =>
      (await (await ownerApi.get(`/api/orders/${requestCode}`)).json()).status;
    expect([await statusOf(one), await statusOf(other)]).toEqual(["pending", "pending"]);

    await owed.check();
    await anyway.check();
    if (javaScriptEnabled) {
      await page.route("**/match.data*", (route) => route.abort());
      await form.getByRole("button", { name: "Match to an order" }).click();
      await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
      for (const question of [owed, anyway]) await expect(question, "after a broken connection").toBeChecked();
      await page.unroute("**/match.data*");
    }
    expect(await match(other.requestCode)).toBeLessThan(400);
    await expect.poll(() => statusOf(other)).toBe("approved");
    await context.close();
  });
