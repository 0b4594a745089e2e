import type { Locator, Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed, signedUp } from "../states.ts";
import { awake } from "../steps.ts";

/**
 * IDs in which every character matters: double spaces, more than a line, text like HTML, and
 * special spaces.
 */
function unusualIds(): string[] {
  const lot = crypto.randomUUID().slice(0, 8);
  return [
    `RAIL ${lot}  two  spaces`,
    `user-${lot} pass-word mail@example.com`,
    `long-${lot}-${"no room for all of this in one line, ".repeat(6)}-end`,
    `${lot}${"0123456789abcdef".repeat(12)}`,
    `<b>${lot}</b> &amp;  "x"`,
    `${lot}\u00a0no-break\u3000wide`,
  ];
}

/** Triple-clicks a text as if to copy it by hand, presses the keys, and returns the clipboard. */
async function copiedByHand(page: Page, text: Locator): Promise<string> {
  await text.click({ clickCount: 3 });
  await page.keyboard.press("ControlOrMeta+c");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Selects from the beginning of one text to the end of another, and copies. */
async function copiedTogether(page: Page, first: Locator, last: Locator): Promise<string[]> {
  const to = await last.elementHandle();
  await first.evaluate((from, until) => {
    if (until) getSelection()?.setBaseAndExtent(from, 0, until, until.childNodes.length);
  }, to);
  await page.keyboard.press("ControlOrMeta+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  return copied.split(/\r?\n/).filter((line) => line !== "");
}

test("[S2.15] an ID is the same to the letter on the page, copied by hand or by button, in the text file, and on paper", async ({
  page,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const ids = unusualIds();
  const { requestCode } = await placed({ request: page.request, origin: shop.address }, await putOnSale({ ids }), ids.length);
  await approve(ownerApi, requestCode, { idsConfirmed: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/order-status/${requestCode}`);
  await awake(page);
  const shown = page
    .getByRole("list")
    .filter({ has: page.getByRole("button", { name: "Copy ID 1" }) })
    .locator(".exact");
  await expect(shown).toHaveCount(ids.length);
  const order = await shown.allTextContents();
  expect([...order].sort()).toEqual([...ids].sort());
  expect(await shown.evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText))).toEqual(order);
  for (const [at, id] of order.entries()) {
    expect(await copiedByHand(page, shown.nth(at))).toBe(id);
    await page.getByRole("button", { name: `Copy ID ${at + 1}` }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  }
  const together = await copiedTogether(page, shown.first(), shown.last());
  // When several IDs are selected, the browser itself replaces special spaces with plain ones.
  expect(together).toEqual(order.map((id) => id.replace("\u00a0", " ")));
  await page.getByRole("button", { name: "Copy all" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.join("\n"));
  const file = await page.request.get(`/order-status/${requestCode}/ids.txt`);
  expect(await file.text()).toBe(`${order.join("\r\n")}\r\n`);

  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  const onPaper = await shown.evaluateAll((all) =>
    all.map((one) => {
      const { whiteSpace, textOverflow } = getComputedStyle(one);
      return {
        whiteSpace,
        textOverflow,
        isCut: one.scrollWidth > one.clientWidth && one.clientWidth > 0,
        lines: one.getClientRects().length,
      };
    }),
  );
  for (const [at, { lines, ...look }] of onPaper.entries()) {
    expect(look).toEqual({ whiteSpace: "break-spaces", textOverflow: "clip", isCut: false });
    if ((order[at] ?? "").length < 60) expect(lines, order[at]).toBe(1);
  }

  // The ticket that is kept on the phone. [S12.11]
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: textsIn("en", "offline")("keep") }).click();
  await expect(page.getByRole("button", { name: textsIn("en", "offline")("remove") })).toBeVisible();
  await page.goto("/offline");
  const kept = page.getByRole("article").locator(".exact");
  await expect(kept).toHaveCount(ids.length);
  expect(await kept.allTextContents()).toEqual(order);
  for (const [at, id] of order.entries()) expect(await copiedByHand(page, kept.nth(at))).toBe(id);
});

test("[S2.20] [S2.35] an ID is the same to the letter in an account, in the admin's lists and forms", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const ids = unusualIds();
  const product = await putOnSale({ ids });
  await signedUp({ request: page.request, origin: shop.address }, `exact-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const { requestCode } = await placed({ request: page.request, origin: shop.address }, product, ids.length);
  await adminPage.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const isAllThere = async (where: Page) => {
    await awake(where);
    const shown = where.getByRole("main").locator(".exact");
    for (const id of ids) {
      const one = shown.filter({ hasText: id.slice(0, 16) }).first();
      expect(await one.evaluate((part) => (part as HTMLElement).innerText)).toBe(id);
    }
    return shown;
  };
  await adminPage.goto(`/admin/orders/${requestCode}`);
  await isAllThere(adminPage);
  await adminPage.goto(`/admin/orders?search=${requestCode}&manage=${requestCode}`);
  await awake(adminPage);
  const typed = await adminPage.locator("textarea[name=ids]").inputValue();
  expect(typed.split("\n").sort()).toEqual([...ids].sort());
  await adminPage.getByRole("button", { name: "Approve", exact: true }).click();
  // The shop asks for confirmation once for IDs with odd characters.
  await adminPage.getByRole("button", { name: "Approve anyway" }).click();
  await expect(adminPage.locator(`tr[data-order="${requestCode}"]`)).toHaveCount(0);

  for (const path of [`/admin/orders/${requestCode}`, `/admin/products/${product.id}/ids`]) {
    await adminPage.goto(path);
    await isAllThere(adminPage);
  }
  const listed = await (await ownerApi.get(`/admin/products/${product.id}/ids.txt`)).text();
  for (const id of ids) expect(listed.split(/\r?\n/)).toContain(id);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/account");
  await awake(page);
  await page.getByText("Show 1 more").click();
  const shown = await isAllThere(page);
  for (const id of ids) expect(await copiedByHand(page, shown.filter({ hasText: id.slice(0, 16) }).first())).toBe(id);
});
