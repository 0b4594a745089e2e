import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

for (const javaScriptEnabled of [true, false]) {
  test(`[S2.27] a visitor whose browser filled in the hidden field reads so and sends the message again, ${javaScriptEnabled ? "with" : "without"} script`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto("/contact");
    if (javaScriptEnabled) await awake(page);
    await page.getByLabel("Name").fill("Asha");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Message").fill("Where is my ID?");
    const hidden = page.locator("[name=leaveEmpty]");
    await hidden
      .evaluate((field: HTMLInputElement) => {
        field.value = "https://asha.example";
      })
      .catch(() => hidden.fill("https://asha.example", { force: true }));
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText(english("hiddenFieldFilled"))).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Where is my ID?");
    await expect(hidden).toHaveValue("");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText(english("messageSent"))).toBeVisible();
    await context.close();
  });
}
