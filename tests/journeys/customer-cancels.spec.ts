import { messages } from "#shop/messages.ts";
import { expect, test } from "./shop-server.ts";
import { order } from "./steps.ts";

test("[S1.7] [S2.18] [S2.20] [S5.10] a customer signs up, orders, and cancels after being asked", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale({ ids: ["CANCEL-1"] });
  await page.goto("/signup");
  await page.getByLabel("E-mail").fill("cancels@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a good password");
  await page.getByLabel("Password again").fill("a good password");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/account/);

  const code = await order(page, product);
  await page.goto("/account");
  const card = page.getByRole("listitem").filter({ hasText: code });
  await expect(card).toContainText(product.name);
  await card.getByRole("button", { name: "Cancel order" }).first().click();
  const ask = page.getByRole("dialog", { name: "Cancel this order?" });
  await ask.getByRole("button", { name: "Keep the order" }).click();
  await expect(ask).toBeHidden();
  await card.getByRole("button", { name: "Cancel order" }).first().click();
  await ask.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(messages.orderCancelled)).toBeVisible();
  await expect(card).toContainText("Cancelled");

  const { availableStock } = await (await ownerApi.get(`/api/get-stock/${product.id}`)).json();
  expect(availableStock).toBe(1);
});

test("[S6.6] a guest cancels a pending order in the browser that placed it", async ({ page, strangerPage, putOnSale }) => {
  const code = await order(page, await putOnSale());
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByText(code).first()).toBeVisible();
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toHaveCount(0);

  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(messages.orderCancelled)).toBeVisible();
  await expect(strangerPage.getByText("Cancelled").first()).toBeVisible();
});
