import sharp from "sharp";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { placed } from "../states.ts";
import { awake, goBack, manage, order, requestCodeOn } from "../steps.ts";

test("[S5.2] [S8.4] the connection breaks after the order went out: what was typed stays, and trying again shows that one order", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByLabel("Quantity").fill("2");
  await page.route("**/api/orders", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await expect(page.getByLabel("Quantity")).toHaveValue("2");

  await page.unroute("**/api/orders");
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  const { orders } = await (await ownerApi.get(`/api/admin/orders?status=pending&search=${encodeURIComponent(product.name)}`)).json();
  expect(orders.map(({ requestCode }: { requestCode: string }) => requestCode)).toEqual([code]);
});

test("[S8.4] the connection breaks before the order goes out: nothing is placed, and the second attempt places it", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.route("**/api/orders", (route) => route.abort());
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  const stock = async () => (await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock;
  expect(await stock()).toBe(3);

  await page.unroute("**/api/orders");
  await page.getByRole("button", { name: "Place Order" }).click();
  await requestCodeOn(page);
  expect(await stock()).toBe(2);
});

test("[S8.4] the connection breaks while the admin approves: the IDs and the link that were typed stay, and the second attempt counts", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale();
  const code = await order(page, product);
  await manage(adminPage, code);
  await awake(adminPage);
  const form = adminPage.getByRole("form", { name: `Approve ${code}` });
  // The form's script comes in five files; without all of them it cannot be sent over a broken
  // connection.
  const isReady = () => {
    const urls = performance.getEntriesByType("resource").map(({ name }) => name);
    const own = /\/(?:order-approval|network-error|undo)-/;
    return new Set(urls.filter((url) => own.test(url))).size >= 5;
  };
  await form.getByLabel("ID to deliver").fill("typed-by-hand-1");
  await adminPage.waitForFunction(isReady);
  await adminPage.context().setOffline(true);
  await form.getByRole("button", { name: "Approve" }).click();
  await expect(adminPage.getByText(textsIn("en", "site")("failedToConnect")).first()).toBeVisible();
  await expect(form.getByLabel("ID to deliver")).toHaveValue("typed-by-hand-1");

  await adminPage.context().setOffline(false);
  await form.getByRole("button", { name: "Approve", exact: true }).click();
  await form.getByRole("button", { name: "Approve anyway" }).click();
  await expect(adminPage.getByText(english("requestApproved"))).toBeVisible();
  await expect(page.getByText("typed-by-hand-1")).toBeVisible();
});

test("[S4.10] [S8.4] an order that comes in while the shop is out of reach, or the session gone, takes nothing of what the admin typed", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale();
  const code = (await placed(guest, product)).requestCode;
  await manage(adminPage, code);
  await awake(adminPage);
  const ids = adminPage.getByRole("form", { name: `Approve ${code}` }).getByLabel("ID to deliver");
  await ids.fill("typed-by-hand-2");
  const pages = "**/admin/orders.data*";
  const session = "**/api/auth/get-session";
  await adminPage.route(pages, (route) => route.abort());
  await adminPage.route(session, (route) => route.abort());
  const asked = adminPage.waitForRequest(session, { timeout: 30_000 });
  await placed(guest, product);
  await asked;
  await expect(ids).toHaveValue("typed-by-hand-2");

  await adminPage.unroute(session);
  await adminPage.unroute(pages);
  await adminPage.context().clearCookies();
  await placed(guest, product);
  await expect(adminPage.getByRole("dialog", { name: textsIn("en", "site")("youWereLoggedOut") })).toContainText(
    textsIn("en", "site")("typedIsKept"),
  );
  await expect(ids).toHaveValue("typed-by-hand-2");
});

test("[S5.1] a quantity that is typed before the page's script has come is the one that is ordered", async ({ page, putOnSale }) => {
  const product = await putOnSale();
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => mayCome.then(() => route.continue()));
  await page.goto(`/product/${product.id}`, { waitUntil: "commit" });
  await page.getByLabel("Quantity").fill("3");
  come();
  await awake(page);
  await expect(page.getByRole("status").filter({ hasText: "₹1,497.00" })).toBeVisible();
  await expect(page.getByLabel("Quantity")).toHaveValue("3");
  await page.getByRole("button", { name: "Place Order" }).click();
  await requestCodeOn(page);
  await expect(page.getByRole("main")).toContainText("₹499.00 × 3");
});

