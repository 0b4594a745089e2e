import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { TESTIMONIAL_ROTATION_MS } from "#shop/constants.ts";
import type { TestimonialKind } from "#shop/settings/testimonials.ts";
import { expectMenu } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";

// Most visitors see motion; the other journeys ask for less of it.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/**
 * Which of the three are visible at a moment of the rotation; the animation clock is stopped there.
 */
function seenAt(page: Page, ms: number): Promise<number[]> {
  return page.evaluate((at) => {
    const voices = [...document.querySelectorAll(".testimonial")];
    for (const voice of voices)
      for (const animation of voice.getAnimations()) {
        animation.pause();
        // With a negative delay an animation starts in the middle; this time counts from its
        // beginning.
        animation.currentTime = at;
      }
    return voices.flatMap((voice, n) => (getComputedStyle(voice).visibility === "visible" ? [n] : []));
  }, ms);
}

async function quote(ownerApi: APIRequestContext, testimonialsShown: TestimonialKind): Promise<void> {
  const settings = await (await ownerApi.get("/api/admin/settings")).json();
  expect((await ownerApi.put("/api/admin/settings", { data: { ...settings, testimonialsShown } })).status()).toBe(200);
}

test("[S12.7] a guest orders in 3 taps, starting on the landing page of a phone; the way to an order is on its first screen", async ({
  browser,
  baseURL,
  putOnSale,
}) => {
  const { name } = await putOnSale({ name: "From the landing page", price: 321 });
  const viewport = { width: 360, height: 640 };
  const page = await (await browser.newContext({ baseURL, viewport, hasTouch: true })).newPage();
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  await page.goto("/");
  await expect(page.locator("script:not([type='application/ld+json'])")).toHaveCount(0);
  const [product, found] = [
    page.getByRole("link", { name: `${name} ₹321.00` }),
    page.getByRole("main").getByRole("link", { name: "Find your order" }),
  ];
  const bar = await page.getByRole("navigation", { name: "Shortcuts" }).boundingBox();
  const first = await page.locator(".product-tile").first().boundingBox();
  for (const box of [first, await found.boundingBox()]) expect((box?.y ?? 1_000) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await tap(product);
  await tap(page.getByRole("button", { name: "Place Order" }));
  await expect(page.getByRole("list", { name: "Progress of the order" })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3);
  await page.context().close();
});

test("[S2.10] [S12.7] the first screen of a phone has four products, on the landing page and in the list, in both languages", async ({
  browser,
  baseURL,
  putOnSale,
}) => {
  for (const name of ["Regular account ID", "Verified account ID", "Family account ID", "Student account ID"]) await putOnSale({ name });
  const viewport = { width: 360, height: 740 };
  for (const [path, product] of [
    ["/", ".product-tile"],
    ["/products", ".product-card"],
  ] as const)
    for (const language of ["en", "hi"]) {
      const page = await (await browser.newContext({ baseURL, viewport, hasTouch: true })).newPage();
      await page.goto(`${path}?lang=${language}`);
      const bar = await page.locator(".site-tabs").boundingBox();
      const ends = await page.locator(product).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
      expect(ends.filter((end) => end <= (bar?.y ?? 0)).length, `${path} in ${language}: ${ends}`).toBeGreaterThanOrEqual(4);
      await page.context().close();
    }
});

test("[S2.10] a product without a picture has the same drawing on the landing page and in the list", async ({ page, putOnSale }) => {
  const { name, id } = await putOnSale();
  const drawing = page.locator(`li:has(a[href="/product/${id}"]) .drawn-picture`);
  await page.goto("/");
  const onLanding = await drawing.evaluate((one) => [one.getAttribute("style"), one.innerHTML]);
  await page.goto("/products");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  expect(await drawing.evaluate((one) => [one.getAttribute("style"), one.innerHTML])).toEqual(onLanding);
});

test.describe("[S2.8] testimonials", () => {
  // A new shop quotes nobody.
  test.beforeEach(({ ownerApi }) => quote(ownerApi, "samples"));

  test("[S2.8] three testimonials rotate every 5000 ms, without any script and without moving anything", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("script:not([type='application/ld+json'])")).toHaveCount(0);
    expect(TESTIMONIAL_ROTATION_MS).toBe(5_000);
    for (const [ms, who] of [
      [0, 0],
      [4_990, 0],
      [5_010, 1],
      [9_990, 1],
      [10_010, 2],
      [14_990, 2],
      [15_010, 0],
      [20_010, 1],
    ] as const)
      expect(await seenAt(page, ms), `after ${ms} ms`).toEqual([who]);
    const boxes = await page.locator(".testimonial").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    expect(new Set(boxes).size, "they have one place and one size").toBe(1);
  });

  test("[S2.8] a visitor pauses the testimonials, by mouse or keyboard, and lets them go on", async ({ page }) => {
    await page.goto("/");
    const states = () =>
      page.locator(".testimonial").evaluateAll((all) => [...new Set(all.flatMap((one) => one.getAnimations().map((a) => a.playState)))]);
    expect(await states()).toEqual(["running"]);
    const pause = page.getByRole("checkbox", { name: "Pause" });
    await pause.focus();
    await page.keyboard.press("Space");
    await expect(pause).toBeChecked();
    await expect.poll(states).toEqual(["paused"]);
    await page.keyboard.press("Space");
    await expect.poll(states).toEqual(["running"]);
    await page.locator(".testimonial-list").hover();
    await expect.poll(states).toEqual(["paused"]);
  });

  test("[S2.8] reduced motion stops the testimonials: all three can be read, and there is nothing to pause", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    for (const voice of await page.locator(".testimonial").all()) {
      await expect(voice).toBeVisible();
      expect(await voice.evaluate((one) => one.getAnimations().length)).toBe(0);
    }
    await expect(page.locator(".testimonial")).toHaveCount(3);
    await expect(page.getByRole("checkbox", { name: "Pause" })).toBeHidden();
  });
});

