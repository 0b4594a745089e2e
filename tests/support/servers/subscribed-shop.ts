import { openOutside } from "#platform/outside/open-outside.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { type ListedNotice, listTold } from "#shop/notices/list-notices.server.ts";
import { addChat, addWebhook } from "#shop/notices/listeners.server.ts";
import { allEvents, type NoticeEvent } from "#shop/notices/notice.ts";
import { listenersToTell, tellListener } from "#shop/notices/send-notice.server.ts";
import { type BotServer, openBotServer } from "./bot-server.ts";
import { anAdmin } from "./builders.ts";
import { openProgramServer, type ProgramServer } from "./program-server.ts";
import { openTestShop, type TestShop } from "./shop.ts";

/** The token of the bot that the messaging app knows, and the one chat that it writes to. */
export const TOKEN = "123456789:AAF-secret_token_of_the_bot_0123456";
export const CHAT = "-1001234567890";

/** A shop beside another program and a messaging app, which it may call on this machine. */
export type ToldShop = {
  shop: TestShop;
  services: Services;
  admin: Admin;
  program: ProgramServer;
  bot: BotServer;
  aWebhook(events?: NoticeEvent[]): Promise<{ id: string; secret: string }>;
  aChat(events?: NoticeEvent[]): Promise<string>;
  /** Tells everybody what is due. */
  tellAll(): Promise<void>;
  told(): Promise<ListedNotice[]>;
  /** Nobody is told any more, and all answer well again. */
  beginAnew(): Promise<void>;
  close(): Promise<unknown>;
};

/** Opens such a shop, with an admin. */
export async function openToldShop(): Promise<ToldShop> {
  const [shop, program, bot] = await Promise.all([openTestShop(), openProgramServer(), openBotServer({ token: TOKEN, chatId: CHAT })]);
  const outside = openOutside({ allowsPrivate: true, botApi: bot.url }, { origin: "https://shop.example" });
  const services: Services = Object.assign(shop.services, { outside });
  const admin = await anAdmin(shop);
  return {
    ...{ shop, services, admin, program, bot },
    async aWebhook(events = [...allEvents]) {
      const added = await addWebhook(services, admin, { url: `${program.url}/hook`, events });
      if (!added.ok) throw new Error(added.sentence);
      return added.value;
    },
    async aChat(events = [...allEvents]) {
      const added = await addChat(services, admin, { token: TOKEN, chatId: CHAT, events });
      if (!added.ok) throw new Error(added.sentence);
      return added.value;
    },
    async tellAll() {
      for (const id of await listenersToTell(services)) await tellListener(services, id);
    },
    async told() {
      const listed = await listTold(services, admin);
      if (!listed.ok) throw new Error(listed.sentence);
      return listed.value.rows;
    },
    async beginAnew() {
      await services.db.$client.query("delete from listeners; delete from low_stock");
      for (const { received } of [program, bot]) received.length = 0;
      bot.messages.length = 0;
      bot.isBusyFor(null);
      program.answerWith({ status: 200, body: "ok" });
      shop.setNow();
    },
    close: () => Promise.all([shop.close(), program.close(), bot.close()]),
  };
}
