import type { Page } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { placed, placedWithCard, sendsDecisionsAtOnce } from "../states.ts";
import { awake } from "../steps.ts";

/**
 * The displayed elements whose centre is covered by another element, as a finger or a mouse would
 * find it.
 */
function covered(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((parts) =>
    parts.flatMap((part) => {
      if (part.getClientRects().length === 0) return [];
      part.scrollIntoView({ block: "center", inline: "nearest" });
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const places = [left + 2, (left + right) / 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
      return places.every((hit) => hit && (part.contains(hit) || hit.contains(part))) ? [] : [part.textContent ?? ""];
    }),
  );
}

test("[S2.28] [S2.29] nothing in the queue is under its Actions, at any width", async ({ adminPage: page, putOnSale, ownerApi, shop }) => {
  const product = await putOnSale({ name: "A verified account for the morning train", price: 1_000_000 });
  const sender = { request: ownerApi, origin: shop.address };
  const [first, second] = [await placed(sender, product, 2), await placedWithCard(sender, product)];
  await ownerApi.post(`/api/admin/orders/${second.requestCode}/proof-check`, { data: { verified: false } });
  await page.goto("/admin/orders?search=morning");
  await awake(page);
  for (const width of [360, 768, 1024, 1100, 1279, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { requestCode } of [first, second]) {
      const row = `tr[data-order="${requestCode}"]`;
      await expect(page.locator(row)).toBeVisible();
      expect(await covered(page, `${row} td:is([data-label="Payment"], [data-label="Amount"], :last-child) > *`), `${width} px`).toEqual(
        [],
      );
    }
    for (const word of ["Payment", "Actions"])
      if (width >= 1280) await expect(page.getByRole("columnheader", { name: word })).toBeVisible();
  }
});

test("[S2.30] on a phone a row that opens brings up no keyboard, and a message covers nothing that comes next", async ({
  browser,
  baseURL,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale();
  const sender = { request: ownerApi, origin: shop.address };
  const [first, second] = [await placed(sender, product), await placed(sender, product)];
  const context = await browser.newContext({
    baseURL,
    storageState: await ownerApi.storageState(),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await sendsDecisionsAtOnce(context);
  const page = await context.newPage();
  const typesInto = () => page.evaluate(() => document.activeElement?.matches("input, textarea, select") ?? false);
  await page.goto(`/admin/orders?search=${first.requestCode}&manage=${first.requestCode}`);
  await awake(page);
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
  expect(await typesInto(), "opened by its code").toBe(false);

  await page.clock.install();
  await page.goto("/admin/orders");
  await awake(page);
  const rowOf = ({ requestCode }: typeof first) => page.locator(`#panel-${requestCode}`);
  for (const { requestCode } of [second, first]) await page.getByRole("link", { name: `Manage ${requestCode}` }).tap();
  await expect(rowOf(first).getByRole("textbox").first()).toBeVisible();
  expect(await typesInto(), "opened by a tap").toBe(false);
  // From here on only `runFor` moves the clock, so that the message stays on a slow machine too.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await rowOf(first).getByRole("button", { name: "Approve" }).tap();
  const message = page.getByText(english("requestApproved"));
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await message.isVisible()).toBe(true);
  }).toPass({ intervals: [100] });
  const boxes = await page.evaluate((text) => {
    const said = [...document.querySelectorAll("[aria-live] > div")].find((one) => one.textContent?.includes(text));
    const header = document.querySelector("header")?.getBoundingClientRect();
    return { bottom: said?.getBoundingClientRect().bottom ?? Number.NaN, header: header?.bottom ?? Number.NaN };
  }, english("requestApproved"));
  expect(boxes.bottom, "a message lies over the header alone").toBeLessThanOrEqual(boxes.header);
  await page.getByRole("link", { name: "Find an order" }).click({ trial: true });
  await rowOf(second).getByRole("button", { name: "Approve" }).click({ trial: true });
  expect(await covered(page, `#panel-${second.requestCode} button:not(dialog button)`)).toEqual([]);
  await expect(message).toBeVisible();
  await context.close();
});
