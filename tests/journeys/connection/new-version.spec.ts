import { rm } from "node:fs/promises";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { english } from "#tests/support/english.ts";
import { makeNextBuild } from "#tests/support/processes/next-version.ts";
import { type Machines, withMachines } from "#tests/torture/machines/several-machines.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { placed, sendsDecisionsAtOnce } from "../states.ts";
import { awake, manage, order, requestCodeOn } from "../steps.ts";

let nextBuild: string;
test.beforeAll(async () => {
  nextBuild = await makeNextBuild();
});
test.afterAll(() => rm(nextBuild, { recursive: true, force: true }));

type Whole = Machines["whole"];

/** Opens a browser of its own on the whole shop. */
async function openPage(browser: Browser, { address }: Whole): Promise<Page> {
  const context = await browser.newContext({ baseURL: address });
  return context.newPage();
}

async function openOwnersPage(browser: Browser, whole: Whole): Promise<Page> {
  const page = await openPage(browser, whole);
  await sendsDecisionsAtOnce(page.context());
  const answer = await page.request.post("/api/auth/sign-in/email", { data: whole.admin, headers: { origin: whole.origin } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return page;
}

/** Marks the open document, which a whole load replaces. */
async function mark(page: Page): Promise<void> {
  await awake(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);
const loadsAfresh = (page: Page) => expect.poll(() => isMarked(page).catch(() => true), { timeout: 20_000 }).toBe(false);

test("[S18.3] after a deployment open pages load afresh at a link, going back and an event, and nothing that was typed is lost", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  await withMachines(1, async ({ whole, update }) => {
    const owner = await asOwner(whole);
    const product = { id: await owner.putOnSale("Verified account", ["one", "two", "three", "four", "five", "six"]) };
    const [buyer, shopper, passerBy] = [await openPage(browser, whole), await openPage(browser, whole), await openPage(browser, whole)];
    const admin = await openOwnersPage(browser, whole);
    const guest = { request: passerBy.request, origin: whole.origin };

    const code = await order(buyer, product);
    await shopper.goto(`/product/${product.id}`);
    await shopper.getByRole("radio", { name: "Amazon Gift Card" }).check();
    await shopper.getByLabel("Quantity").fill("2");
    await shopper.getByLabel("Gift card code").fill("AQ99ABCDEF1234");
    await passerBy.goto("/products");
    await awake(passerBy);
    await passerBy.getByRole("link", { name: "Buy Now: Verified account" }).click();
    await expect(passerBy).toHaveURL(`/product/${product.id}`);
    await manage(admin, code);
    const reason = admin.getByRole("form", { name: `Reject ${code}` }).getByLabel("Rejection reason");
    await reason.fill("The card is empty");
    for (const page of [buyer, shopper, passerBy, admin]) await mark(page);

    await update(0, nextBuild);
    await loadsAfresh(buyer);
    await expect(buyer.getByRole("list", { name: "Progress of the order" })).toBeVisible();

    await passerBy.goBack();
    await loadsAfresh(passerBy);
    await expect(passerBy).toHaveURL("/products");
    await expect(passerBy.getByRole("link", { name: "Buy Now: Verified account" })).toBeVisible();

    const newer = (await placed(guest, product)).requestCode;
    await expect(admin.getByRole("link", { name: `Manage ${newer}` })).toBeVisible();
    await expect(reason).toHaveValue("The card is empty");
    expect(await isMarked(admin)).toBe(true);
    await admin
      .getByRole("form", { name: `Reject ${code}` })
      .getByRole("button", { name: "Reject" })
      .click();
    await expect(admin.getByText(english("requestRejected"))).toBeVisible();
    // With nothing typed any more, an event may reload the page just when the link is pressed.
    await expect(async () => {
      await admin.getByRole("link", { name: "Product Inventory" }).click();
      await expect(admin.getByRole("heading", { name: "Product Inventory" })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
    expect(await isMarked(admin)).toBe(false);

    await expect(shopper.getByLabel("Quantity")).toHaveValue("2");
    await expect(shopper.getByLabel("Gift card code")).toHaveValue("AQ99ABCDEF1234");
    expect(await isMarked(shopper)).toBe(true);
    await shopper.getByRole("radio", { name: "Request First" }).check();
    await shopper.getByRole("button", { name: "Place Order" }).click();
    await requestCodeOn(shopper);
    await expect(shopper.getByRole("main")).toContainText("× 2");
    await shopper.getByRole("link", { name: "Products" }).first().click();
    await loadsAfresh(shopper);
    await expect(shopper).toHaveURL("/products");

    await expect(buyer.getByText("The card is empty")).toBeVisible();
    await Promise.all([buyer, shopper, passerBy, admin].map((page) => page.context().close()));
  });
});

/** Counts the documents that a page loads. */
function countDocuments(page: Page): { count: number } {
  const documents = { count: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && request.method() === "GET") documents.count += 1;
  });
  return documents;
}

test("[S18.3] while an earlier and a newer version answer in turn, a navigation loads one document at most, and an open page is not reloaded again and again", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  await withMachines(2, async ({ whole, shops, update }) => {
    const owner = await asOwner(whole);
    const product = { id: await owner.putOnSale("Verified account", ["one", "two", "three", "four", "five", "six"]) };
    await update(1, nextBuild);
    const page = await openPage(browser, whole);
    const documents = countDocuments(page);
    await page.goto("/products");
    await page.waitForTimeout(3_000);
    expect(documents.count, "documents of a page whose scripts are partly missing").toBe(1);
    await expect(page.getByRole("link", { name: "Buy Now: Verified account" })).toBeVisible();

    // Files are found on whichever machine has them.
    await page.route("**/assets/**", async (route) => {
      const path = new URL(route.request().url()).pathname;
      for (const { address } of shops) {
        const response = await route.fetch({
          url: address + path,
          headers: { ...route.request().headers(), host: new URL(whole.address).host },
        });
        if (response.ok()) return route.fulfill({ response });
      }
      return route.abort();
    });
    await page.goto("/products");
    for (let n = 0; n < 4; n += 1) {
      await awake(page);
      await page.waitForLoadState("networkidle");
      documents.count = 0;
      if (n % 2 === 0) await page.getByRole("link", { name: "Buy Now: Verified account" }).click();
      else await page.getByRole("navigation").getByRole("link", { name: "Products" }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: n % 2 === 0 ? "Verified account" : "Products" })).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(documents.count, `documents of navigation ${n}`).toBeLessThanOrEqual(1);
    }

    const admin = await openOwnersPage(browser, whole);
    const settings = await (await admin.request.get("/api/admin/settings")).json();
    await order(page, product);
    await awake(page);
    documents.count = 0;
    for (let n = 0; n < 3; n += 1) {
      const data = { ...settings, blurb: `Event ${n}` };
      expect((await admin.request.put("/api/admin/settings", { data, headers: { origin: whole.origin } })).ok()).toBe(true);
      await page.waitForTimeout(1_500);
    }
    await requestCodeOn(page);
    expect(documents.count, "documents of an order's page that follows events").toBeLessThanOrEqual(2);
    await Promise.all([page, admin].map((each) => each.context().close()));
  });
});
