import { textsIn } from "#messages/languages.ts";
import { english } from "#tests/support/english.ts";
import { expect, test } from "../shop-server.ts";
import { awake } from "../steps.ts";

test("[S2.27] a message reaches the owner's open list, is handled and deleted; a cut connection loses nothing", async ({
  page,
  adminPage,
}) => {
  await adminPage.goto("/admin/messages");
  await awake(adminPage);
  await page.goto("/contact");
  await awake(page);
  await page.getByLabel("Name").fill("Asha Menon");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Message").fill("Where is REQ-ABC?");
  await page.route("**/contact.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(textsIn("en", "site")("failedToConnect"))).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Where is REQ-ABC?");
  await page.unroute("**/contact.data*");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: english("messageSent") })).toBeFocused();

  const message = adminPage.getByRole("article", { name: "Asha Menon" });
  await expect(message).toHaveCount(1);
  await expect(message).toContainText("Where is REQ-ABC?");
  await expect(message.getByRole("link", { name: "Reply" })).toHaveAttribute("href", /^mailto:asha%40example\.com\?subject=/);
  await message.getByRole("button", { name: "Mark as handled" }).click();
  await expect(adminPage.getByText(english("messageHandled"))).toBeVisible();
  await expect(message).toHaveCount(0);

  await adminPage.getByRole("link", { name: "All", exact: true }).click();
  await message.getByRole("button", { name: "Delete the message of Asha Menon" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Delete the message of “Asha Menon”?" });
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
  await page.getByLabel("Name").fill("Ravi Menon");
  await page.getByLabel("Email").fill("ravi@example.com");
  await page.getByLabel("Message").fill("   ");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(english("fieldRequired"))).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ravi Menon");
  await page.getByLabel("Message").fill("No script here.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: english("messageSent") })).toBeVisible();
  await context.close();

  const owner = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await ownerApi.storageState() });
  const list = await owner.newPage();
  await list.goto("/admin/orders");
  await list.getByText("More", { exact: true }).click();
  await list.getByRole("link", { name: "Messages" }).click();
  await list.getByRole("article", { name: "Ravi Menon" }).getByRole("button", { name: "Mark as handled" }).click();
  await expect(list.getByText(english("messageHandled"))).toBeVisible();
  await expect(list.getByRole("article", { name: "Ravi Menon" })).toHaveCount(0);
  await owner.close();
});
