import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { allEvents, type DeliveryEvent } from "#shop/webhooks/delivery.ts";
import { type ListedDelivery, listDeliveries } from "#shop/webhooks/list-deliveries.server.ts";
import { notifySubscription } from "#shop/webhooks/send-delivery.server.ts";
import { addChat, addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { noPaymentApis } from "../payments/no-payment-apis.ts";
import { anAdmin } from "../shop/builders.ts";
import { openTestShop, type TestShop } from "../shop/shop.ts";
import { type BotServer, openBotServer } from "./bot-server.ts";
import { openProgramServer, type ProgramServer } from "./program-server.ts";

/** The bot's token and the chat that the messaging app knows. */
export const TOKEN = "123456789:AAF-secret_token_of_the_bot_0123456";
export const CHAT = "-1001234567890";

/** A shop with another program and a messaging app, which it may call on this machine. */
export type ObservedShop = {
  shop: TestShop;
  services: Services;
  admin: Admin;
  program: ProgramServer;
  bot: BotServer;
  aWebhook(events?: DeliveryEvent[]): Promise<{ id: string; secret: string }>;
  aChat(events?: DeliveryEvent[]): Promise<string>;
  /** Sends all deliveries that are due. */
  deliverAll(): Promise<void>;
  listDeliveries(): Promise<ListedDelivery[]>;
  /**
   * Removes all subscriptions and received messages, and makes both receivers answer normally
   * again.
   */
  beginAnew(): Promise<void>;
  close(): Promise<unknown>;
};

/** Opens such a shop with an admin. */
export async function openObservedShop(): Promise<ObservedShop> {
  const [shop, program, bot] = await Promise.all([openTestShop(), openProgramServer(), openBotServer({ token: TOKEN, chatId: CHAT })]);
  const httpClient = openHttpClient(
    { allowsPrivate: true, botApi: bot.url, paymentApis: noPaymentApis },
    { origin: "https://shop.example" },
  );
  const services: Services = Object.assign(shop.services, { httpClient });
  const admin = await anAdmin(shop);
  return {
    shop,
    services,
    admin,
    program,
    bot,
    async aWebhook(events = [...allEvents]) {
      const added = await addWebhook(services, admin, { url: `${program.url}/hook`, events });
      if (!added.ok) throw new Error(added.code);
      return added.value;
    },
    async aChat(events = [...allEvents]) {
      const added = await addChat(services, admin, { token: TOKEN, chatId: CHAT, events });
      if (!added.ok) throw new Error(added.code);
      return added.value;
    },
    async deliverAll() {
      const { rows } = await services.db.$client.query<{ id: string }>("select id from subscriptions where is_on order by created_at, id");
      for (const { id } of rows) await notifySubscription(services, id);
    },
    async listDeliveries() {
      const listed = await listDeliveries(services, admin);
      if (!listed.ok) throw new Error(listed.code);
      return listed.value.rows;
    },
    async beginAnew() {
      await services.db.$client.query("delete from subscriptions; delete from low_stock");
      for (const { received } of [program, bot]) received.length = 0;
      bot.messages.length = 0;
      bot.isBusyFor(null);
      program.answerWith({ status: 200, body: "ok" });
      shop.setNow();
    },
    close: () => Promise.all([shop.close(), program.close(), bot.close()]),
  };
}
