import type { Page } from "@playwright/test";
import { expect, test } from "../shop-server.ts";
import { approve, aScreenshot, placed, placedWithCard } from "../states.ts";
import { awake } from "../steps.ts";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
const NARROWEST = { width: 320, height: 640 };
/** Where the work begins at the latest, in px from the top. */
const WORK_BEGINS = 300;

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test("[S2.28] [S2.32] [S2.33] [S10.9] in the lists of the admin the first row begins at 300 px or higher, on a phone and on a wide screen, in both languages, also with a warning", async ({
  adminPage: page,
  putOnSale,
  guest,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Work before tools", ids: Array.from({ length: 9 }, (_, n) => `WORK-${n}`) });
  await placed(guest, product);
  await placedWithCard(guest, product);
  await placed(guest, product, 6);
  await approve(ownerApi, (await placed(guest, await putOnSale())).requestCode);
  const payment = { utr: "632912340001", amount: "1", requestCode: (await placed(guest, await putOnSale())).requestCode };
  const recorded = await ownerApi.post("/admin/money/recording", { form: payment, maxRedirects: 0 });
  expect(recorded.ok(), await recorded.text()).toBe(true);
  const forgotten = { form: { email: shop.admin.email }, headers: { origin: shop.address }, maxRedirects: 0 };
  expect((await guest.request.post("/forgot-password", forgotten)).ok()).toBe(true);
  for (const language of ["en", "hi"]) {
    for (const [path, row] of [
      ["/admin/orders", "tr.queue-row"],
      ["/admin/products", ".inventory tbody tr"],
      ["/admin/orders/processed", "tbody tr"],
      ["/admin/money", ".payment-card"],
      [`/admin/products/${product.id}/ids`, "tbody tr"],
      ["/admin/emails", "tbody tr"],
    ] as const) {
      await page.goto(`${path}?lang=${language}`);
      await awake(page);
      const isWarned = ["/admin/orders", "/admin/products", "/admin/emails"].includes(path);
      await expect(page.locator(".warning-line")).toHaveCount(isWarned ? 1 : 0);
      for (const size of [PHONE, DESK]) {
        await page.setViewportSize(size);
        const top = await page
          .locator(row)
          .first()
          .evaluate((first) => first.getBoundingClientRect().top);
        expect(top, `${path} at ${size.width} px in ${language}`).toBeLessThanOrEqual(WORK_BEGINS);
      }
    }
  }
});

test("[S2.37] nothing of queue and inventory is wider than the screen, down to 320 px and with text twice as large", async ({
  adminPage: page,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale({ name: "An account with a name that somebody made far too long for a phone", price: 1_000_000 });
  await placed(guest, product);
  for (const path of ["/admin/orders", "/admin/products", "/admin/orders?search=account", "/admin/money"]) {
    await page.goto(path);
    await awake(page);
    for (const size of [DESK, PHONE, NARROWEST]) {
      await page.setViewportSize(size);
      expect(await sideways(page), `${path} at ${size.width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(PHONE);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect(await sideways(page), `${path} with large text`).toBeLessThanOrEqual(0);
  }
});

test("[S2.37] text of twice the size fits the admin's pages on a phone, with the shop's name whole", async ({
  adminPage: page,
  putOnSale,
  guest,
  ownerApi,
}) => {
  const product = await putOnSale({ name: "An account with a long name", price: 1_000_000 });
  const { requestCode } = await placed(guest, product);
  await approve(ownerApi, requestCode);
  // A browser that makes all text twice as large lays a page out for half of the screen's width.
  await page.setViewportSize({ width: 180, height: 370 });
  for (const path of [
    "",
    "/orders",
    `/orders/${requestCode}`,
    "/products",
    `/products/${product.id}/ids`,
    "/emails",
    "/money",
    "/payment-methods",
    "/payment-methods/request",
    "/settings",
    "/settings/notifications",
    "/export",
  ]) {
    await page.goto(`/admin${path}`);
    expect.soft(await sideways(page), `/admin${path} scrolls sideways`).toBeLessThanOrEqual(0);
    const cut = await page
      .locator(".area-shop > span")
      .first()
      .evaluate((name) => name.scrollWidth - name.clientWidth);
    expect.soft(cut, `/admin${path} cuts the shop's name`).toBeLessThanOrEqual(0);
  }
});

test("[S12.6] the queue shows the filters that have orders; search, product and method are in one menu of a phone, and what they leave out is said", async ({
  adminPage: page,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale({ name: "Narrowed down" });
  const { requestCode } = await placed(guest, product);
  await page.setViewportSize(PHONE);
  await page.goto("/admin/orders");
  await awake(page);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await expect(filters.getByRole("link", { name: /^To collect/ })).toBeVisible();
  await expect(filters.getByRole("link", { name: /^Late/ })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toBeHidden();
  const opener = page.getByRole("button", { name: "Search and filters" });
  await opener.click();
  await page.getByRole("combobox", { name: "Product" }).selectOption({ value: product.id });
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(new RegExp(`product=${product.id}`));
  await expect(page.locator("tr.queue-row")).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: "Product" })).toBeHidden();
  await opener.click();
  await page.getByRole("searchbox").fill(requestCode);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=REQ/);
  await expect(opener).toBeFocused();
  await page.getByRole("link", { name: `Remove filter: ${requestCode}` }).click();
  await expect(page).not.toHaveURL(/search=/);
  await page.getByRole("link", { name: "Remove filter: Narrowed down" }).click();
  await expect(page).toHaveURL("/admin/orders");
});

test("[S2.37] [S12.6] by keyboard each choice of a list's menu is reached, and nothing is sent before Enter on Show", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/products");
  await awake(page);
  await page.getByRole("button", { name: "Sort" }).focus();
  await page.keyboard.press("Enter");
  const sort = page.getByRole("combobox", { name: "Sort by" });
  await sort.focus();
  const choices = await sort.getByRole("option").count();
  expect(choices).toBeGreaterThan(2);
  for (let pressed = 1; pressed < choices; pressed += 1) await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL("/admin/products");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sort=stock/);
  await page.getByRole("button", { name: "Sort" }).click();
  await expect(sort).toHaveValue("stock");
});

