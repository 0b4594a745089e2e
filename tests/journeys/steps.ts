import type { Locator, Page } from "@playwright/test";
import { expect, type ProductOnSale } from "./shop-server.ts";

/**
 * Orders on the product's page, to be paid after approval, and returns the request code that the
 * page shows.
 */
export async function order(page: Page, product: Pick<ProductOnSale, "id">, quantity = 1): Promise<string> {
  await page.goto(`/product/${product.id}`);
  await page.getByLabel("Quantity").fill(String(quantity));
  await page.getByRole("radio", { name: "Request First" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  return requestCodeOn(page);
}

/** The request code of the order on the status page. */
export async function requestCodeOn(page: Page): Promise<string> {
  await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();
  const [code] = /REQ-[0-9A-Z]+/.exec(page.url()) ?? [];
  if (!code) throw new Error(`no request code in ${page.url()}`);
  return code;
}

/**
 * Waits until the whole page is hydrated and its effects have started; lazily loaded parts may
 * still be on their way. Forms and links work before that, but as plain ones.
 */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const isAwake = (control: Element) => Object.keys(control).some((key) => key.startsWith("__reactProps"));
      const buttons = [...document.querySelectorAll("main button")];
      const controls = buttons.length > 0 ? buttons : [...document.querySelectorAll("main a")].slice(0, 1);
      return controls.length > 0 && controls.every(isAwake);
    },
    undefined,
    { timeout: 30_000 },
  );
  // Handlers are attached just before React runs the effects; a background task runs after all of
  // React's work.
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: "background" }));
}

/** Opens fields of a form that open on demand. */
export async function openFields(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) await page.locator("details:not([open]) > summary").filter({ hasText: title }).click();
}

/**
 * Goes back like the browser's button, once the page is hydrated: hydration sets the address again,
 * which `page.goBack()` would take for its own navigation.
 */
export async function goBack(page: Page): Promise<void> {
  await awake(page);
  await page.goBack();
}

/** Opens an order's row in the queue. The row opens before the address says so. */
export async function manage(page: Page, requestCode: string): Promise<void> {
  await page.goto("/admin/orders");
  await awake(page);
  await page.getByRole("link", { name: `Manage ${requestCode}` }).click();
  await page.waitForURL(({ searchParams }) => searchParams.getAll("manage").includes(requestCode));
  await page.getByRole("form", { name: `Approve ${requestCode}` }).waitFor();
  await awake(page);
}

/** Presses Tab until the control has the focus, like somebody without a mouse. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  const stops = await page.locator("a, button, input, select, textarea, summary, [tabindex]").count();
  for (let pressed = 0; pressed <= stops; pressed += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${control}`);
}
