import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { looksRight } from "../accessibility-checks.ts";
import { layoutShifts } from "../layout-shifts.ts";
import { expect, test } from "../shop-server.ts";
import { approve, CUSTOMERS_PASSWORD, placed, reject, signedUp } from "../states.ts";

const phone = { width: 360, height: 640 };
const shortcuts = (page: Page) => page.getByRole("navigation", { name: "Shortcuts" });

/** Whether the whole of a text is on the screen, above the bar at its bottom. */
async function isOnFirstScreen(page: Page, text: string): Promise<boolean> {
  const [box, bar] = [await page.getByText(text, { exact: true }).boundingBox(), await shortcuts(page).boundingBox()];
  return box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y;
}

test("[S12.1] a guest finds the ordered ID again on the same phone in 1 tap, and it is on the first screen of its page, with and without script", async ({
  guest,
  putOnSale,
  ownerApi,
  browser,
  baseURL,
}) => {
  const product = await putOnSale({ ids: ["FOUND-AGAIN-1"] });
  const { requestCode: code } = await placed(guest, product);
  await approve(ownerApi, code);
  const storageState = await guest.request.storageState();
  for (const javaScriptEnabled of [true, false]) {
    const later = await (await browser.newContext({ baseURL, storageState, javaScriptEnabled, viewport: phone, hasTouch: true })).newPage();
    await later.goto("/products");
    await shortcuts(later).getByRole("link", { name: "My orders" }).tap();
    await expect(later.getByRole("heading", { name: "My orders" })).toBeVisible();
    expect(await isOnFirstScreen(later, "FOUND-AGAIN-1")).toBe(true);
    await expect(shortcuts(later).getByRole("link", { name: "My orders" })).toHaveAttribute("aria-current", "page");
    await later.getByRole("link", { name: `View order ${code}` }).tap();
    await expect(later.getByRole("heading", { name: "Your ID is here" })).toBeVisible();
    expect(await isOnFirstScreen(later, "FOUND-AGAIN-1")).toBe(true);
    await later.context().close();
  }
});

test("[S12.1] the bar of a phone has its own room, and nothing moves when the page comes alive", async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of ["/", "/products", "/my-orders", "/contact"]) {
    await page.goto(path);
    const bar = await shortcuts(page).boundingBox();
    expect(bar?.y, path).toBe(phone.height - (bar?.height ?? 0));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const end = await page.getByRole("contentinfo").boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0);
    expect(await layoutShifts(page), path).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(shortcuts(page)).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My orders" })).toBeVisible();
});

test("[S12.1] [S2.37] My orders has nothing that axe finds, is not stored, and moves into the account after logging in", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale();
  const buyer = { request: page.request, origin: shop.address };
  const orders = [await placed(buyer, product), await placed(buyer, product), await placed(buyer, product)];
  const [approved = "", rejected = "", pending = ""] = orders.map(({ requestCode }) => requestCode);
  await approve(ownerApi, approved);
  await reject(ownerApi, rejected, "The train is full");
  const answer = await page.goto("/my-orders");
  expect(answer?.headers()).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
  await expect(page.getByRole("main").getByRole("article")).toContainText([pending, rejected, approved]);
  await looksRight(page, "/my-orders");
  await strangerPage.goto("/my-orders");
  await expect(strangerPage.getByText(textsIn("en", "myOrders")("noOrders"))).toBeVisible();

  const email = "takes-along@example.com";
  await signedUp({ request: strangerPage.request, origin: shop.address }, email);
  await page.getByRole("main").getByRole("link", { name: "log in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(CUSTOMERS_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByText(textsIn("en", "myOrders")("notInAccount"))).toBeVisible();
  await looksRight(page, "/my-orders, logged in");
  await page.goto("/account");
  await looksRight(page, "/account, with orders of this device");
  await page.getByRole("button", { name: "Add to my account" }).click();
  await expect(page.getByRole("button", { name: "Add to my account" })).toHaveCount(0);
  for (const code of [approved, rejected, pending])
    await expect(page.getByRole("listitem").filter({ hasText: code }).first()).toBeVisible();
  await page.goto("/my-orders");
  await expect(page).toHaveURL(/\/account$/);
});
