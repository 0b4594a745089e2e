import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { signedUp } from "../states.ts";
import { awake, order } from "../steps.ts";

test("[S2.15] [S6.6] [S6.7] a stranger with the code sees no ID; the private link shows it, a wrong key does not", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
  browser,
  baseURL,
}) => {
  const product = await putOnSale({ ids: ["SECRET-ID-77"] });
  const code = await order(page, product);
  const privateLink = await page.getByRole("textbox", { name: "Private link" }).inputValue();
  const approved = await ownerApi.post(`/api/admin/orders/${code}/approval`, { data: { ids: ["SECRET-ID-77"] } });
  expect(approved.ok(), await approved.text()).toBe(true);
  await expect(page.getByText("SECRET-ID-77")).toBeVisible();

  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByText("Approved").first()).toBeVisible();
  await expect(strangerPage.getByRole("main")).toContainText(product.name);
  expect(await strangerPage.content()).not.toContain("SECRET-ID-77");
  await strangerPage.goto(`/order-status/${code}/key/${"A".repeat(24)}`);
  expect(await strangerPage.content()).not.toContain("SECRET-ID-77");

  const otherDevice = await (await browser.newContext({ baseURL })).newPage();
  await otherDevice.goto(privateLink);
  await expect(otherDevice).toHaveURL(`/order-status/${code}`);
  await expect(otherDevice.getByText("SECRET-ID-77")).toBeVisible();
  await otherDevice.context().close();
});

test("[S6.6] a friend who opens the link adds the order to read it; the buyer sees who, and ends it", async ({
  page,
  strangerPage,
  putOnSale,
  shop,
}) => {
  const code = await order(page, await putOnSale());
  const link = await page.getByRole("textbox", { name: "Private link" }).inputValue();
  const email = "friend@example.com";
  await strangerPage.goto(link);
  await signedUp({ request: strangerPage.request, origin: shop.address }, email);
  await strangerPage.goto("/account");
  await expect(strangerPage.getByText(code), "signing up took nothing along").toHaveCount(0);
  await strangerPage.goto(`/order-status/${code}`);
  await awake(strangerPage);
  await expect(strangerPage.getByRole("button", { name: "Add to my account" })).toHaveCount(0);
  await strangerPage.getByRole("button", { name: "Add to my orders" }).click();
  await expect(strangerPage.getByRole("button", { name: "Remove from my orders" })).toBeVisible();
  await strangerPage.goto("/account");
  await expect(strangerPage.getByRole("heading", { name: "Shared with you" })).toBeVisible();
  await expect(strangerPage.getByRole("listitem").filter({ hasText: code })).toBeVisible();

  await page.goto(`/order-status/${code}`);
  await awake(page);
  await expect(page.getByText(`${email}, since`)).toBeVisible();
  await looksRight(page, "an order that somebody else can read");
  await page.getByRole("button", { name: "Turn off link" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off link" }).click();
  await expect(page.getByRole("textbox", { name: "Private link" })).toHaveCount(0);
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByRole("button", { name: "Remove from my orders" }), "a view outlives the link").toBeVisible();
  await expect(strangerPage.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await page.getByRole("button", { name: `End access ${email}` }).click();
  await expect(page.getByText(`${email}, since`)).toHaveCount(0);
  await strangerPage.goto(`/order-status/${code}`);
  await expect(strangerPage.getByRole("button", { name: "Remove from my orders" })).toHaveCount(0);
});
