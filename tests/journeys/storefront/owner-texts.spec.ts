import type { Page } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake, openFields } from "../steps.ts";

const unique = Date.now().toString(36);
const toasts = (page: Page) => page.locator("[aria-live=polite]");

test("[S11.2] the owner writes a product in two languages, and each buyer reads it in theirs", async ({ adminPage, page }) => {
  const [inEnglish, inHindi] = [`Gold account ${unique}`, `गोल्ड अकाउंट ${unique}`];
  await adminPage.goto("/admin/products/new");
  await awake(adminPage);
  const [name, hindiName] = [adminPage.getByLabel("Name (English)"), adminPage.getByLabel("Name (हिन्दी)")];
  await expect(hindiName, "the other language opens on demand").toBeHidden();
  await openFields(adminPage, "Texts in हिन्दी", "Description");
  await name.fill(inEnglish);
  await hindiName.fill(inHindi);
  await adminPage.getByLabel("Price in ₹").fill("99");
  await adminPage.locator("[contenteditable][lang^=en]").fill("One traveller.");
  await adminPage.getByRole("textbox", { name: "IDs" }).fill(`texts-${unique}`);
  await looksRight(adminPage, "the form of a product in two languages");
  await adminPage.getByRole("main").getByRole("button", { name: "Add Product" }).click();
  await expect(toasts(adminPage).getByText(english("productAdded"))).toBeVisible();

  await page.goto("/products?lang=hi");
  await page.goto(`/products?q=${encodeURIComponent(inHindi)}`);
  await page.getByRole("article").getByRole("link").click();
  const title = page.getByRole("heading", { level: 1, name: inHindi });
  await expect(title).toBeVisible();
  await expect(title).not.toHaveAttribute("lang");
  await expect(page.locator("[lang=en]").getByText("One traveller.")).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(inHindi));
  await looksRight(page, "a product in Hindi with an English description");

  await page.goto(`${new URL(page.url()).pathname}?lang=en`);
  await expect(page.getByRole("heading", { level: 1, name: inEnglish })).toBeVisible();
  await expect(page.getByRole("main").locator("[lang]")).toHaveCount(0);
});

test("[S11.2] without script the settings take a text in each language, and the foot of a page shows the one in its own", async ({
  browser,
  baseURL,
  ownerApi,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await ownerApi.storageState() });
  const page = await context.newPage();
  const save = async (blurb: string) => {
    await page.goto("/admin/settings");
    await page.getByLabel("About your shop (हिन्दी)").fill(blurb);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  };
  await save("रात की ट्रेन की ID।");
  await expect(page.getByLabel("About your shop (हिन्दी)")).toHaveValue("रात की ट्रेन की ID।");
  const footer = page.getByRole("contentinfo");
  await page.goto("/?lang=hi");
  await expect(footer.getByText("रात की ट्रेन की ID।")).not.toHaveAttribute("lang");
  await page.goto("/?lang=en");
  await expect(footer).not.toContainText("रात की ट्रेन की ID।");

  await save("");
  await page.goto("/?lang=hi");
  await expect(footer.locator("p[lang=en]"), "the English one again").toBeVisible();
  await context.close();
});
