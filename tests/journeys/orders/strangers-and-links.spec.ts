import { expect, test } from "../shop-server.ts";
import { order } from "../steps.ts";

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
