import type { BrowserContext } from "@playwright/test";
import { textsIn } from "#messages/languages.ts";
import { expect, test } from "../shop-server.ts";
import { approve } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

/** Blocks all cookies, as browser settings can. */
async function blockCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(navigator, "cookieEnabled", { get: () => false }));
  // These set no cookies.
  await context.route(/^(?!.*(\/events|\/assets\/|\/texts\/|\/__manifest))/, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    await context.clearCookies();
    const { "set-cookie": _, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
}

// A page may still ask for something when its journey ends.
test.afterEach(async ({ page, strangerPage }) => {
  for (const one of [page, strangerPage]) await one.context().unrouteAll({ behavior: "ignoreErrors" });
});

test("[S6.6] a guest whose browser blocks cookies is shown the private link after ordering, and it opens the IDs elsewhere", async ({
  page,
  strangerPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale();
  await blockCookies(page.context());
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await expect(page.getByText(textsIn("en", "order")("keepLinkWithoutCookies"))).toBeVisible();
  const link = await page.getByLabel("Private link").inputValue();
  await approve(ownerApi, code);
  await strangerPage.goto(link);
  await expect(strangerPage.getByText(product.ids[0] ?? "")).toBeVisible();
});

test("[S2.16] [S2.17] [S2.22] login, sign-up and admin login say that cookies are needed", async ({ page, strangerPage: blocked }) => {
  await blockCookies(blocked.context());
  for (const path of ["/login", "/signup", "/admin/login"]) {
    await blocked.goto(path);
    await expect(blocked.getByText(textsIn("en", "session")("cookiesBlocked")), path).toBeVisible();
    await page.goto(path);
    await expect(page.getByText(textsIn("en", "session")("cookiesNeeded")), path).toBeVisible();
  }
});
