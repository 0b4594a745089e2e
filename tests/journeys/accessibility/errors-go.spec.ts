import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

test("[S2.37] an error is shown at its field and goes when the field is corrected; sent wrong again it comes back", async ({
  page,
  shop,
}) => {
  await page.goto("/signup");
  await awake(page);
  const main = page.getByRole("main");
  const mismatch = main.getByText(english("passwordsDoNotMatch"));
  const send = main.getByRole("button", { name: "Sign Up" });
  await page.getByLabel("Email").fill("errors@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Password again").fill("another horse");
  await send.click();
  await expect(mismatch).toBeVisible();
  await expect(page.getByLabel("Password again")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password", { exact: true }).fill("another horse");
  await expect(mismatch, "the other of the two was put right").toBeHidden();
  await expect(page.getByLabel("Password again")).not.toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password again").fill("a third horse");
  await send.click();
  await expect(mismatch).toBeVisible();

  await page.goto("/login");
  await awake(page);
  await page.getByLabel("Email").fill(shop.admin.email);
  await page.getByLabel("Password").fill("not the password");
  await main.getByRole("button", { name: "Login" }).click();
  const alert = main.getByRole("alert").filter({ hasText: /./ });
  await expect(alert).toBeVisible();
  await page.getByLabel("Password").fill("something else");
  await expect(alert).toBeHidden();
  await main.getByRole("button", { name: "Login" }).click();
  await expect(alert).toBeVisible();
});

test("[S2.37] errors of an order, of a message and of the settings go as soon as their field is changed", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const { id } = await putOnSale();
  await page.goto(`/product/${id}`);
  await awake(page);
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(english("giftCardAndProofRequired"))).toBeVisible();
  await page.getByLabel("Gift card code").fill("A");
  await expect(page.getByText(english("giftCardAndProofRequired"))).toBeHidden();

  await page.goto("/contact");
  await awake(page);
  await page.getByLabel("Name").fill("Asha");
  await page.getByLabel("Email").fill("asha@nowhere");
  await page.getByLabel("Message").fill("Where is it?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(english("emailInvalid"))).toBeVisible();
  await page.getByLabel("Message").fill("Where is it, please?");
  await expect(page.getByText(english("emailInvalid")), "it is not about the message").toBeVisible();
  await page.getByLabel("Email").fill("asha@example.com");
  await expect(page.getByText(english("emailInvalid"))).toBeHidden();

  await adminPage.goto("/admin/settings");
  await awake(adminPage);
  await adminPage.getByLabel("Since").fill("1700");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  const error = adminPage.getByText(english("sinceYearInvalid")).first();
  await expect(error).toBeVisible();
  await adminPage.getByLabel("Since").fill("2020");
  await expect(error).toBeHidden();
});

test("[S2.10] a picture that cannot be reached is the drawing, with script and without", async ({
  browser,
  baseURL,
  page,
  putOnSale,
  ownerApi,
}) => {
  const { id, name } = await putOnSale();
  const change = { name, price: 499, description: "", image: "http://127.0.0.1:9/none.png" };
  expect((await ownerApi.put(`/api/admin/products/${id}`, { data: change })).status()).toBe(200);
  await page.goto(`/product/${id}`);
  await awake(page);
  await expect(page.getByRole("img", { name }).first()).toBeVisible();
  await expect(page.locator("img.product-picture:visible")).toHaveCount(0);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(`/product/${id}`);
  const picture = bare.locator("img.product-picture:visible");
  await expect(picture).toHaveAttribute("alt", name);
  const drawn = await picture.evaluate((img) => {
    const { maskImage, width, height } = getComputedStyle(img, "::after");
    return { maskImage, isWhole: width === getComputedStyle(img).width && height === getComputedStyle(img).height };
  });
  expect(drawn).toEqual({ maskImage: expect.stringContaining("/ticket.svg"), isWhole: true });

  await context.close();
});
