import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

test("[S2.23] who comes from the shop to the admin by a link sees the page when all its styles are there, behind those of the shop", async ({
  adminPage,
}) => {
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await adminPage.route("**/assets/*.css", async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await adminPage.goto("/products");
  await awake(adminPage);
  const isAsked = adminPage.waitForRequest("**/assets/*.css");
  await adminPage.getByRole("link", { name: "Admin" }).first().click();
  await isAsked;
  await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText("Products");

  letThrough();
  await expect(adminPage).toHaveURL("/admin/dashboard");
  await expect(adminPage.getByRole("navigation", { name: "Admin" })).toBeVisible();
  const sheets = () => [...document.styleSheets].map(({ ownerNode }) => (ownerNode as Element).getAttribute("data-precedence"));
  await expect.poll(() => adminPage.evaluate(sheets)).toEqual(["page", "all"]);

  await adminPage.reload();
  await awake(adminPage);
  await expect.poll(() => adminPage.evaluate(sheets)).toEqual(["page"]);
});
