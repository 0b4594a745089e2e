import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { layoutShifts } from "../layout-shifts.ts";
import { expect, test } from "../shop-server.ts";
import { placed, placedWithCard, sendsDecisionsAtOnce } from "../states.ts";
import { awake } from "../steps.ts";

test("[S12.6] by single keys the admin approves an ordinary order, goes on, looks at a proof and leads to a reason; typing does nothing of it", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Single keys", ids: [1, 2, 3, 4].map((n) => `SINGLE-${n}`) });
  const sender = { request: ownerApi, origin: shop.address };
  const [first, second] = [await placed(sender, product), await placed(sender, product)];
  const carded = await placedWithCard(sender, product);
  const statusOf = async ({ requestCode }: typeof first) => (await (await ownerApi.get(`/api/orders/${requestCode}`)).json()).status;
  const manage = ({ requestCode }: typeof first) => page.locator(`#manage-${requestCode}`);
  await page.goto("/admin/orders?search=Single+keys");
  await awake(page);

  await page.keyboard.press("a");
  await expect(page.getByText(english("requestApproved"))).toBeVisible();
  expect(await statusOf(first)).toBe("approved");
  await expect(manage(second)).toBeFocused();

  await page.getByRole("searchbox").first().focus();
  await page.keyboard.type("jkarv");
  expect(await statusOf(second)).toBe("pending");
  await manage(second).focus();
  await page.keyboard.press("j");
  await expect(manage(carded)).toBeFocused();
  await page.keyboard.press("v");
  await expect(page.getByRole("dialog", { name: "Payment Verification" })).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  // A Hindi keyboard has क on K.
  await page.evaluate(() => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "क", code: "KeyK", bubbles: true })));
  await expect(manage(second)).toBeFocused();
  await page.keyboard.press("r");
  await expect(page.getByRole("form", { name: `Reject ${second.requestCode}` }).getByRole("textbox")).toBeFocused();
  expect([await statusOf(second), await statusOf(carded)]).toEqual(["pending", "pending"]);

  await manage(second).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Previous order");
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await manage(second).focus();
  await page.keyboard.press("j");
  await expect(manage(second), "switched off").toBeFocused();
});

