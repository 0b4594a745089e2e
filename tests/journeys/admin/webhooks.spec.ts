import type { Page } from "@playwright/test";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { type BotServer, openBotServer } from "#tests/support/servers/bot-server.ts";
import { openProgramServer, type ProgramServer } from "#tests/support/servers/program-server.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { looksRight } from "../accessibility-checks.ts";
import { expectTextsOnly } from "../key-checks.ts";
import { startAmongNeighbours } from "../neighbours.ts";
import { test as base, expect } from "../shop-server.ts";
import { awake, order } from "../steps.ts";

const TOKEN = "123456789:AAF-secret_token_of_the_bot_0123456";
const CHAT = "-1001234567890";

/** A shop with another program and a messaging app, which it may call on this machine. */
const test = base.extend<object, { bot: BotServer; program: ProgramServer; shop: RunningShop }>({
  bot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const bot = await openBotServer({ token: TOKEN, chatId: CHAT });
      await use(bot);
      await bot.close();
    },
    { scope: "worker" },
  ],
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const program = await openProgramServer();
      await use(program);
      await program.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ bot }, use) => {
      const shop = await startAmongNeighbours({ BOT_API_URL: bot.url, WEBHOOKS_TO_PRIVATE: "on" });
      await use(shop);
      expect(await shop.stop(), "the shop stops cleanly").toBe(0);
    },
    { scope: "worker", timeout: 40_000 },
  ],
});

/** The field of the owner's password in the form that adds a chat or a webhook. */
const passwordIn = (page: Page, form: "chat" | "addition") =>
  page.locator(`form[action$="/notifications/${form}"]`).getByLabel("Your password");

test("the owner connects a chat and another program to orders, and sees what they answered", async ({
  page,
  adminPage,
  shop,
  putOnSale,
  bot,
  program,
}) => {
  await adminPage.goto("/admin/settings/notifications");
  await awake(adminPage);
  await adminPage.getByLabel("Token of your bot").fill("not a token");
  await adminPage.getByLabel("Chat", { exact: true }).fill(CHAT);
  await adminPage.getByRole("button", { name: "Add chat" }).click();
  await expect(adminPage.getByLabel("Token of your bot")).toHaveAccessibleDescription(/Enter the bot's token/);
  await looksRight(adminPage, "the webhooks, a chat refused");
  await adminPage.getByLabel("Token of your bot").fill(TOKEN);
  await adminPage.getByRole("button", { name: "Add chat" }).click();
  await expect(passwordIn(adminPage, "chat")).toHaveAccessibleDescription(/Enter your password/);
  await passwordIn(adminPage, "chat").fill(shop.admin.password);
  await adminPage.getByRole("button", { name: "Add chat" }).click();
  const chat = adminPage.getByRole("article", { name: `Chat ${CHAT}` });
  await chat.getByRole("button", { name: "Send test message" }).click();
  await expect(adminPage.getByText("The test arrived.")).toBeVisible();
  expect(bot.messages).toMatchObject([{ chat_id: CHAT, text: expect.stringContaining("This is a test") }]);

  await adminPage.getByText("Add a webhook").click();
  await adminPage.getByLabel("Address", { exact: true }).fill("ftp://hook.example");
  await adminPage.getByRole("button", { name: "Add webhook" }).click();
  await expect(adminPage.getByLabel("Address", { exact: true })).toHaveAccessibleDescription(/Enter a web address/);
  await adminPage.getByLabel("Address", { exact: true }).fill(`${program.url}/hook`);
  await passwordIn(adminPage, "addition").fill(shop.admin.password);
  await adminPage.getByRole("button", { name: "Add webhook" }).click();
  const shown = adminPage.getByRole("region", { name: "The webhook's secret" });
  const [secret = ""] = /whsec_\S+/.exec(await shown.innerText()) ?? [];

  await looksRight(adminPage, "the webhooks, with a secret");
  const product = await putOnSale();
  const code = await order(page, product);
  await expect.poll(() => bot.messages.map(({ text }) => text).join()).toContain(`New order ${code}`);
  // The shop may also deliver low stock of the product, at any time.
  const received = () => program.received.filter(({ body }) => body.includes(code));
  await expect.poll(() => received().length).toBe(1);
  const [got] = received();
  expect(got && verifyWebhook(secret, got.headers, got.body, new Date())).toMatchObject({
    type: "order.placed",
    data: { requestCode: code, status: "pending", quantity: 1, totalAmount: 499 },
  });

  program.answerWith({ status: 500, body: "out of order" });
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect.poll(() => received().length).toBe(2);
  await expect(adminPage.getByRole("row", { name: new RegExp(`Order cancelled.*${code}`) }), "by itself").toHaveCount(1);
  await expect(adminPage.getByText(secret), "what is shown once stays").toBeVisible();
  await adminPage.goto("/admin/settings/notifications");
  await awake(adminPage);
  await expect(adminPage.getByText(secret), "it is shown once").toHaveCount(0);
  await expect(adminPage.getByRole("row", { name: new RegExp(`Order placed.*${code}.*Sent.*200`) })).toHaveCount(2);
  const failed = adminPage.getByRole("row", { name: new RegExp(`Order cancelled.*${code}.*Waiting.*500.*out of order`) });
  await expect(failed).toBeVisible();
  await looksRight(adminPage, "the webhooks, with deliveries");
  await adminPage.getByRole("button", { name: `Change chat ${CHAT}` }).click();
  await looksRight(adminPage, "the webhooks, changing a chat");
  await adminPage.keyboard.press("Escape");
  program.answerWith({ status: 200, body: "ok" });
  await failed.getByRole("button", { name: "Send again" }).click();
  await expect(adminPage.getByText("It's on its way again.")).toBeVisible();
  await expect.poll(() => received().length).toBeGreaterThan(2);

  await expectTextsOnly(adminPage, "deliveries came by themselves");
  await adminPage.getByRole("button", { name: `Remove chat ${CHAT}` }).click();
  await adminPage.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(chat).toHaveCount(0);
});

test("without script the forms work as well", async ({ browser, ownerApi, baseURL, shop }) => {
  const context = await browser.newContext({ baseURL, storageState: await ownerApi.storageState(), javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/admin/settings/notifications");
  const addition = page.locator("details", { hasText: "Add a webhook" });
  await addition.locator("summary").click();
  await addition.getByLabel("Address").fill("http://user:word@hook.example/");
  await addition.getByLabel("Stock low").uncheck();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("The address can't contain a name or a password.")).toBeVisible();
  await expect(addition.getByLabel("Address")).toHaveValue("http://user:word@hook.example/");
  await expect(addition.getByLabel("Stock low")).not.toBeChecked();
  await addition.getByLabel("Address").fill("https://hook.example/orders");
  await passwordIn(page, "addition").fill(shop.admin.password);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  const card = page.getByRole("article", { name: "hook.example" });
  await expect(card).toContainText("Order placed · Order approved · Order rejected · Order cancelled");
  await context.close();
});
