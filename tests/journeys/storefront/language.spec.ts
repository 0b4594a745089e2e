import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

test("[S11.1] a shopper switches to Hindi once, and every page is in Hindi from then on, without loading a text of the other language", async ({
  page,
}) => {
  const loaded = new Set<string>();
  page.on("request", (request) => request.url().includes("/texts/") && loaded.add(new URL(request.url()).pathname));
  await page.goto("/products");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-IN");
  await awake(page);
  loaded.clear();
  await page.getByRole("contentinfo").getByRole("link", { name: "हिन्दी" }).click();
  await expect(page).toHaveURL("/products?lang=hi");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
  await awake(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "हमें लिखें" }).click();
  await expect(page).toHaveURL("/contact");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
  expect([...loaded]).toEqual(["/texts/hi/language,parts,products,site", "/texts/hi/shop"]);

  await page.goto("/login");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "प्रोडक्ट" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Products" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, locale: "hi-IN" });

  test("[S11.1] a browser in Hindi gets Hindi, and a choice holds without script", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
    await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
    await page.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en-IN");
  });
});

test("[S8.4] [S11.1] texts that do not come leave the page as it is", async ({ page }) => {
  await page.goto("/login");
  await awake(page);
  await page.route("**/texts/**", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
  await expect(page.getByText("You're still on the same page").last()).toBeVisible();
  await expect(page).toHaveURL("/login");
  await page.unroute("**/texts/**");
  await page.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
  await expect(page).toHaveURL("/contact");
});
