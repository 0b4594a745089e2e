import { textsIn } from "#messages/languages.ts";
import { MESSAGES_OF_ORDER_MAX } from "#shop/orders/constants.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

// The journeys of a worker share a shop, so other messages may exist, but these tests need an empty
// list.
test.beforeEach(async ({ ownerApi }) => {
  const list = await (await ownerApi.get("/admin/messages?show=all")).text();
  for (const [, id] of list.matchAll(/id="delete-message-(\w+)"/g))
    await ownerApi.post(`/admin/messages/${id}/deletion`, { maxRedirects: 0 });
  const waiting = await (await ownerApi.get("/admin/messages")).text();
  for (const [, code] of waiting.matchAll(/href="\/admin\/orders\/([\w-]+)#messages"/g))
    await ownerApi.post(`/admin/orders/${code}/no-answer-needed`, { form: { seen: MESSAGES_OF_ORDER_MAX }, maxRedirects: 0 });
});

test("[S2.27] a message reaches the owner's open list, is handled and deleted; a cut connection loses nothing", async ({
  page,
  adminPage,
}) => {
  await adminPage.goto("/admin/messages");
  await awake(adminPage);
  await page.goto("/contact");
  await awake(page);
  await page.getByLabel("Name").fill("Asha");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Message").fill("Where is REQ-ABC?");
  await page.route("**/contact.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Where is REQ-ABC?");
  await page.unroute("**/contact.data*");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: english("messageSent") })).toBeFocused();

  const message = adminPage.getByRole("article", { name: "Asha" });
  await expect(message).toHaveCount(1);
  await expect(message).toContainText("Where is REQ-ABC?");
  await expect(message.getByRole("link", { name: "Reply" })).toHaveAttribute("href", /^mailto:asha%40example\.com\?subject=/);
  await message.getByRole("button", { name: "Mark as handled" }).click();
  await expect(adminPage.getByText(english("messageHandled"))).toBeVisible();
  await expect(message).toHaveCount(0);
  await expect(adminPage.getByText(textsIn("en", "adminMessages")("noOpenMessages"))).toBeVisible();

  await adminPage.getByRole("link", { name: "All", exact: true }).click();
  await message.getByRole("button", { name: "Delete the message of Asha" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Delete the message of “Asha”?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(message).toHaveCount(0);
});

test("[S2.27] without script a refused form still has what was typed, sends it, and admins handle it", async ({
  browser,
  baseURL,
  ownerApi,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ravi");
  await page.getByLabel("Email").fill("ravi@example.com");
  await page.getByLabel("Message").fill("   ");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(english("fieldRequired"))).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ravi");
  await page.getByLabel("Message").fill("No script here.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: english("messageSent") })).toBeVisible();
  await context.close();

  const owner = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await ownerApi.storageState() });
  const list = await owner.newPage();
  await list.goto("/admin/orders");
  await list.getByText("More", { exact: true }).click();
  await list.getByRole("link", { name: "Messages" }).click();
  await list.getByRole("article", { name: "Ravi" }).getByRole("button", { name: "Mark as handled" }).click();
  await expect(list.getByText(english("messageHandled"))).toBeVisible();
  await expect(list.getByText(textsIn("en", "adminMessages")("noOpenMessages"))).toBeVisible();
  await owner.close();
});
