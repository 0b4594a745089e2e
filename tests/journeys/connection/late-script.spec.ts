import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake } from "../steps.ts";

/** Low enough that three orders do not fit. */
const PHONE = { width: 360, height: 480 };

test("[S2.23] [S8.4] on a phone the queue stays where it was scrolled to when its script comes, and its bar marks it as open", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale();
  await placed(guest, product);
  await placed(guest, product);
  const code = (await placed(guest, product)).requestCode;
  await adminPage.setViewportSize(PHONE);
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await adminPage.route("**/assets/*.js", async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await adminPage.goto("/admin/orders", { waitUntil: "commit" });
  const manageLink = adminPage.getByRole("link", { name: `Manage ${code}` });
  await manageLink.scrollIntoViewIfNeeded();
  const scrolled = await adminPage.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(100);

  letThrough();
  await awake(adminPage);
  const bar = adminPage.getByRole("navigation", { name: "Admin" });
  await expect(bar.getByRole("link", { name: "Queue" })).toHaveAttribute("aria-current", "page");
  expect(await adminPage.evaluate(() => window.scrollY)).toBe(scrolled);
});
