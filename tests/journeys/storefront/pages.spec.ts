import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

const texts = textsIn("en", "adminPages");

// The journeys of a worker share a shop, and other tests look at a footer without these pages.
test.afterEach(async ({ ownerApi }) => {
  for (const lang of ["en", "hi"]) {
    const page = await (await ownerApi.get(`/api/admin/pages/terms?lang=${lang}`)).json();
    if (page.isPublished)
      await ownerApi.put(`/api/admin/pages/terms?lang=${lang}`, { data: { title: page.title, html: page.html, isPublished: false } });
  }
});

test("[S10.14] the owner publishes the draft of the terms, and visitors find it at the foot of every page", async ({ page, adminPage }) => {
  expect((await page.goto("/terms"))?.status()).toBe(404);
  await adminPage.goto("/admin/pages");
  await looksRight(adminPage, "the owner's pages");
  await adminPage.getByRole("link", { name: "Edit Terms" }).click();
  await awake(adminPage);
  await looksRight(adminPage, "the editor of the terms");
  const form = adminPage.getByRole("form", { name: "English" });
  await form.getByLabel("Title").fill("");
  await form.getByRole("button", { name: "Save English" }).click();
  await expect(form.getByText(english("pageTitleRequired"))).toBeVisible();
  await form.getByLabel("Title").fill("Our terms");
  await form.getByLabel(texts("publish"), { exact: true }).check();
  await form.getByRole("button", { name: "Save English" }).click();
  await expect(adminPage.getByText(english("pageSaved"))).toBeVisible();

  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Our terms" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Who we are" })).toBeVisible();
  await looksRight(page, "/terms");
  expect(await (await page.request.get("/sitemap.xml")).text()).toContain("/terms</loc>");

  await page.goto("/terms?lang=hi");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
  await expect(page.getByRole("heading", { level: 1 }).locator("[lang=en-IN]")).toHaveText("Our terms");
});

test("[S10.14] without script a page is saved, and a refused form still has what was typed", async ({ browser, baseURL, adminPage }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await adminPage.context().storageState() });
  const page = await context.newPage();
  await page.goto("/admin/pages/terms");
  const form = page.getByRole("form", { name: "हिन्दी" });
  await form.getByLabel("Title").fill("शर्तें");
  await form.getByLabel("Text (HTML)").fill("<script>x()</script>");
  await form.getByLabel(texts("publish"), { exact: true }).check();
  await form.getByRole("button", { name: "Save हिन्दी" }).click();
  await expect(form.getByText(english("pageTextRequired"))).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue("शर्तें");
  await form.getByLabel("Text (HTML)").fill("<p>पहले पेमेंट।</p>");
  await form.getByRole("button", { name: "Save हिन्दी" }).click();
  await expect(form.getByText(english("pageSaved"))).toBeVisible();
  await page.goto("/terms?lang=en");
  await expect(page.getByText("पहले पेमेंट।")).toBeVisible();
  await context.close();
});
