import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { signUp } from "../signing-in.ts";
import { placed, signedUp } from "../states.ts";
import { awake, order } from "../steps.ts";

test("[S1.7] [S2.18] [S2.20] [S5.10] a customer signs up, orders, and cancels after being asked", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale({ ids: ["CANCEL-1"] });
  await signUp(page, "cancels@example.com");

  const code = await order(page, product);
  await page.goto("/account");
  const card = page.getByRole("listitem").filter({ hasText: code });
  await expect(card).toContainText(product.name);
  await card.getByRole("button", { name: "Cancel order" }).first().click();
  const ask = page.getByRole("dialog", { name: "Cancel this order?" });
  await ask.getByRole("button", { name: "Keep order" }).click();
  await expect(ask).toBeHidden();
  await card.getByRole("button", { name: "Cancel order" }).first().click();
  await ask.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(english("orderCancelled"))).toBeVisible();
  await expect(card).toContainText("Cancelled");

  const { availableStock } = await (await ownerApi.get(`/api/get-stock/${product.id}`)).json();
  expect(availableStock).toBe(1);
});

test("[S8.2] the answer is said when the page followed what happened before it came, and the order has left the list", async ({
  page,
  putOnSale,
  shop,
}) => {
  const buyer = { request: page.request, origin: shop.address };
  await signedUp(buyer, "cancels.slowly@example.com");
  const { requestCode: code } = await placed(buyer, await putOnSale());
  await page.goto("/account?status=pending");
  await awake(page);
  const card = page.getByRole("listitem").filter({ hasText: code });
  await page.route("**/cancellation*", async (route) => {
    const response = await route.fetch();
    await expect(card).toHaveCount(0);
    await route.fulfill({ response });
  });
  await card.getByRole("button", { name: "Cancel order" }).first().click();
  await page.getByRole("dialog", { name: "Cancel this order?" }).getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(english("orderCancelled"))).toBeVisible();
});

test("[S6.6] a guest cancels a pending order in the browser that placed it", async ({ page, strangerPage, putOnSale }) => {
  const code = await order(page, await putOnSale());
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByText(code).first()).toBeVisible();
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toHaveCount(0);

  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(english("orderCancelled"))).toBeVisible();
  await expect(strangerPage.getByText("Cancelled").first()).toBeVisible();
});
