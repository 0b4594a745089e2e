import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { CHAT, type ObservedShop, openObservedShop, TOKEN } from "#tests/support/servers/subscribed-shop.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { DELIVERY_STORED_MS } from "./constants.ts";
import type { DeliveryEvent } from "./delivery.ts";
import { removeOldDeliveries } from "./delivery-chores.server.ts";
import { listDeliveries } from "./list-deliveries.server.ts";
import { sendDeliveryAgain, sendTest } from "./send-delivery-again.server.ts";
import { addChat, addWebhook, changeSubscription, drawSecret, removeSubscription } from "./subscriptions.server.ts";

let here: ObservedShop;
beforeAll(async () => {
  here = await openObservedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

test("a test message says at once whether it arrives, also where the subscription is off", async () => {
  const chat = await here.aChat();
  expect(await sendTest(here.services, here.admin, chat)).toEqual({ ok: true, value: { problem: null } });
  expect(here.bot.messages).toMatchObject([{ text: "This is a test from your shop. New orders will appear here." }]);
  const wrong = await addChat(here.services, here.admin, { token: TOKEN, chatId: "1", events: ["order.placed"] });
  const answer = await sendTest(here.services, here.admin, wrong.ok ? wrong.value : "");
  expect(answer).toEqual({ ok: true, value: { problem: { code: "answeredStatus", words: { status: 400 } } } });
  expect((await here.listDeliveries())[0]).toMatchObject({
    event: "test",
    state: "failed",
    answerText: expect.stringContaining("chat not found"),
  });

  const { id, secret } = await here.aWebhook();
  await changeSubscription(here.services, here.admin, id, { events: ["order.placed"], isOn: false, token: null });
  expect(await sendTest(here.services, here.admin, id)).toEqual({ ok: true, value: { problem: null } });
  const [got] = here.program.received;
  expect(got && verifyWebhook(secret, got.headers, got.body, here.services.now())).toMatchObject({ type: "test" });
  expect(await sendTest(here.services, here.admin, "nobody")).toMatchObject({ code: "subscriptionNotFound" });
});

test("a secret is shown once, is stored encrypted, and stands in no answer, list, log or audit", async () => {
  const lines: string[] = [];
  const log = Object.fromEntries(
    ["debug", "info", "warn", "error"].map((level) => [level, (...words: unknown[]) => lines.push(JSON.stringify(words))]),
  );
  const logged = { ...here.services, log: { ...here.services.log, ...log } } as Services;
  const { id, secret } = await here.aWebhook();
  const wrongToken = TOKEN.replace("AAF", "AAG");
  const chat = await addChat(logged, here.admin, { token: wrongToken, chatId: CHAT, events: ["order.placed"] });
  here.program.answerWith({ status: 400, body: `you sent ${secret}` });
  await sendTest(logged, here.admin, id);
  await sendTest(logged, here.admin, chat.ok ? chat.value : "");
  expect(here.bot.received[0]?.path).toContain(wrongToken);
  expect((await here.listDeliveries()).map(({ answerText }) => answerText).join()).toContain("Not Found: /bot…/sendMessage");

  const whole = await wholeDatabase(here.shop);
  for (const text of [secret, secret.slice("whsec_".length), wrongToken]) {
    expect(tablesWith(whole, text), text).toEqual([]);
    expect(lines.join("\n")).not.toContain(text);
    expect(JSON.stringify(await listDeliveries(here.services, here.admin))).not.toContain(text);
  }
  expect(lines.length).toBeGreaterThan(0);

  const drawn = await drawSecret(here.services, here.admin, id);
  here.program.answerWith({ status: 200 });
  await sendTest(here.services, here.admin, id);
  const got = here.program.received.at(-1);
  const check = (by: string) => got && verifyWebhook(by, got.headers, got.body, here.services.now());
  expect(check(drawn.ok ? drawn.value.secret : "")).toMatchObject({ type: "test" });
  expect(() => check(secret)).toThrow("signature");
  expect(await drawSecret(here.services, here.admin, chat.ok ? chat.value : "")).toMatchObject({ code: "subscriptionIsNoWebhook" });
  await changeSubscription(here.services, here.admin, chat.ok ? chat.value : "", { events: ["order.placed"], isOn: true, token: TOKEN });
  expect(await sendTest(here.services, here.admin, chat.ok ? chat.value : "")).toEqual({ ok: true, value: { problem: null } });
});

test("subscriptions are for admins alone, at most so many, and removed with their waiting deliveries", async () => {
  const { id } = await here.aWebhook();
  await aPendingOrder(here.shop);
  const visitor = aGuest();
  const events: DeliveryEvent[] = ["order.placed"];
  const attempted = await Promise.all([
    listDeliveries(here.services, visitor),
    removeSubscription(here.services, visitor, id),
    drawSecret(here.services, visitor, id),
    sendTest(here.services, visitor, id),
    sendDeliveryAgain(here.services, visitor, id),
    addChat(here.services, visitor, { token: TOKEN, chatId: CHAT, events }),
    addWebhook(here.services, visitor, { url: here.program.url, events }),
    changeSubscription(here.services, visitor, id, { events, isOn: true, token: null }),
  ]);
  for (const result of attempted) expect(result).toMatchObject({ ok: false, code: "rightMissing" });
  const many = await Promise.all(
    Array.from({ length: 22 }, () => addWebhook(here.services, here.admin, { url: here.program.url, events })),
  );
  expect(many.filter(({ ok }) => ok)).toHaveLength(19);
  expect(many.find(({ ok }) => !ok)).toMatchObject({ code: "tooManySubscriptions" });
  await removeSubscription(here.services, here.admin, id);
  expect(await here.listDeliveries()).toEqual([]);
  expect(await removeSubscription(here.services, here.admin, id)).toMatchObject({ code: "subscriptionNotFound" });
});

test("old deliveries are removed", async () => {
  await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  expect(await removeOldDeliveries(here.services)).toBe(0);
  here.shop.setNow(new Date(Date.now() + DELIVERY_STORED_MS + 1_000));
  expect(await removeOldDeliveries(here.services)).toBe(1);
});