test("[S2.33] a product's name opens it, Add IDs is at hand with the product chosen, and the menu has the rest, by keyboard too", async ({
  adminPage: page,
  putOnSale,
}) => {
  const product = await putOnSale({ name: "Opened by its name" });
  const row = page.getByRole("row").filter({ hasText: product.name });
  await page.goto("/admin/products");
  await awake(page);
  const opener = row.getByRole("button", { name: `Actions: ${product.name}` });
  await opener.focus();
  await page.keyboard.press("Enter");
  for (const name of ["View IDs", "Edit", "Hide", "Delete"])
    await expect(row.getByText(new RegExp(`^${name}`)).filter({ visible: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await expect(row.getByRole("link", { name: "View IDs" })).toBeHidden();
  await row.getByRole("link", { name: "Add IDs" }).click();
  await expect(page.getByRole("combobox", { name: "Product" })).toHaveValue(product.id);
  await page.goto("/admin/products");
  await row.getByRole("link", { name: product.name, exact: true }).click();
  await expect(page).toHaveURL(`/admin/products/${product.id}/edit`);
});

test("[S12.2] [S12.6] on a phone's first screen are three orders of the queue with their buttons, and the fourth tab is called More on every page", async ({
  adminPage: page,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale({ name: "Three on a screen", ids: [1, 2, 3, 4].map((n) => `THREE-${n}`) });
  await placed(guest, product, 2);
  const carded = await placedWithCard(guest, product);
  await placed(guest, product);
  await page.setViewportSize(PHONE);
  await page.goto("/admin/orders?search=Three");
  await awake(page);
  const bar = page.locator("summary").filter({ hasText: "More" });
  const end = (await bar.boundingBox())?.y ?? 0;
  const rows = page.locator("tr.queue-row");
  await expect(rows).toHaveCount(3);
  for (const row of await rows.all()) {
    const box = await row.boundingBox();
    expect((box?.y ?? end) + (box?.height ?? 0)).toBeLessThanOrEqual(end);
  }
  const first = rows.first();
  for (const text of ["Three on a screen", "× 2", "₹998.00", "Request First"]) await expect(first.getByText(text)).toBeVisible();
  await expect(first.getByRole("button", { name: /^Approve/ })).toBeVisible();
  const states = rows.filter({ hasText: carded.requestCode }).getByText(/Proof to check|Looks like|used/);
  await expect(states.filter({ visible: true })).toHaveCount(1);

  for (const path of ["payment-methods", "settings", "settings/notifications", "money"]) {
    await page.goto(`/admin/${path}`);
    await expect(bar).toBeVisible();
    await expect(bar).toHaveText(/^More\b/, { useInnerText: true });
    expect(await sideways(page), path).toBeLessThanOrEqual(0);
  }
  await expect(page.getByText("Record a UPI payment")).toBeVisible();
  await expect(page.getByLabel("UTR")).toBeHidden();
});

test("[S2.31] the proof check shows picture, code and amount first; other orders with the same code are one line that opens", async ({
  adminPage: page,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale({ name: "Sent again", ids: [1, 2, 3, 4].map((n) => `AGAIN-${n}`) });
  const sent = {
    giftCardCode: "AQ4455667788RP",
    paymentProof: { name: "card.png", mimeType: "image/png", buffer: await aScreenshot("#c08040") },
  };
  const codes: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const multipart = { productId: product.id, quantity: "1", paymentMethod: "amazon", ...sent };
    const answer = await guest.request.post("/api/orders", { multipart, headers: { origin: guest.origin } });
    codes.push((await answer.json()).requestCode);
  }
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/orders?search=${codes[3]}`);
  await awake(page);
  await expect(page.locator("tr.queue-row").getByText("Code and picture used 3× before").filter({ visible: true })).toBeVisible();
  await page.getByRole("link", { name: "View Proof" }).click();
  const dialog = page.getByRole("dialog", { name: "Payment Verification" });
  await expect(dialog.getByRole("img")).toBeInViewport({ ratio: 0.9 });
  await expect(dialog.getByText("₹499.00")).toBeInViewport();
  await expect(dialog.getByText(sent.giftCardCode).first()).toBeInViewport();
  await expect(dialog.getByRole("link", { name: codes[0] })).toBeHidden();
  await dialog.getByText("Code and picture used 3× before").click();
  await expect(dialog.getByRole("link", { name: codes[0] }).first()).toBeVisible();
});
