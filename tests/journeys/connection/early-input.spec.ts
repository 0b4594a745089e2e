import type { Page } from "@playwright/test";
import { expect, test } from "../shop-server.ts";
import { aScreenshot, placed, placedWithCard } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

/** Delays the page's scripts until the returned function is called. */
async function withoutScriptYet(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => mayCome.then(() => route.continue()));
  return come;
}

/** Inserts elements as password managers do: beside the fields, and at both ends of the page. */
async function insertElements(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll("main input:not([type=hidden]), main textarea"))
      field.insertAdjacentHTML("beforebegin", '<div data-password-manager style="position:absolute"></div>');
    document.body.insertAdjacentHTML("afterbegin", "<div data-password-manager><b>1</b></div>");
    document.body.insertAdjacentHTML("beforeend", "<div data-password-manager>2</div>");
  });
}

test("[S5.1] [S8.4] a password manager changes the page before its script comes: the order form still has what is in it, and orders it", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale();
  const come = await withoutScriptYet(page);
  await page.goto(`/product/${product.id}`, { waitUntil: "commit" });
  await page.getByLabel("Quantity").fill("3");
  await page.getByText("Amazon Gift Card").click();
  await page.getByLabel("Gift card code").fill("AQ12345678WXYZ");
  await page.getByLabel("Payment proof").setInputFiles({ name: "card.png", mimeType: "image/png", buffer: await aScreenshot() });
  await insertElements(page);
  come();
  await awake(page);
  await expect(page.getByLabel("Quantity")).toHaveValue("3");
  await expect(page.getByText("Total for 3 IDs")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Amazon Gift Card" })).toBeChecked();
  await expect(page.getByLabel("Gift card code")).toHaveValue("AQ12345678WXYZ");
  expect(await page.getByLabel("Payment proof").evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1);
  await page.getByRole("button", { name: "Place Order" }).click();
  await requestCodeOn(page);
  await expect(page.getByText("ends in WXYZ")).toBeVisible();
});

test("[S2.16] [S2.30] [S8.4] so do the login, and the admin's forms", async ({ page, adminPage, guest, putOnSale }) => {
  const code = (await placed(guest, await putOnSale())).requestCode;
  const comeLogin = await withoutScriptYet(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("early@example.com");
  await page.getByLabel("Password").fill("typed early");
  await insertElements(page);
  comeLogin();
  await awake(page);
  await expect(page.getByLabel("Email")).toHaveValue("early@example.com");
  await expect(page.getByLabel("Password")).toHaveValue("typed early");

  const comeQueue = await withoutScriptYet(adminPage);
  await adminPage.goto(`/admin/orders?manage=${code}`, { waitUntil: "commit" });
  await adminPage.getByLabel("ID to deliver").first().fill("TYPED-EARLY");
  await adminPage.getByLabel("Rejection reason").first().fill("Typed early");
  await insertElements(adminPage);
  comeQueue();
  await awake(adminPage);
  await expect(adminPage.getByLabel("ID to deliver").first()).toHaveValue("TYPED-EARLY");
  await expect(adminPage.getByLabel("Rejection reason").first()).toHaveValue("Typed early");
});

test("[S2.37] [S8.4] what is typed over a text before the script comes stays, and so does the focus", async ({
  adminPage,
  guest,
  putOnSale,
}) => {
  const come = await withoutScriptYet(adminPage);
  await adminPage.goto("/admin/settings", { waitUntil: "commit" });
  await adminPage.getByLabel("Since").fill("soon");
  await adminPage.getByRole("button", { name: "Save settings" }).click();
  const description = adminPage.getByLabel("About your shop (English)");
  await expect(adminPage.getByLabel("Since")).toHaveAttribute("aria-invalid", "true");
  await description.fill("Typed early");
  come();
  await awake(adminPage);
  await expect(description).toHaveValue("Typed early");
  await expect(description).toBeFocused();

  const { requestCode: code } = await placedWithCard(guest, await putOnSale());
  await adminPage.unroute("**/assets/*.js");
  const comeQueue = await withoutScriptYet(adminPage);
  await adminPage.goto(`/admin/orders?manage=${code}`, { waitUntil: "commit" });
  await expect(adminPage.getByRole("button", { name: "We couldn't find your payment." })).toBeHidden();
  const ids = adminPage.getByRole("form", { name: `Approve ${code}` }).getByLabel("ID to deliver");
  const reason = adminPage.getByRole("form", { name: `Reject ${code}` }).getByLabel("Rejection reason");
  await ids.fill("TYPED-EARLY");
  await reason.fill("Typed early");
  comeQueue();
  await awake(adminPage);
  await expect(reason).toBeFocused();
  await expect(ids).toHaveValue("TYPED-EARLY");
});

test("[S5.1] before the script is there nothing looks usable that is not, and the total says what it is for", async ({
  page,
  putOnSale,
}) => {
  const product = await putOnSale();
  const come = await withoutScriptYet(page);
  await page.goto(`/product/${product.id}`, { waitUntil: "commit" });
  await page.getByLabel("Quantity").fill("2");
  await expect(page.getByText("Total for 1 ID")).toBeVisible();
  await expect(page.getByRole("button", { name: "One more" })).toBeHidden();
  come();
  await page.getByRole("button", { name: "One more" }).click();
  await expect(page.getByLabel("Quantity")).toHaveValue("3");
  await expect(page.getByText("Total for 3 IDs")).toBeVisible();
});