test("[S12.6] on a phone an ordinary order takes one tap, and a gift-card order two", async ({
  browser,
  baseURL,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Few taps", ids: ["TAP-1", "TAP-2"] });
  const sender = { request: ownerApi, origin: shop.address };
  const [first, carded] = [await placed(sender, product), await placedWithCard(sender, product)];
  const context = await browser.newContext({
    baseURL,
    storageState: await ownerApi.storageState(),
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await sendsDecisionsAtOnce(context);
  const page = await context.newPage();
  await page.goto("/admin/orders?search=Few+taps");
  await awake(page);
  await page.getByRole("button", { name: `Approve ${first.requestCode}` }).tap();
  await expect(page.getByText(english("requestApproved"))).toBeVisible();
  await expect(page.locator(`tr[data-order="${first.requestCode}"]`)).toHaveCount(0);

  await page.getByRole("link", { name: "View Proof" }).tap();
  await page.getByRole("button", { name: "Verify and approve" }).tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator(`tr[data-order="${carded.requestCode}"]`)).toHaveCount(0);
  for (const { requestCode } of [first, carded])
    expect(await (await ownerApi.get(`/api/orders/${requestCode}`)).json()).toMatchObject({ status: "approved" });
  await context.close();
});

test("[S12.6] all orders that match are approved with four clicks, not only those of the page, and chosen ones are rejected together", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const ids = Array.from({ length: 25 }, (_, n) => `BULK-${n}`);
  const product = await putOnSale({ name: "Bulk account", ids });
  const sender = { request: ownerApi, origin: shop.address };
  const codes: string[] = [];
  for (let n = 0; n < 24; n += 1) codes.push((await placed(sender, product)).requestCode);
  await page.goto("/admin/orders?search=Bulk+account");
  await awake(page);
  for (const code of codes.slice(0, 2)) await page.getByRole("checkbox", { name: `Select ${code}` }).check();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  const rejection = page.getByRole("dialog", { name: "Reject 2 orders" });
  await rejection.getByRole("button", { name: "Reject 2 orders" }).click();
  await expect(rejection.getByRole("textbox")).toHaveAccessibleDescription(new RegExp(english("reasonRequired")));
  await rejection.getByRole("button", { name: "We couldn't find your payment." }).click();
  await expect(rejection.getByRole("textbox")).toHaveValue("We couldn't find your payment.");
  await rejection.getByRole("button", { name: "Reject 2 orders" }).click();
  await expect(page.getByText(english("ordersRejected", { n: 2 }))).toBeVisible();

  await page.getByRole("checkbox", { name: /^Select all \d+ ready to approve/ }).check();
  await page.getByRole("button", { name: "Select all that match" }).click();
  await page.getByRole("button", { name: "Approve 22 orders" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve 22 orders" }).click();
  await expect(page.getByText(english("ordersApproved", { n: 22 }))).toBeVisible();
  await expect(page.getByText("No results for")).toBeVisible();
  const { orders } = await (await ownerApi.get("/api/admin/orders?status=rejected&search=Bulk")).json();
  expect(orders.map(({ reason }: { reason: string }) => reason)).toEqual([
    "We couldn't find your payment.",
    "We couldn't find your payment.",
  ]);
});

test("[S12.6] on a wide screen an order opens beside the list: it follows J and K, its decision leads to the next, and nothing moves by itself", async ({
  adminPage: page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Beside the list", ids: [1, 2, 3, 4].map((n) => `BESIDE-${n}`) });
  const sender = { request: ownerApi, origin: shop.address };
  const [first, second, third] = [await placed(sender, product), await placed(sender, product), await placedWithCard(sender, product)];
  const statusOf = async ({ requestCode }: typeof first) => (await (await ownerApi.get(`/api/orders/${requestCode}`)).json()).status;
  const manage = ({ requestCode }: typeof first) => page.locator(`#manage-${requestCode}`);
  const beside = ({ requestCode }: typeof first) => page.getByRole("region", { name: `Order ${requestCode}, beside the list` });
  const heading = (order: typeof first) => beside(order).getByRole("heading", { level: 2, name: order.requestCode });
  const isOpen = (order: typeof first) => expect(page).toHaveURL(new RegExp(`[?&]order=${order.requestCode}$`));
  const moved = async () => (await layoutShifts(page)).filter(({ hadRecentInput }) => !hadRecentInput);
  const list = `/admin/orders?product=${product.id}`;
  await page.goto(list);
  await awake(page);
  await expect(page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name: /^All ?3$/ })).toBeVisible();

  await page.getByRole("link", { name: first.requestCode, exact: true }).click();
  await expect(heading(first)).toBeFocused();
  await isOpen(first);
  await page.keyboard.press("j");
  await expect(heading(second)).toBeVisible();
  await expect(manage(second)).toBeFocused();
  await isOpen(second);
  expect(await moved()).toEqual([]);
  await page.reload();
  await awake(page);
  await expect(heading(second)).toBeVisible();
  await page.keyboard.press("k");
  await isOpen(first);
  await expect(heading(first)).toBeVisible();
  expect(await moved()).toEqual([]);
  await page.keyboard.press("r");
  await expect(beside(first).getByLabel("Rejection reason")).toBeFocused();
  await beside(first).getByLabel("Rejection reason").fill("Never paid");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(english("requestRejected"))).toBeVisible();
  await expect(heading(second)).toBeVisible();
  await isOpen(second);
  await expect(manage(second)).toBeFocused();
  await page.keyboard.press("a");
  await expect(page.getByText(english("requestApproved"))).toBeVisible();
  await expect(heading(third)).toBeVisible();
  await manage(third).click();
  await expect(heading(third)).toBeFocused();
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual(["rejected", "approved", "pending"]);
  await looksRight(page, "an order beside the queue");

  await beside(third).getByRole("link", { name: "Close" }).click();
  await expect(beside(third)).toHaveCount(0);
  await expect(manage(third)).toBeFocused();
  await manage(third).click();
  await page.locator(`#panel-${third.requestCode}`).getByLabel("Rejection reason").fill("Typed below the row");
  await manage(third).click();
  await page.getByRole("link", { name: third.requestCode, exact: true }).click();
  await expect(beside(third).getByLabel("Rejection reason")).toHaveValue("Typed below the row");
  await page.setViewportSize({ width: 1_279, height: 800 });
  await page.getByRole("link", { name: third.requestCode, exact: true }).click();
  await expect(page).toHaveURL(`/admin/orders/${third.requestCode}`);
});
