import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

test("[S2.23] who comes from the shop to the admin by a link sees the page when all its styles are there, behind those of the shop", async ({
  adminPage,
}) => {
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await adminPage.route("**/assets/app-*.css", async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await adminPage.goto("/products");
  await awake(adminPage);
  const isAsked = adminPage.waitForRequest("**/assets/app-*.css");
  await adminPage.getByRole("link", { name: "Admin" }).first().click();
  await isAsked;
  await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText("Products");

  letThrough();
  await expect(adminPage).toHaveURL("/admin");
  await expect(adminPage.getByRole("navigation", { name: "Admin" })).toBeVisible();
  await expect.poll(() => adminPage.evaluate(sheets)).toEqual(["page", "all"]);

  await adminPage.reload();
  await awake(adminPage);
  await expect.poll(() => adminPage.evaluate(sheets)).toEqual(["page"]);
});

test("[S2.23] a shop page whose styles are a file keeps them in the admin, which then takes all of them from the browser's cache", async ({
  adminPage,
}) => {
  const cookie = async () => (await adminPage.context().cookies()).find(({ name }) => name === "styles")?.value;
  await adminPage.goto("/products");
  await awake(adminPage);
  await expect.poll(cookie).toMatch(/^shop-/);
  await adminPage.goto("/products");
  await awake(adminPage);
  await expect(adminPage.locator("link[data-page-styles=shop]")).toBeAttached();

  await adminPage.getByRole("link", { name: "Admin" }).first().click();
  await expect(adminPage).toHaveURL("/admin");
  await expect.poll(() => adminPage.evaluate(sheets)).toEqual(["page", "all"]);
  await expect.poll(cookie).toMatch(/^app-/);

  await adminPage.reload();
  await expect(adminPage.locator("link[data-page-styles=all]")).toBeAttached();
  const transferred = await adminPage.evaluate(() => {
    const files = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".css"));
    return files.map((file) => (file as PerformanceResourceTiming).transferSize);
  });
  expect(transferred).toEqual([0]);
});

/** The precedence of each stylesheet of the page, in their order. */
function sheets(): (string | null)[] {
  return [...document.styleSheets].map(({ ownerNode }) => (ownerNode as Element).getAttribute("data-precedence"));
}
