import type { Locator } from "@playwright/test";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { expect, test } from "../shop-server.ts";
import { awake, order } from "../steps.ts";

/** Taps from the set-up link to the first product on sale; typing does not count. */
const TAPS_MAX = 3;

test("[S6.4] [S12.2] on a phone three taps lead from the set-up link of a new shop to a product that a visitor buys", async ({
  browser,
}) => {
  const shop = await startShop({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "", SAMPLE_DATA: "on", LOG_LEVEL: "info" });
  try {
    const phone = { baseURL: shop.address, viewport: { width: 360, height: 740 }, hasTouch: true };
    const owner = await (await browser.newContext(phone)).newPage();
    let taps = 0;
    const tap = async (what: Locator) => {
      taps += 1;
      // What the owner taps next is where they look: nothing is searched for by scrolling.
      await expect(what).toBeInViewport({ ratio: 1 });
      await what.tap();
    };
    const [link] = await shop.says(/\/setup\/\S+/);
    await owner.goto(link);
    await owner.getByLabel("Email").fill("owner@shop.example");
    await owner.getByLabel("Password", { exact: true }).fill("a horse in the rain");
    await owner.getByLabel("Password again").fill("a horse in the rain");
    await tap(owner.getByRole("main").getByRole("button"));

    await expect(owner.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    await awake(owner);
    await tap(owner.getByRole("region", { name: "Set up your shop" }).getByRole("link", { name: "Add your first product" }));
    await owner.getByLabel("Name (English)").fill("The first account");
    await owner.getByLabel("Price in ₹").fill("499");
    await owner.getByRole("textbox", { name: "IDs" }).fill("FIRST-1");
    await owner.getByRole("main").getByRole("button", { name: "Add Product" }).scrollIntoViewIfNeeded();
    await tap(owner.getByRole("main").getByRole("button", { name: "Add Product" }));
    await expect(owner.getByText("Product added successfully!").first()).toBeVisible();
    expect(taps).toBeLessThanOrEqual(TAPS_MAX);

    const buyer = await (await browser.newContext(phone)).newPage();
    await buyer.goto("/");
    await buyer.getByRole("main").getByRole("link", { name: "The first account" }).first().click();
    await buyer.waitForURL("**/product/*");
    await order(buyer, { id: new URL(buyer.url()).pathname.split("/").at(-1) ?? "" });
    await expect(buyer.getByText("The first account").first()).toBeVisible();
  } finally {
    await shop.stop();
  }
});
