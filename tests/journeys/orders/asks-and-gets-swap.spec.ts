import { textsIn } from "#messages/languages.ts";
import { expect, test } from "../shop-server.ts";
import { approve, aScreenshot } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

const [texts, asking] = [textsIn("en", "orderMessages"), textsIn("en", "adminAsking")];
const [claims, adminClaims] = [textsIn("en", "orderClaims"), textsIn("en", "adminClaims")];

test("[S14.1] [S14.3] [S14.10] [S15.2] [S15.5] a guest without email asks, answers with a picture from a phone without push, and gets a swap", async ({
  browser,
  baseURL,
  adminPage,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ name: "Asked, claimed and swapped", ids: ["ASKED-DEAD-1", "ASKED-NEW-2"] });
  const phone = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 }, hasTouch: true, serviceWorkers: "block" });
  await phone.addInitScript(() => {
    for (const name of ["Notification", "PushManager"]) Reflect.deleteProperty(window, name);
  });
  const page = await phone.newPage();
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);

  // The page of the order that was just placed has the conversation, too.
  await page.getByText(texts("writeMessage")).click();
  await page.getByLabel(texts("messageToShop")).fill("Does it work in every app?");
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `${code}-1` })).toContainText("every app");

  await approve(ownerApi, code);
  await expect(page.getByText("ASKED-DEAD-1").first()).toBeVisible({ timeout: 5_000 });
  await adminPage.goto("/admin/messages");
  await awake(adminPage);
  await adminPage
    .getByRole("article", { name: code })
    .getByRole("link", { name: textsIn("en", "adminMessages")("answerBuyer") })
    .click();
  await adminPage.getByRole("button", { name: asking("errorPicture") }).click();
  await adminPage.getByRole("button", { name: texts("send"), exact: true }).click();

  const question = page.locator("#question");
  await expect(question).toContainText(asking("errorPictureText"), { timeout: 5_000 });
  await question.getByLabel(texts("picture"), { exact: true }).setInputFiles({
    name: "error.png",
    mimeType: "image/png",
    buffer: await aScreenshot("#c03030"),
  });
  await question.getByRole("button", { name: texts("sendAnswer") }).click();
  await expect(question).toHaveCount(0);

  await page.getByRole("link", { name: `${claims("doesntWork")}${claims("doesntWorkUnseen", { place: 1 })}` }).click();
  await page.getByLabel(claims("reasonUsed")).check();
  await page.getByRole("button", { name: claims("send") }).click();
  await expect(page.getByText(claims("claim", { name: `${code}-C1` }))).toBeVisible();
  await adminPage.goto("/admin/claims");
  await awake(adminPage);
  await adminPage
    .getByRole("article", { name: `${code}-C1` })
    .getByRole("button", { name: adminClaims("swap") })
    .click();
  await expect(page.getByText("ASKED-NEW-2").first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("ASKED-DEAD-1")).toHaveCount(0);
  await phone.close();
});
