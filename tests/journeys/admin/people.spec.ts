import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expect, test } from "../shop-server.ts";
import { PASSWORD } from "../signing-in.ts";
import { placed, sendsDecisionsAtOnce } from "../states.ts";
import { awake } from "../steps.ts";

// Each test visits many states, and the machine may be busy.
test.describe.configure({ timeout: 150_000 });

/** A phone, logged in as its storage says, or as nobody. */
const aPhone = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({ ...options, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** How many orders the helper approves in the journey. */
const ORDERS = 30;

/** Every answer of the shop that this page gets and that refuses something. */
function refusalsOn(page: Page, origin: string): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().startsWith(origin) && answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  return refused;
}

test("[S13.7] [S13.9] [S13.10] on a phone an owner invites in 4 taps and a share; the helper joins, approves 30 orders, answers a buyer, restocks, and meets no refusal and no dead link", async ({
  browser,
  baseURL,
  shop,
  ownerApi,
  putOnSale,
  guest,
}) => {
  const product = await putOnSale({ name: "A busy day", ids: Array.from({ length: ORDERS + 1 }, (_, n) => `busy-day-account-${n}`) });
  for (let n = 0; n < ORDERS; n += 1) await placed({ request: ownerApi, origin: shop.address }, product);
  const { requestCode } = await placed(guest, product);
  await guest.request.post(`/order-status/${requestCode}/messages`, {
    form: { text: "Which train is it for?", key: crypto.randomUUID() },
    headers: { origin: shop.address },
  });
  const owner = await aPhone(browser, { baseURL, storageState: await ownerApi.storageState() });
  const page = await owner.newPage();
  await page.addInitScript(() => {
    navigator.share = async ({ url }: ShareData = {}) => void document.documentElement.setAttribute("data-shared", url ?? "");
  });
  await page.goto("/admin/people");
  await awake(page);
  let taps = 0;
  const tap = async (target: ReturnType<typeof page.getByRole>) => {
    taps += 1;
    await target.tap();
  };
  await tap(page.getByRole("link", { name: "Invite" }));
  // The field for the name has the focus.
  await page.keyboard.type("Ravi");
  await tap(page.getByRole("dialog").getByRole("link", { name: "Orders" }));
  await tap(page.getByRole("dialog").getByLabel("Your password"));
  await page.keyboard.type(shop.admin.password);
  await expect(page.getByRole("dialog").getByLabel("Decide orders")).toBeChecked();
  await tap(page.getByRole("dialog").getByRole("button", { name: "Make link" }));
  await expect(page.getByRole("region", { name: "Link for Ravi" })).toBeVisible();
  expect(taps).toBe(4);
  await page.getByRole("region", { name: "Link for Ravi" }).getByRole("link", { name: "Share" }).tap();
  const link = (await page.locator("html").getAttribute("data-shared")) ?? "";
  expect(link).toMatch(/\/invitation\/[\w-]{22}$/);
  await looksRight(page, "an invitation that was just made");

  const phone = await aPhone(browser, { baseURL });
  await sendsDecisionsAtOnce(phone);
  // A scanner opens the link first.
  expect((await phone.request.get(link)).status()).toBe(200);
  await phone.clearCookies();
  const helper = await phone.newPage();
  const refused = refusalsOn(helper, shop.address);
  await helper.goto(link);
  await expect(helper).toHaveURL("/invitation");
  await looksRight(helper, "an invitation");
  await helper.setViewportSize({ width: 360, height: 740 });
  await awake(helper);
  await helper.getByLabel("Email").fill("ravi@example.com");
  await helper.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await helper.getByLabel("Password again").fill(PASSWORD);
  await helper.getByRole("button", { name: "Join" }).tap();
  await expect(helper).toHaveURL("/admin");
  const bar = helper.getByRole("navigation", { name: "Admin", exact: true });
  await expect(bar.getByRole("link")).toHaveText([/Today/, /Queue/]);
  await looksRight(helper, "a helper's first page");
  await helper.setViewportSize({ width: 360, height: 740 });

  await bar.getByRole("link", { name: "Queue" }).tap();
  await expect(helper).toHaveURL("/admin/orders");
  await helper.goto("/admin/orders?search=busy");
  await awake(helper);
  const [first = "", second = ""] = await helper.getByRole("button", { name: /^Approve REQ-/ }).allTextContents();
  for (const name of [second, first]) {
    await helper.getByRole("button", { name, exact: true }).tap();
    await expect(helper.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  for (const count of [20, ORDERS - 22]) {
    await helper.goto("/admin/orders?search=busy");
    await awake(helper);
    const boxes = helper.getByRole("checkbox", { name: /^Select REQ-/ });
    for (let n = 0; n < count; n += 1) await boxes.nth(n).tap();
    await helper.getByRole("button", { name: `Approve ${count} orders` }).tap();
    await helper
      .getByRole("dialog")
      .getByRole("button", { name: `Approve ${count} orders` })
      .tap();
    await expect(helper.getByText(english("ordersApproved", { n: count }))).toBeVisible();
  }

  await helper.goto("/admin");
  await helper.getByRole("link", { name: /message/ }).tap();
  await helper
    .getByRole("article", { name: requestCode })
    .getByRole("link", { name: textsIn("en", "adminMessages")("answerBuyer") })
    .tap();
  await awake(helper);
  const words = textsIn("en", "orderMessages");
  await helper.getByLabel(words("messageToBuyer")).fill("Any train.");
  await helper.getByRole("button", { name: words("send") }).tap();
  await expect(helper.getByText(english("messageToBuyerSent"))).toBeVisible();

  // The owner lets the helper restock, too: it counts from the next page on.
  const { people } = await (await ownerApi.get("/api/admin/people")).json();
  const { id } = people.find((one: { email: string }) => one.email === "ravi@example.com");
  const rights = ["answer-buyers", "decide-orders", "manage-stock"];
  const given = await ownerApi.put(`/api/admin/people/${id}`, { data: { rights, currentPassword: shop.admin.password } });
  expect(given.status()).toBe(200);
  await helper.goto(`/admin/add-ids?product=${product.id}`);
  await awake(helper);
  await helper.getByLabel("IDs", { exact: true }).fill("busy-day-restocked-1\nbusy-day-restocked-2");
  await helper.getByRole("button", { name: "Add IDs" }).tap();
  await expect(helper.getByText(english("addedIds", { n: 2 }))).toBeVisible();

  const followed = new Set<string>();
  for (const path of [
    "/admin",
    "/admin/orders",
    `/admin/orders/${requestCode}`,
    "/admin/messages",
    "/admin/products",
    `/admin/products/${product.id}/ids`,
  ]) {
    await helper.goto(path);
    await awake(helper);
    const links = await helper
      .locator("a[href^='/']")
      .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href") ?? ""))]);
    for (const link of links.filter((one) => !followed.has(one)))
      expect((await phone.request.get(link)).status(), `${link} on ${path}`).toBeLessThan(400);
    for (const link of links) followed.add(link);
  }
  expect(refused).toEqual([]);
  await phone.close();

  await page.goto("/admin/people");
  await page.getByRole("link", { name: "Ravi" }).tap();
  await expect(page.getByRole("heading", { name: "Ravi" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Orders approved" }).getByRole("link").first()).toHaveText(`${ORDERS}`);
  await looksRight(page, "a person");
  await page.getByRole("row", { name: "Orders approved" }).getByRole("link").first().tap();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /approved REQ-/ })
      .first(),
  ).toBeVisible();
  await owner.close();
});

test("[S13.7] an owner invites with the own password, and withdraws the invitation", async ({ adminPage: page, playwright, shop }) => {
  await page.goto("/admin/people/new?preset=stock");
  await awake(page);
  await expect(page.getByLabel("Manage the stock")).toBeChecked();
  await page.getByLabel("Name").fill("Withdrawn one");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Make link" }).click();
  await expect(page.getByText(english("wrongCurrentPassword"))).toBeVisible();
  await looksRight(page, "inviting, refused");
  await page.getByLabel("Your password").fill(shop.admin.password);
  await page.getByRole("button", { name: "Make link" }).click();
  const made = page.getByRole("region", { name: "Link for Withdrawn one" });
  const link = (await made.textContent())?.match(/http\S+\/invitation\/[\w-]{22}/)?.[0] ?? "";
  await page.goto("/admin/people");
  await awake(page);
  await looksRight(page, "people, with an open invitation");
  await page.getByRole("button", { name: "Withdraw Withdrawn one" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByText(english("invitationWithdrawn", { name: "Withdrawn one" }))).toBeVisible();
  const stranger = await playwright.request.newContext({ baseURL: shop.address });
  expect((await stranger.get(link)).status()).toBe(404);
  await stranger.dispose();
});
