import { textsIn } from "#messages/languages.ts";
import { listen } from "../screen-reader.ts";
import { expect, test } from "../shop-server.ts";
import { approve, placed, placedWithCard, reject, signedUp } from "../states.ts";
import { awake } from "../steps.ts";

test("[S2.37] [S4.7] an order's open page says each new state in words, and the stock is never said", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale();
  const buyer = { request: page.request, origin: shop.address };
  const { announced } = await listen(page);
  const [first, second] = [await placedWithCard(buyer, product), await placed(buyer, product)];
  await page.goto(`/order-status/${first.requestCode}`);
  await awake(page);
  await ownerApi.post(`/api/admin/orders/${first.requestCode}/proof-check`, { data: { verified: false } });
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^Pending ?We couldn't verify your payment/));
  await reject(ownerApi, first.requestCode, "Not paid");
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^Rejected/));
  await page.goto(`/order-status/${second.requestCode}`);
  await awake(page);
  await approve(ownerApi, second.requestCode, { downloadLink: "https://example.invalid/file" });
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^Approved ?Your ID/));
  await expect.poll(announced).toContainEqual(expect.stringContaining("It opens in a few seconds"));

  const onProduct = await listen(strangerPage);
  await strangerPage.goto(`/product/${product.id}`);
  await awake(strangerPage);
  await expect(strangerPage.getByText("2 left").or(strangerPage.getByText("2 in stock"))).toBeVisible();
  await placed(buyer, product);
  await strangerPage.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(strangerPage.getByText("1 left")).toBeVisible();
  expect(await onProduct.announced()).toEqual([]);
});

test("[S2.37] [S4.7] the queue says how many orders came, once for a rush and not for each", async ({
  page,
  adminPage,
  putOnSale,
  shop,
}) => {
  const product = await putOnSale();
  const buyer = { request: page.request, origin: shop.address };
  const { announced } = await listen(adminPage);
  await adminPage.goto("/admin/orders");
  await awake(adminPage);
  const codes = [await placed(buyer, product), await placed(buyer, product)];
  for (const { requestCode } of codes) await expect(adminPage.getByRole("link", { name: `Manage ${requestCode}` })).toBeVisible();
  await expect.poll(announced).toEqual([textsIn("en", "adminQueue")("newOrdersCame", { n: 2 })]);
});

test("[S2.37] [S4.7] the order history says what became of an order", async ({ page, putOnSale, ownerApi, shop }) => {
  const buyer = { request: page.request, origin: shop.address };
  const { announced } = await listen(page);
  await signedUp(buyer, "listening@example.com");
  const { requestCode } = await placed(buyer, await putOnSale());
  await page.goto("/account");
  await awake(page);
  await approve(ownerApi, requestCode);
  await expect.poll(announced).toEqual([textsIn("en", "account")("orderIsNow", { code: requestCode, status: "approved" })]);
});

test("[S2.37] another page is said by its title, and a copy by its sentence", async ({ page, putOnSale }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const product = await putOnSale();
  const { announced } = await listen(page);
  await page.goto("/products");
  await awake(page);
  await page.getByRole("listitem").filter({ hasText: product.name }).getByRole("link", { name: "Buy Now" }).click();
  await expect(page).toHaveTitle(new RegExp(`^${product.name} · `));
  await expect.poll(announced).toContain(await page.title());
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("button", { name: "Copy the request code" }).click();
  await expect.poll(announced).toContain(textsIn("en", "parts")("copiedToClipboard"));
});
