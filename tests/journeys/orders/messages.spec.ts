import sharp from "sharp";
import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { signUp } from "../signing-in.ts";
import { approve, placed } from "../states.ts";
import { awake, requestCodeOn } from "../steps.ts";

const texts = textsIn("en", "orderMessages");

const aPicture = async (background: string) => ({
  name: "seat.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer(),
});

test("[S14.1] [S14.2] [S14.7] [S14.8] [S14.13] [S14.15] a guest asks about an order, the owner answers from the list, and the open page shows it; a broken connection costs nothing", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale({ name: "Asked about" });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await page.goto(`/contact?order=${code}`);
  await expect(page).toHaveURL(`/order-status/${code}#messages`);
  await awake(page);

  await page.getByText(texts("writeMessage")).click();
  const field = page.getByLabel(texts("messageToShop"));
  await field.fill("Which train is it for?\nhttps://example.com");
  await page.getByLabel(texts("addPicture")).setInputFiles(await aPicture("#c03030"));
  await page.route("**/messages.data*", (route) => route.abort());
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await expect(field).toHaveValue("Which train is it for?\nhttps://example.com");
  await page.unroute("**/messages.data*");
  await page.getByRole("button", { name: texts("send") }).click();
  const mine = page.getByRole("listitem").filter({ hasText: `${code}-1` });
  await expect(mine).toContainText("Which train is it for?");
  await expect(mine.getByRole("link", { name: "https://example.com" })).toHaveCount(0);
  await expect(mine.getByRole("img")).toHaveJSProperty("naturalWidth", 300);
  await expect(field).toHaveValue("");
  await expect(page.getByRole("button", { name: texts("removePicture") })).toHaveCount(0);

  await adminPage.goto("/admin/messages");
  await awake(adminPage);
  const card = adminPage.getByRole("article", { name: code });
  await expect(card).toContainText("Which train is it for?");
  await card.getByRole("link", { name: textsIn("en", "adminMessages")("answerBuyer") }).click();
  await adminPage.getByLabel(texts("messageToBuyer")).fill("Any train. See https://example.com/trains.");
  await adminPage.getByRole("button", { name: texts("send") }).click();
  await expect(adminPage.getByText(english("messageToBuyerSent"))).toBeVisible();
  await expect(adminPage.getByRole("listitem").getByRole("img")).toHaveJSProperty("naturalWidth", 300);
  const answer = page.getByRole("listitem").filter({ hasText: `${code}-2` });
  await expect(answer).toContainText("Any train.");
  await expect(answer.getByRole("link")).toHaveAttribute("href", "https://example.com/trains");
  await adminPage.goto("/admin/messages");
  await expect(card).toHaveCount(0);
});

test("[S14.1] [S14.13] without script a message is refused with what was typed and then stored, and no answer is needed; a stranger sees none of it", async ({
  browser,
  baseURL,
  putOnSale,
  ownerApi,
  guest,
}) => {
  const { requestCode } = await placed(guest, await putOnSale());
  const withoutScript = { baseURL, javaScriptEnabled: false };
  const buyers = await browser.newContext({ ...withoutScript, storageState: await guest.request.storageState() });
  const page = await buyers.newPage();
  await page.goto(`/order-status/${requestCode}`);
  await page.getByText(texts("writeMessage")).click();
  await page.getByLabel(texts("messageToShop")).evaluate((field) => field.removeAttribute("maxlength"));
  await page.getByLabel(texts("messageToShop")).fill(`Hello ${"x".repeat(2_000)}`);
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByText(/Use up to 2,000 characters/).first()).toBeVisible();
  await expect(page.getByLabel(texts("messageToShop"))).toHaveValue(/^Hello x+$/);
  await page.getByLabel(texts("messageToShop")).fill("Hello without script");
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `${requestCode}-1` })).toContainText("Hello without script");
  await page.getByLabel(texts("addPicture")).setInputFiles(await aPicture("#3030c0"));
  await page.getByRole("button", { name: texts("send") }).click();
  const picture = page
    .getByRole("listitem")
    .filter({ hasText: `${requestCode}-2` })
    .getByRole("img");
  await expect(picture).toHaveJSProperty("naturalWidth", 300);
  const address = (await picture.getAttribute("src")) ?? "";

  const owners = await browser.newContext({ ...withoutScript, storageState: await ownerApi.storageState() });
  const order = await owners.newPage();
  await order.goto(`/admin/orders/${requestCode}`);
  await order.getByRole("button", { name: texts("noAnswerNeeded") }).click();
  await expect(order.getByRole("button", { name: texts("noAnswerNeeded") })).toHaveCount(0);

  const strangers = await browser.newContext(withoutScript);
  const strange = await strangers.newPage();
  await strange.goto(`/order-status/${requestCode}`);
  await expect(strange.getByText("Hello without script")).toHaveCount(0);
  expect((await strangers.request.get(address)).status()).toBe(403);
  await expect(strange.getByText(texts("messages"), { exact: true })).toHaveCount(0);
  for (const context of [buyers, owners, strangers]) await context.close();
});

