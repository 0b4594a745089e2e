import type { Browser, BrowserContextOptions } from "@playwright/test";
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

test("[S13.7] on a phone an owner invites in 4 taps and a share, and the helper joins and approves an order", async ({
  browser,
  baseURL,
  shop,
  ownerApi,
  putOnSale,
}) => {
  const product = await putOnSale();
  const { requestCode } = await placed({ request: ownerApi, origin: shop.address }, product);
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

  await helper.goto(`/admin/orders?search=${requestCode}&manage=${requestCode}`);
  await awake(helper);
  await helper.getByRole("button", { name: "Approve", exact: true }).tap();
  await expect(helper.locator(`tr[data-order="${requestCode}"]`)).toHaveCount(0);

  await phone.close();

  await page.goto("/admin/people");
  await page.getByRole("link", { name: "Ravi" }).tap();
  await expect(page.getByRole("heading", { name: "Ravi" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Orders approved" }).getByRole("link").first()).toHaveText("1");
  await looksRight(page, "a person");
  await page.getByRole("row", { name: "Orders approved" }).getByRole("link").first().tap();
  await expect(page.getByRole("listitem").filter({ hasText: `approved ${requestCode}` })).toBeVisible();
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
