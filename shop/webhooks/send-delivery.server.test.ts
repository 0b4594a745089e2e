import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { noPaymentApis } from "#tests/support/payments/no-payment-apis.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { type ObservedShop, openObservedShop, TOKEN } from "#tests/support/servers/subscribed-shop.ts";
import { aPendingOrder } from "#tests/support/shop/builders.ts";
import { requeueDeliveries } from "./delivery-chores.server.ts";
import { notifySubscription } from "./send-delivery.server.ts";
import { sendDeliveryAgain, sendTest } from "./send-delivery-again.server.ts";
import { addWebhook, changeSubscription, drawSecret } from "./subscriptions.server.ts";
import { subscriptions } from "./tables.server.ts";

let here: ObservedShop;
beforeAll(async () => {
  here = await openObservedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

test("a failed delivery is retried with the same id until it arrives, signed each time, and its answers are listed", async () => {
  const { secret } = await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  const start = here.services.now();
  const attemptAt = async (ms: number) => {
    here.shop.setNow(new Date(start.getTime() + ms));
    await here.deliverAll();
  };
  here.program.answerWith({ status: 500, body: "<h1>broken\u0000</h1>" });
  await attemptAt(0);
  expect(await here.listDeliveries()).toMatchObject([
    {
      state: "waiting",
      attempts: 1,
      answerStatus: 500,
      answerText: "<h1>broken </h1>",
      problem: { code: "answeredStatus", words: { status: 500 } },
    },
  ]);
  await attemptAt(4_000);
  expect(here.program.received).toHaveLength(1);
  here.program.answerWith({ status: 302, headers: { location: `${here.program.url}/elsewhere` } });
  await attemptAt(6_000);
  expect(await here.listDeliveries()).toMatchObject([
    { state: "waiting", attempts: 2, problem: { code: "answeredRedirect", words: { status: 302 } } },
  ]);
  here.program.answerWith((response) => void response.destroy());
  await attemptAt(400_000);
  expect(await here.listDeliveries()).toMatchObject([
    { state: "waiting", attempts: 3, answerStatus: null, problem: { code: "connectionFailedWith", words: { error: "ECONNRESET" } } },
  ]);
  here.program.answerWith({ status: 204 });
  await attemptAt(4_000_000);
  expect(await here.listDeliveries()).toMatchObject([
    { state: "sent", attempts: 4, answerStatus: 204, problem: null, nextAttemptAt: null },
  ]);

  expect(here.program.received.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook", "/hook"]);
  expect(new Set(here.program.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(here.program.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  const last = here.program.received.at(-1);
  expect(last && verifyWebhook(secret, last.headers, last.body, here.services.now())).toMatchObject({ type: "order.placed" });
});

test("after 3 days a delivery is given up, at once if the receiver is gone for good, and an admin can send it again", async () => {
  await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  here.program.answerWith({ status: 503 });
  const start = here.services.now().getTime();
  for (let hour = 0; hour <= 75; hour += 1) {
    here.shop.setNow(new Date(start + hour * 3_600_000));
    await here.deliverAll();
  }
  expect(await here.listDeliveries()).toMatchObject([{ state: "failed", attempts: 10 }]);
  expect(here.program.received).toHaveLength(10);

  const [delivery] = await here.listDeliveries();
  here.program.answerWith({ status: 410 });
  expect(await sendDeliveryAgain(here.services, here.admin, delivery?.id ?? "")).toMatchObject({ ok: true });
  await here.deliverAll();
  expect(await here.listDeliveries()).toMatchObject([
    { state: "failed", attempts: 1, problem: { code: "answeredStatus", words: { status: 410 } } },
  ]);
  here.program.answerWith({ status: 200 });
  await sendDeliveryAgain(here.services, here.admin, delivery?.id ?? "");
  await here.deliverAll();
  expect(await here.listDeliveries()).toMatchObject([{ state: "sent" }]);
  expect(await sendDeliveryAgain(here.services, here.admin, "another")).toMatchObject({ code: "deliveryNotFound" });
});

test("a delivery sent again to a subscription that is off waits until that is on, and the answer says so", async () => {
  const { id } = await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  await here.deliverAll();
  const [delivery] = await here.listDeliveries();
  const switchOn = (isOn: boolean) => here.shop.services.db.update(subscriptions).set({ isOn }).where(eq(subscriptions.id, id));
  await switchOn(false);
  expect(await sendDeliveryAgain(here.services, here.admin, delivery?.id ?? "")).toEqual({ ok: true, value: { goesNow: false } });
  await here.deliverAll();
  expect(here.program.received).toHaveLength(1);
  await switchOn(true);
  await here.deliverAll();
  expect(here.program.received).toHaveLength(2);
  expect(await sendDeliveryAgain(here.services, here.admin, delivery?.id ?? "")).toEqual({ ok: true, value: { goesNow: true } });
});

test("two processes at once send each delivery once, and one whose sender died is sent later", async () => {
  const { id } = await here.aWebhook(["order.placed"]);
  for (let n = 0; n < 8; n += 1) await aPendingOrder(here.shop);
  const counts = await Promise.all([1, 2, 3].map(() => notifySubscription(here.services, id)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
  expect(new Set(here.program.received.map(({ headers }) => headers["webhook-id"])).size).toBe(8);

  await aPendingOrder(here.shop);
  await here.services.db.$client.query(
    "update deliveries set attempts = 1, next_attempt_at = now() + interval '60 seconds' where state = 'waiting'",
  );
  await here.deliverAll();
  expect(here.program.received).toHaveLength(8);
  here.shop.setNow(new Date(Date.now() + 61_000));
  await here.deliverAll();
  expect(here.program.received).toHaveLength(9);
});

test("a delivery that arrived is recorded once the database is back, and goes out once", async () => {
  const { id } = await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  let isAway = true;
  const db = new Proxy(here.services.db, {
    get(real, name) {
      if (name !== "update" || !isAway || here.program.received.length === 0) return Reflect.get(real, name, real);
      isAway = false;
      throw Object.assign(new Error("the database is away"), { code: "ECONNREFUSED" });
    },
  });
  await notifySubscription({ ...here.services, db }, id);
  expect(await here.listDeliveries()).toMatchObject([{ state: "sent", attempts: 1 }]);
  expect(here.program.received).toHaveLength(1);
});

test("a clock that is set back delays no delivery", async () => {
  await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  const { $client } = here.services.db;
  await $client.query("update deliveries set next_attempt_at = now() + interval '10 days'");
  await requeueDeliveries(here.services);
  await here.deliverAll();
  expect(await here.listDeliveries()).toMatchObject([{ state: "sent" }]);
});

test("an address that leads into this machine is refused when it is added, and when its name leads there later", async () => {
  const strict = openHttpClient(
    { allowsPrivate: false, botApi: null, paymentApis: noPaymentApis },
    { origin: null, lookUp: async () => [{ address: "127.0.0.1", family: 4 }] },
  );
  const careful = { ...here.services, httpClient: strict };
  const add = (url: string) => addWebhook(careful, here.admin, { url, events: ["order.placed"] });
  expect(await add(here.program.url)).toMatchObject({ code: "webhookUrlNotHttps", field: "url" });
  expect(await add("https://[::ffff:127.0.0.1]/")).toMatchObject({ code: "webhookUrlNotPublic" });
  expect(await add("https://user:word@hook.example/")).toMatchObject({ code: "webhookUrlWithPassword" });
  expect(await add("hook")).toMatchObject({ code: "webhookUrlInvalid" });
  const added = await add(`https://hook.example:${new URL(here.program.url).port}/`);
  expect(added.ok).toBe(true);
  await aPendingOrder(here.shop);
  await notifySubscription(careful, added.ok ? added.value.id : "");
  expect(await here.listDeliveries()).toMatchObject([{ state: "waiting", problem: { code: "addressNotPublic" } }]);
  expect(here.program.received).toEqual([]);
});

test("a delivery that is being sent is not sent again meanwhile; later it can be", async () => {
  const { id } = await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  let answer = () => {};
  here.program.answerWith((response) => {
    answer = () => response.writeHead(500).end("not now");
  });
  const sending = notifySubscription(here.services, id);
  await expect.poll(() => here.program.received.length).toBe(1);
  const [delivery] = await here.listDeliveries();
  const again = () => sendDeliveryAgain(here.services, here.admin, delivery?.id ?? "");
  expect(await again()).toMatchObject({ code: "deliveryOnItsWay" });
  await here.deliverAll();
  expect(here.program.received).toHaveLength(1);
  answer();
  await sending;
  expect(await here.listDeliveries()).toMatchObject([{ state: "waiting", attempts: 1, answerText: "not now" }]);

  here.program.answerWith({ status: 200 });
  expect(await Promise.all([again(), again()]), "a double press").toMatchObject([{ ok: true }, { ok: true }]);
  await here.deliverAll();
  expect(await here.listDeliveries()).toMatchObject([{ state: "sent", attempts: 1 }]);
  expect(here.program.received).toHaveLength(2);

  await here.services.db.$client.query("update deliveries set state = 'waiting', next_attempt_at = now() + interval '50 seconds'");
  expect(await again(), "somebody has it").toMatchObject({ code: "deliveryOnItsWay" });
  here.shop.setNow(new Date(Date.now() + 51_000));
  expect(await again(), "whoever had it is gone").toMatchObject({ ok: true });
});

test("a delivery whose secret cannot be decrypted any more is given up at once, and the list and a test say what helps", async () => {
  const chat = await here.aChat(["order.placed"]);
  const { id } = await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  const later = { ...here.services, vault: openVault("another secret of the shop, since the first is lost") };
  for (const subscriptionId of [chat, id]) expect(await notifySubscription(later, subscriptionId)).toBe(1);
  const lost = { state: "failed", attempts: 1, answerStatus: null };
  expect((await here.listDeliveries()).sort((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
    { ...lost, kind: "bot", problem: { code: "botTokenLost" } },
    { ...lost, kind: "webhook", problem: { code: "webhookSecretLost" } },
  ]);
  expect(await sendTest(later, here.admin, id)).toMatchObject({ value: { problem: { code: "webhookSecretLost" } } });
  for (const subscriptionId of [chat, id]) expect(await notifySubscription(later, subscriptionId)).toBe(0);
  expect([...here.program.received, ...here.bot.received]).toEqual([]);

  await drawSecret(later, here.admin, id);
  await changeSubscription(later, here.admin, chat, { events: ["order.placed"], isOn: true, token: TOKEN });
  for (const { id: deliveryId, event } of await here.listDeliveries())
    if (event !== "test") await sendDeliveryAgain(later, here.admin, deliveryId);
  for (const subscriptionId of [chat, id]) await notifySubscription(later, subscriptionId);
  expect([here.program.received.length, here.bot.messages.length]).toEqual([1, 1]);
});

test("the bot's interface is not called again for as long as it asks", async () => {
  await here.aChat(["order.placed"]);
  await aPendingOrder(here.shop);
  here.bot.isBusyFor(35);
  const start = Date.now();
  here.shop.setNow(new Date(start));
  await here.services.db.$client.query("update deliveries set next_attempt_at = $1", [new Date(start)]);
  await here.deliverAll();
  expect(await here.listDeliveries()).toMatchObject([{ state: "waiting", answerStatus: 429, nextAttemptAt: new Date(start + 35_000) }]);
  here.bot.isBusyFor(null);
  here.shop.setNow(new Date(start + 35_000));
  await here.deliverAll();
  expect(here.bot.messages).toHaveLength(1);
});