test("[S14.13] [S4.10] without script, a message that is sent after the login ended waits for a login, and a reload sends it", async ({
  browser,
  baseURL,
  putOnSale,
}) => {
  const product = await putOnSale();
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await signUp(page, "late-writer@example.com", `/product/${product.id}`);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await page.goto(`/order-status/${code}`);
  await page.getByText(texts("writeMessage")).click();
  await page.getByLabel(texts("messageToShop")).fill("Written for long");
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("button", { name: texts("send") }).click();
  await expect(page.getByRole("heading", { name: english("logInAgain") })).toBeVisible();
  await expect(page.getByText(textsIn("en", "site")("sentAgainByReload"))).toBeVisible();

  await context.addCookies(cookies);
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: `${code}-1` })).toContainText("Written for long");
  await context.close();
});

test("[S14.13] [S4.10] with script, a claim that is sent after the login ended stays as typed, and goes after a login in another tab", async ({
  page,
  putOnSale,
  ownerApi,
}) => {
  const product = await putOnSale({ name: "Claimed late", ids: ["LATE-1"] });
  await signUp(page, "late-claimer@example.com", `/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await approve(ownerApi, code);
  await page.goto(`/order-status/${code}/claims/new?place=1`);
  await awake(page);
  const claims = textsIn("en", "orderClaims");
  await page.getByLabel(claims("reasonUsed")).check();
  await page.getByLabel(claims("words")).fill("Written for long");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole("button", { name: claims("send") }).click();
  await expect(page.getByText(english("logInAgain")).first()).toBeVisible();
  await expect(page.getByLabel(claims("words"))).toHaveValue("Written for long");
  await expect(page.getByLabel(claims("reasonUsed"))).toBeChecked();
  await page.context().addCookies(cookies);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: claims("send") }).click();
  await expect(page).toHaveURL(`/order-status/${code}`);
  await expect(page.getByText(claims("claim", { name: `${code}-C1` }))).toBeVisible();
});

test("[S14.3] [S14.5] [S14.9] the owner asks by a standard question, the buyer finds it on top of the open page and in My orders, and answers with a picture", async ({
  page,
  adminPage,
  putOnSale,
}) => {
  const product = await putOnSale({ name: "Asked for" });
  await page.goto(`/product/${product.id}`);
  await awake(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  const code = await requestCodeOn(page);
  await page.goto(`/order-status/${code}`);
  await awake(page);

  const asking = textsIn("en", "adminAsking");
  await adminPage.goto(`/admin/orders/${code}`);
  await awake(adminPage);
  await adminPage.getByText(texts("writeToBuyer")).click();
  await adminPage.getByRole("button", { name: asking("errorPicture") }).click();
  await expect(adminPage.getByLabel(texts("messageToBuyer"))).toHaveValue(asking("errorPictureText"));
  await adminPage.getByRole("button", { name: texts("send"), exact: true }).click();
  const question = page.locator("#question");
  await expect(question).toContainText(asking("errorPictureText"));
  await expect(adminPage.getByLabel(asking("askFor")), "the next message asks for nothing").toHaveValue("");

  await adminPage.goto("/admin/orders?filter=asked");
  await expect(adminPage.getByText(code).first()).toBeVisible();
  await page.goto("/my-orders");
  await expect(page.getByText(textsIn("en", "parts")("askedByShop"))).toBeVisible();
  await page.goto(`/order-status/${code}`);
  await awake(page);
  await question.getByRole("button", { name: texts("sendAnswer") }).click();
  await expect(question.locator("[aria-invalid]")).toHaveCount(1);
  await question.getByLabel(texts("picture"), { exact: true }).setInputFiles(await aPicture("#30c030"));
  await question.getByRole("button", { name: texts("sendAnswer") }).click();
  await expect(question).toHaveCount(0);
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: `${code}-2` })
      .getByRole("img"),
  ).toHaveJSProperty("naturalWidth", 300);
  await adminPage.goto("/admin/messages");
  await expect(adminPage.getByRole("article", { name: code })).toContainText(texts("picture"));
});
