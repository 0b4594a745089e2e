import type { Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { listen } from "../screen-reader.ts";
import { expect, test } from "../shop-server.ts";
import { placed, placedWithCard, reject } from "../states.ts";
import { awake } from "../steps.ts";

const texts = textsIn("en", "adminFrame");
const rowOf = (page: Page, code: string) => page.locator(`tr[data-order="${code}"]`).first();

test("[S12.5] a decision can be undone for ten seconds, is sent then, and a refused order comes back with its sentence", async ({
  browser,
  baseURL,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Undone", ids: [1, 2, 3, 4, 5, 6, 7].map((n) => `UNDO-${n}`) });
  const sender = { request: ownerApi, origin: shop.address };
  const codes: string[] = [];
  for (let n = 0; n < 4; n += 1) codes.push((await placed(sender, product)).requestCode);
  const [first = "", second = "", third = "", fourth = ""] = codes;
  const carded = (await placedWithCard(sender, product)).requestCode;
  const statusOf = async (code: string) => (await (await ownerApi.get(`/api/orders/${code}`)).json()).status;
  const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState() });
  const page = await context.newPage();
  const bar = page.getByRole("region", { name: texts("decisions") });
  const { announced } = await listen(page);
  await page.clock.install();
  await page.goto("/admin/orders?search=Undone");
  await awake(page);

  // Approved by a key and undone by one. The list that is loaded after that may take its time.
  const isLoaded = Promise.withResolvers<void>();
  await page.route("**/admin/orders.data?*", async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await page.locator(`#manage-${first}`).focus();
  await page.keyboard.press("a");
  await expect(bar).toContainText(texts("willBeApproved", { code: first }));
  await expect(rowOf(page, first)).toBeHidden();
  await expect(page.locator(`#manage-${second}`)).toBeFocused();
  await page.keyboard.press("z");
  await expect(rowOf(page, first)).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await statusOf(first)).toBe("pending");
  expect((await announced()).filter((said) => said.includes(first))).toEqual([
    texts("undoBy", { what: texts("willBeApproved", { code: first }), n: 10 }),
  ]);

  // Two are held, and an order that comes meanwhile does not bring them back.
  await page.locator(`#manage-${first}`).focus();
  await page.keyboard.press("a");
  await expect(page.locator(`#manage-${second}`)).toBeFocused();
  isLoaded.resolve();
  await page.keyboard.press("r");
  const reason = page.getByRole("form", { name: `Reject ${second}` }).getByRole("textbox");
  await reason.fill("Not paid");
  await page
    .getByRole("form", { name: `Reject ${second}` })
    .getByRole("button", { name: "Reject" })
    .click();
  await expect(bar).toContainText(texts("willBeRejected", { code: second }));
  await expect(bar).toContainText(texts("moreHeld", { n: 1 }));
  expect([await statusOf(first), await statusOf(second)]).toEqual(["pending", "pending"]);
  const late = (await placed(sender, product)).requestCode;
  await expect(rowOf(page, late)).toBeVisible();
  for (const code of [first, second]) await expect(rowOf(page, code)).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(page.getByText(english("requestApproved"))).toBeVisible();
  await expect(page.getByText(english("requestRejected"))).toBeVisible();
  expect([await statusOf(first), await statusOf(second)]).toEqual(["approved", "rejected"]);
  await expect(bar).toBeHidden();

  // Several at once do not ask, because they can be undone; one of them was decided elsewhere.
  for (const code of [third, fourth]) await page.getByRole("checkbox", { name: `Select ${code}` }).check();
  await page.getByRole("button", { name: "Approve 2 orders" }).click();
  await expect(bar).toContainText(texts("severalWillBeApproved", { n: 2 }));
  await reject(ownerApi, fourth, "Decided elsewhere");
  await bar.getByRole("button", { name: texts("sendNow") }).click();
  await expect(bar.getByRole("alert")).toContainText(`${fourth}: ${english("orderNotPending", { status: "rejected" })}`);
  expect(await statusOf(third)).toBe("approved");
  await looksRight(page, "an order that came back");
  await page.setViewportSize({ width: 1280, height: 800 });
  await bar.getByRole("button", { name: texts("close") }).click();

  // A gift card is verified and its order approved, unless the page is left before the ten seconds.
  await rowOf(page, carded).getByRole("link", { name: "View Proof" }).click();
  await page.getByRole("button", { name: "Verify and approve" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(rowOf(page, carded)).toBeHidden();
  await expect(bar).toContainText(texts("willBeApproved", { code: carded }));
  // A slow machine may need longer than the ten seconds for this;
  // the order is approved all the same.
  await looksRight(page, "a decision that can be undone");
  await page.reload();
  await expect.poll(() => statusOf(carded)).toBe("approved");

  // A hidden page sends what it holds: a phone may end it without a further event.
  await awake(page);
  await page.locator(`#manage-${late}`).focus();
  await page.keyboard.press("a");
  await expect(bar).toContainText(texts("willBeApproved", { code: late }));
  expect(await statusOf(late)).toBe("pending");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => statusOf(late), { timeout: 5_000 }).toBe("approved");
  await context.close();
});

test("[S12.5] what the shop refuses or asks comes back; what never arrived is still pending in the list; logging out sends first", async ({
  browser,
  baseURL,
  putOnSale,
  ownerApi,
  shop,
}) => {
  const product = await putOnSale({ name: "Arriving", ids: [1, 2, 3].map((n) => `ARRIVE-${n}`) });
  const sender = { request: ownerApi, origin: shop.address };
  const [first, second] = [(await placed(sender, product)).requestCode, (await placed(sender, product)).requestCode];
  const statusOf = async (code: string) => (await (await ownerApi.get(`/api/orders/${code}`)).json()).status;
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(shop.admin.email);
  await page.getByLabel("Password").fill(shop.admin.password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/admin");
  await page.clock.install();
  const bar = page.getByRole("region", { name: texts("decisions") });

  // An ID from elsewhere is asked about when it was sent, and undone on the order's own page.
  await page.goto(`/admin/orders/${first}`);
  await awake(page);
  const form = page.getByRole("form", { name: `Approve ${first}` });
  await form.getByLabel("ID to deliver").fill("FROM ANOTHER SHOP");
  await form.getByRole("button", { name: "Approve" }).click();
  await bar.getByRole("button", { name: texts("sendNow") }).click();
  await expect(bar.getByRole("alert")).toContainText(first);
  await bar.getByRole("button", { name: texts("close") }).click();
  await form.getByRole("button", { name: "Approve anyway" }).click();
  await expect(page.getByText(textsIn("en", "adminOrder")("decisionHeld"))).toBeVisible();
  await bar.getByRole("button", { name: texts("undo") }).click();
  await expect(form.getByLabel("ID to deliver")).toHaveValue("FROM ANOTHER SHOP");

  // Beside the queue the next order opens at once, and an undone one comes back to the list.
  await page.goto("/admin/orders?search=Arriving");
  await awake(page);
  const beside = (code: string) => page.getByRole("region", { name: `Order ${code}, beside the list` });
  await page.getByRole("link", { name: first, exact: true }).click();
  await beside(first).getByRole("button", { name: "Approve" }).click();
  await expect(beside(second).getByLabel("ID to deliver")).toBeVisible();
  await expect(page.locator(`tr[data-order="${first}"]`)).toBeHidden();
  await bar.getByRole("button", { name: texts("undo") }).click();
  await expect(page.locator(`tr[data-order="${first}"]`)).toBeVisible();
  await expect(beside(second)).toBeVisible();

  // The connection is gone while the page is left.
  await page.goto("/admin/orders?search=Arriving");
  await awake(page);
  await page.locator(`#manage-${first}`).focus();
  await page.keyboard.press("a");
  await expect(bar).toContainText(texts("willBeApproved", { code: first }));
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
  await expect(rowOf(page, first)).toBeVisible();
  await context.setOffline(false);
  await page.goto("/admin/orders?search=Arriving");
  await awake(page);
  await expect(rowOf(page, first)).toBeVisible();
  expect(await statusOf(first)).toBe("pending");

  // The connection is gone when the time is over.
  await page.locator(`#manage-${second}`).focus();
  await page.keyboard.press("a");
  await expect(rowOf(page, second)).toBeHidden();
  await context.setOffline(true);
  await page.clock.fastForward(10_000);
  await expect(bar.getByRole("alert")).toContainText(`${second}: ${textsIn("en", "site")("failedToConnect")}`);
  await expect(rowOf(page, second)).toBeVisible();
  await context.setOffline(false);

  await page.locator(`#manage-${second}`).focus();
  await page.keyboard.press("a");
  await expect(rowOf(page, second)).toBeHidden();
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/login");
  await expect.poll(() => statusOf(second)).toBe("approved");
  await context.close();
});
