import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { approve } from "../states.ts";
import { awake, order } from "../steps.ts";

test("[S10.15] the owner writes what to do with the IDs, and the buyer reads it with them in their language", async ({
  page,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await adminPage.goto(`/admin/products/${product.id}/edit`);
  await adminPage.getByRole("link", { name: "Instructions" }).click();
  await awake(adminPage);
  for (const [language, html] of [
    ["English", "<p onclick='x()'>Log in and <b>change the password</b>.</p>"],
    ["हिन्दी", "<p>लॉगिन करें।</p>"],
  ] as const) {
    const form = adminPage.getByRole("form", { name: language });
    await form.getByLabel("Text (HTML)").fill(html);
    await form.getByRole("button", { name: `Save ${language}` }).click();
    await expect(adminPage.getByText(english("instructionsSaved")).last()).toBeVisible();
  }
  await expect(adminPage.getByRole("form", { name: "English" }).getByLabel("Text (HTML)")).toHaveValue(
    "<p>Log in and <b>change the password</b>.</p>",
  );
  await looksRight(adminPage, "the instructions of a product");

  const code = await order(page, product);
  await approve(ownerApi, code);
  await expect(page.getByRole("heading", { name: textsIn("en", "order")("instructions") })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Log in and change the password.");
  await looksRight(page, "an approved order with instructions");
  expect(await (await page.request.get(`/order-status/${code}/ids.txt`)).text()).toContain("\r\n\r\nLog in and change the password.");
  await page.goto(`/order-status/${code}?lang=hi`);
  await expect(page.getByRole("heading", { name: textsIn("hi", "order")("instructions") })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("लॉगिन करें।");
});