test("[S2.26] any other path is a 404 that fades in, and its search finds products", async ({ page, putOnSale }) => {
  const { name } = await putOnSale({ name: "Findable account" });
  expect((await page.goto("/no/such/page"))?.status()).toBe(404);
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Oops! Page Not Found" })).toBeVisible();
  await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
  await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/contact");
  await expect(page.getByText("Or try searching:")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.locator("img")).toHaveAttribute("alt", "");

  const fades = await fadesIn(main);
  expect(new Set(fades.map(({ duration }) => duration))).toEqual(new Set(["0.5s"]));
  expect([...new Set(fades.map(({ delay }) => delay))].sort(), "one after another").toEqual(["0.2s", "0.4s", "0.6s", "0.8s"]);

  await page.getByPlaceholder("Search...").fill("findable");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/products\?q=findable$/);
  await expect(page.getByRole("heading", { name })).toBeVisible();

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/no/such/page");
  expect(await fadesIn(main)).toEqual([]);
});

/** The duration and delay of each part that fades in. */
function fadesIn(main: Locator): Promise<{ duration: string; delay: string }[]> {
  return main.evaluate((all) =>
    [...all.querySelectorAll("*")].flatMap((part) => {
      const { animationName, animationDuration: duration, animationDelay: delay } = getComputedStyle(part);
      return animationName === "none" ? [] : [{ duration, delay }];
    }),
  );
}

test("[S2.4] the menu button announces whether the menu is open without any script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto("/");
  const button = page.getByRole("button", { name: "Menu" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" });
  await expectMenu(page, "closed");
  await expect(link).toBeHidden();
  await button.click();
  await expectMenu(page, "open");
  await expect(button).toBeFocused();
  await button.click();
  await expectMenu(page, "closed");
  await expect(link).toBeHidden();
  await button.click();
  await link.click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(link).toBeHidden();
  await context.close();
});

test("a request code alone finds the order, and the page says if there is none", async ({ page, ownerApi, putOnSale }) => {
  const { id } = await putOnSale();
  const placed = await ownerApi.post("/api/orders", { data: { productId: id, quantity: 1, paymentMethod: "request" } });
  const { requestCode } = await placed.json();
  await page.goto("/my-orders");
  await page.getByLabel("Request code").fill("req none-such");
  await page.getByRole("button", { name: "Find order" }).click();
  await expect(page.getByRole("alert")).toHaveText("Order not found");
  await expect(page.getByLabel("Request code")).toHaveValue("req none-such");
  await page.getByLabel("Request code").fill(` ${requestCode.replace("REQ-", "").toLowerCase()} `);
  await page.getByRole("button", { name: "Find order" }).click();
  await expect(page).toHaveURL(new RegExp(`/order-status/${requestCode}$`));
});

test("the colours are chosen on a page without script", async ({ page }) => {
  await page.goto("/how-it-works");
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page).toHaveURL(/\/how-it-works$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
});
