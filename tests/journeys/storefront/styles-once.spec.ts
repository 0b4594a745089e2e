import type { Page } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { signUp } from "../signing-in.ts";
import { awake } from "../steps.ts";

const SHOP_FILE = "**/assets/shop-*.css";

/** How this page got its styles: from its own text, or from files and how many bytes those took. */
async function stylesOf(page: Page) {
  return page.evaluate(() => {
    const files = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".css")) as PerformanceResourceTiming[];
    return {
      isInline: document.querySelector("style[data-page-styles]") !== null,
      isLinked: document.querySelector("link[rel=stylesheet][data-page-styles]") !== null,
      transferred: files.reduce((sum, { transferSize }) => sum + transferSize, 0),
      colour: getComputedStyle(document.body).backgroundColor,
    };
  });
}

/** The name of the stylesheet that the browser says it has. */
async function stylesCookie(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "styles")?.value;
}

/** Visits a page that leaves the shop's styles in the browser. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto("/products");
  await awake(page);
  await expect.poll(() => stylesCookie(page)).toMatch(/^shop-.*\.css$/);
}

test("a first visit has its styles in the page, the next one takes them from the browser's cache, and both look the same", async ({
  page,
}) => {
  await page.goto("/products");
  const first = await stylesOf(page);
  expect(first).toMatchObject({ isInline: true, isLinked: false });
  await visitOnce(page);
  const fromCache = { isInline: false, isLinked: true, transferred: 0, colour: first.colour };
  for (const path of ["/login", "/products", "/", "/nowhere", "/api/docs"]) {
    await page.goto(path);
    expect(await stylesOf(page), path).toEqual(fromCache);
  }

  await signUp(page, "styled@example.com");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/login");
  await page.goto("/login");
  expect(await stylesOf(page), "after a logout").toEqual(fromCache);
});

test("a page whose styles are a file keeps them when it breaks", async ({ page }) => {
  await visitOnce(page);
  await page.goto("/login");
  await awake(page);
  await page.route("**/*.data*", (route) => route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Broken</h1>" }));
  await page.getByRole("link", { name: "Sign Up" }).first().click();
  await expect(page.getByText(english("networkNotOk")).last()).toBeVisible();
  const icons = await page.locator("svg:visible").evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
  expect(Math.max(...icons)).toBeLessThan(200);
});

test("a browser that dropped the file gets it again, and one that is refused the file has its styles in the next page", async ({
  page,
  strangerPage,
}) => {
  await visitOnce(page);
  const looks = await stylesOf(page);
  await strangerPage.context().addCookies(await page.context().cookies());
  await strangerPage.goto("/login");
  const loaded = await stylesOf(strangerPage);
  expect(loaded).toMatchObject({ isLinked: true, colour: looks.colour });
  expect(loaded.transferred).toBeGreaterThan(5_000);
  await strangerPage.goto("/products");
  await awake(strangerPage);
  expect(await stylesCookie(strangerPage)).toBe(await stylesCookie(page));

  await page.route(SHOP_FILE, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/login");
  await expect.poll(() => stylesCookie(page)).toBeUndefined();
  await page.goto("/login");
  expect(await stylesOf(page)).toMatchObject({ isInline: true, isLinked: false, colour: looks.colour });
});