test("[S5.6] the answer to a form that was sent before the page's script had come stays, though the queue is loaded again", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale();
  const code = (await placed(guest, product)).requestCode;
  // Some scripts are requested after the page has loaded; these must be blocked as well.
  await adminPage.route("**/assets/*.js", (route) =>
    route.request().frame().url().includes("manage=") ? route.abort() : route.continue(),
  );
  await adminPage.goto(`/admin/orders?manage=${code}`);
  await adminPage
    .getByRole("form", { name: `Reject ${code}` })
    .getByRole("button", { name: "Reject" })
    .click();
  await expect(adminPage).toHaveURL(/rejection$/);
  await awake(adminPage);
  const next = (await placed(guest, product)).requestCode;
  await expect(adminPage.getByRole("link", { name: `Manage ${next}` })).toBeVisible();
  await expect(adminPage.getByText(english("reasonRequired"))).toBeVisible();
});

test("[S4.1] the same order open in two tabs of the admin: one decides, the other shows what happened", async ({
  adminPage,
  putOnSale,
  guest,
}) => {
  const code = (await placed(guest, await putOnSale())).requestCode;
  const second = await adminPage.context().newPage();
  // The second tab gets no live updates, as on a bad connection.
  await second.route("**/events", (route) => route.abort());
  for (const tab of [adminPage, second]) await manage(tab, code);
  await adminPage
    .getByRole("form", { name: `Approve ${code}` })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(adminPage.getByText(english("requestApproved"))).toBeVisible();
  const reject = second.getByRole("form", { name: `Reject ${code}` });
  await reject.getByLabel("Rejection reason").fill("Not paid");
  await reject.getByRole("button", { name: "Reject" }).click();
  await expect(second.getByText(english("orderNotPending", { status: "approved" })).first()).toBeVisible();
  await second.close();
});

test("[S2.14] the browser's back button after ordering places no second order", async ({ page, putOnSale, ownerApi }) => {
  const product = await putOnSale();
  await page.goto("/products");
  const code = await order(page, product);
  await goBack(page);
  await page.waitForURL(({ pathname, search }) => pathname === `/product/${product.id}` && search === "");
  await awake(page);
  await page.goForward();
  expect(await requestCodeOn(page)).toBe(code);
  expect((await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock).toBe(2);
});

test("[S9.4] [S8.4] the connection breaks while a picture is sent: it is sent again by itself; a cancellation that breaks is tried again by hand", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: "#3d8ae8" } });
  const proof = { name: "card.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
  /** Breaks the connection of the next call to this address. */
  const breakOnce = async (address: string) => {
    let isBroken = false;
    await page.route(address, (route) => {
      if (isBroken) return route.continue();
      isBroken = true;
      return route.abort();
    });
  };
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("radio", { name: "Amazon Gift Card" }).check();
  await page.getByLabel("Gift card code").fill("FIRSTCODE0001");
  await page.getByLabel("Payment proof").setInputFiles(proof);
  await breakOnce("**/api/orders");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText(textsIn("en", "orderForm")("pictureSentAgain"))).toBeVisible();
  const code = await requestCodeOn(page);
  expect((await (await ownerApi.get(`/api/get-stock/${product.id}`)).json()).availableStock).toBe(2);

  await ownerApi.post(`/api/admin/orders/${code}/proof-check`, { data: { verified: false } });
  await page.getByLabel("Gift card code").click();
  await page.getByLabel("Gift card code").fill("SECONDCODE0002");
  await page.getByLabel("Payment proof").setInputFiles(proof);
  await breakOnce("**/proof.data*");
  await page.getByRole("button", { name: "Send for verification" }).click();
  await expect(page.getByText(textsIn("en", "orderForm")("pictureSentAgain"))).toBeVisible();
  await expect(page.getByText("ends in 0002")).toBeVisible();

  await breakOnce("**/cancellation.data*");
  const cancel = async () => {
    await page.getByRole("main").getByRole("button", { name: "Cancel order" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  };
  await cancel();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await expect(page.getByText("ends in 0002")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText(english("orderCancelled"))).toBeVisible();
});
