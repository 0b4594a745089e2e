import { looksRight } from "./looking.ts";
import { expect, test } from "./shop-server.ts";
import { order } from "./steps.ts";

const LONG =
  "A verified account for the morning train with a name that somebody made far too long for any card, table or ticket of the shop";

test("[S2.37] the shop's own pages have nothing that axe finds, and never scroll sideways", async ({ page, putOnSale }) => {
  await putOnSale({ name: LONG, price: 100_000, ids: ["A11Y-1", "A11Y-2"] });
  for (const path of ["/", "/how-it-works", "/products", "/products?q=nothing-like-this", "/contact", "/order-status", "/no/such/page"]) {
    await page.goto(path);
    await looksRight(page, path);
  }
});

test("[S2.37] accounts' pages have nothing that axe finds, empty and refused", async ({ page }) => {
  for (const path of ["/login", "/signup", "/forgot-password", "/reset-password/no-such-key", "/admin/login"]) {
    await page.goto(path);
    await looksRight(page, path);
  }
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("a wrong password");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await looksRight(page, "/login, refused");
});

test("[S2.37] ordering and following an order have nothing that axe finds, in every state", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ name: LONG, price: 100_000, ids: [1, 2, 3, 4].map((n) => `A11Y-ORDER-${n}`) });
  await page.goto(`/product/${product.id}`);
  await looksRight(page, "the product");
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await looksRight(page, "the product, refused");

  const codes: string[] = [];
  for (let n = 0; n < 3; n += 1) codes.push(await order(page, product));
  const [approved = "", rejected = "", cancelled = ""] = codes;
  await looksRight(page, "a pending order");
  await strangerPage.goto(`/order-status/${cancelled}`);
  await looksRight(strangerPage, "a stranger's view");
  const { orders } = await (await ownerApi.get(`/api/admin/orders?status=pending&search=${approved}`)).json();
  const ids = Object.values(orders[0].reservedIds);
  await ownerApi.post(`/api/admin/orders/${approved}/approval`, { data: { ids } });
  await ownerApi.post(`/api/admin/orders/${rejected}/rejection`, { data: { reason: `Not paid. ${LONG}` } });
  await page.goto(`/order-status/${approved}`);
  await looksRight(page, "an approved order");
  await page.goto(`/order-status/${rejected}`);
  await looksRight(page, "a rejected order");
  await page.goto(`/order-status/${cancelled}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await looksRight(page, "asking before a cancellation");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled").first()).toBeVisible();
  await looksRight(page, "a cancelled order");
  await page.goto(`/product/${(await putOnSale({ ids: ["A11Y-LAST"] })).id}`);
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.goto("/products");
  await looksRight(page, "a product that is out of stock");
});
