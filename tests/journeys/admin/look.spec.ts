import type { Page } from "@playwright/test";
import sharp from "sharp";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake, order } from "../steps.ts";

async function aPicture(width: number, height: number, background: string) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: "picture.png", mimeType: "image/png", buffer };
}

const save = (page: Page) =>
  Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.getByRole("button", { name: "Save settings" }).click(),
  ]);

const logoOf = (page: Page) => page.locator("header .site-name img");

/** The colour of a page's main buttons, and of the text on them. */
const buttonColours = (page: Page) =>
  page
    .locator(".button-primary")
    .first()
    .evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]);

test("[S12.12] the owner's logo and colour show in the preview, and after saving on open pages, cached pages, icons and shared links", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale();
  await order(page, product);
  await awake(page);
  await expect(logoOf(page)).toHaveCount(0);

  await adminPage.goto("/admin/settings/look");
  await awake(adminPage);
  const preview = adminPage.locator(".look-preview");
  await adminPage.getByLabel("Upload a logo").setInputFiles(await aPicture(300, 300, "#c03030"));
  await expect(preview.locator(".look-logo").first()).toBeVisible();
  await adminPage.getByLabel("Your colour").fill("#ffd400");
  await expect(adminPage.getByLabel("The shop's own blue")).not.toBeChecked();
  await expect(adminPage.getByText(/hard to read on some pages/)).toBeVisible();
  await save(adminPage);
  await expect(adminPage.getByText(english("settingsSaved"))).toBeVisible();
  await expect(adminPage.getByRole("img", { name: "Your logo" })).toBeVisible();

  await expect(logoOf(page)).toHaveCount(1);
  const source = (await logoOf(page).getAttribute("src")) ?? "";
  expect(source).toMatch(/^\/shop-pictures\/[0-9a-f]{48}\.webp\?logo=96$/);
  await page.goto(`/product/${product.id}`);
  const shown = await page.request.get(source);
  expect([shown.headers()["content-type"], (await sharp(await shown.body()).metadata()).width]).toEqual(["image/png", 96]);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const [ground = "", words = ""] = await buttonColours(page);
    expect(ground, scheme).not.toBe("rgb(31, 63, 168)");
    expect(ground).not.toBe(words);
  }

  const guest = await page.request.get("/products", { headers: { cookie: "" } });
  const html = await guest.text();
  expect(html).toContain(`rel="icon" href="${source}"`);
  expect(html).toContain("?logo=share");
  expect(html).toContain("--accent:");
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest.icons.every(({ src }: { src: string }) => src.includes("?logo="))).toBe(true);
});

test("[S12.12] the landing page has the owner's picture, none or the drawing, and its sections in the owner's order", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  await putOnSale();
  await adminPage.goto("/admin/settings/look");
  await awake(adminPage);
  await adminPage.getByLabel("Upload a picture of your own").setInputFiles(await aPicture(800, 500, "#207050"));
  await adminPage.getByRole("button", { name: "Move How it works up" }).click();
  await adminPage.getByRole("button", { name: "Move How it works up" }).click();
  await expect(adminPage.getByRole("button", { name: "Move How it works up" })).toBeDisabled();
  await save(adminPage);
  await expect(adminPage.getByText(english("settingsSaved"))).toBeVisible();

  await page.goto("/");
  await expect(page.locator("section.on-night img")).toHaveAttribute("src", /^\/shop-pictures\//);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("How It Works");

  await adminPage.getByLabel("Show a picture").uncheck();
  await save(adminPage);
  await expect(async () => {
    await page.reload();
    await expect(page.locator("section.on-night img, section.on-night svg[viewBox='0 0 480 340']")).toHaveCount(0);
  }).toPass();
});

test("[S12.12] without script the look is a plain form, and what is no picture is said beside its field", async ({
  browser,
  baseURL,
  ownerApi,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await ownerApi.storageState() });
  const page = await context.newPage();
  await page.goto("/admin/settings/look");
  await page.getByLabel("Upload a logo").setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByLabel("Upload a logo")).toHaveAccessibleDescription(
    `${textsIn("en", "adminSettings")("logoHint", { size: "10 MB" })} ${english("imageNotAPicture")}`,
  );

  await page.getByLabel("Upload a logo").setInputFiles(await aPicture(64, 64, "#204080"));
  await page.getByLabel("The shop's own blue").uncheck();
  await page.getByLabel("Your colour").fill("#a02020");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText(english("settingsSaved"))).toBeVisible();
  expect(await (await ownerApi.get("/api/admin/settings")).json()).toMatchObject({ accent: "#a02020" });

  await page.getByLabel("Keep this logo").uncheck();
  await page.getByRole("button", { name: "Save settings" }).click();
  expect(await (await ownerApi.get("/api/admin/settings")).json()).toMatchObject({ accent: "#a02020", logo: null });
  await context.close();
});

test("[S12.12] the look's page fits a phone, and neither it nor its preview is wider than the screen", async ({ adminPage }) => {
  await adminPage.setViewportSize({ width: 360, height: 740 });
  await adminPage.goto("/admin/settings/look");
  await awake(adminPage);
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
