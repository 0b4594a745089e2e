import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openOutside } from "#platform/outside/open-outside.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { LOW_STOCK, NOTICE_KEPT_MS } from "#shop/constants.ts";
import { followListeners, isHeard } from "#shop/notices/heard.server.ts";
import { removeOldNotices } from "#shop/notices/keep-notices.server.ts";
import { listTold } from "#shop/notices/list-notices.server.ts";
import { addChat, addWebhook, changeListener, drawSecret, removeListener } from "#shop/notices/listeners.server.ts";
import { allEvents, type NoticeEvent } from "#shop/notices/notice.ts";
import { sendNoticeAgain, sendTest } from "#shop/notices/send-again.server.ts";
import { listenersToTell, tellListener } from "#shop/notices/send-notice.server.ts";
import { addIds } from "#shop/stock/add-ids.server.ts";
import { type BotServer, openBotServer } from "#tests/support/bot-server.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { countQueries } from "#tests/support/count-queries.ts";
import { openProgramServer, type ProgramServer } from "#tests/support/program-server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { verifyWebhook } from "#tests/support/standard-webhooks.ts";
import { tablesWith, wholeDatabase } from "#tests/support/whole-database.ts";
import { findAdminOrder } from "./admin-orders.server.ts";
import { approveOrder } from "./approve-order.server.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { lapseOrders } from "./lapse-orders.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { rejectOrder } from "./reject-order.server.ts";
import { tellLowStock } from "./tell-low-stock.server.ts";

const TOKEN = "123456789:AAF-secret_token_of_the_bot_0123456";
const CHAT = "-1001234567890";

let shop: TestShop;
let services: Services;
let admin: Admin;
let program: ProgramServer;
let bot: BotServer;
beforeAll(async () => {
  [shop, program, bot] = await Promise.all([openTestShop(), openProgramServer(), openBotServer({ token: TOKEN, chatId: CHAT })]);
  const outside = openOutside({ allowsPrivate: true, botApi: bot.url }, { origin: "https://shop.example" });
  services = Object.assign(shop.services, { outside });
  admin = await anAdmin(shop);
});
afterEach(async () => {
  await services.db.$client.query("delete from listeners; delete from low_stock");
  for (const { received } of [program, bot]) received.length = 0;
  bot.messages.length = 0;
  bot.isBusyFor(null);
  program.answerWith({ status: 200, body: "ok" });
  shop.setNow();
});
afterAll(() => Promise.all([shop.close(), program.close(), bot.close()]));

async function aWebhook(events: NoticeEvent[] = [...allEvents]): Promise<{ id: string; secret: string }> {
  const added = await addWebhook(services, admin, { url: `${program.url}/hook`, events });
  if (!added.ok) throw new Error(added.sentence);
  return added.value;
}

async function aChat(events: NoticeEvent[] = [...allEvents]): Promise<string> {
  const added = await addChat(services, admin, { token: TOKEN, chatId: CHAT, events });
  if (!added.ok) throw new Error(added.sentence);
  return added.value;
}

/** Tells everybody what is due. */
async function tellAll(): Promise<void> {
  for (const id of await listenersToTell(services)) await tellListener(services, id);
}

async function told() {
  const listed = await listTold(services, admin);
  if (!listed.ok) throw new Error(listed.sentence);
  return listed.value.rows;
}

const approvalOf = async (requestCode: string) => {
  const ids = ((await findAdminOrder(services, requestCode))?.reservedIds ?? []).map(({ value }) => value);
  return approveOrder(services, admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: true });
};

test("every change of an order reaches a webhook, signed, with code, status, quantity and total and nothing else", async () => {
  const { secret } = await aWebhook();
  const { id: productId, ids } = await aProduct(shop, { price: 499.5, ids: Array.from({ length: 30 }, (_, n) => `zq7-unit-${n}`) });
  const customer = await aCustomer(shop);
  const paid = { paymentMethod: "amazon", giftCardCode: "ZQ7GIFT1234567", proof: { filename: "p.png", bytes: onePixel } } as const;
  const approved = await aPendingOrder(shop, { productId, quantity: 2, ...paid });
  const rejected = await aPendingOrder(shop, { productId, email: "zq7-guest@example.com" });
  const cancelled = await aPendingOrder(shop, { productId, visitor: customer });
  expect(await approvalOf(approved.requestCode)).toMatchObject({ ok: true });
  expect(await rejectOrder(services, admin, rejected.requestCode, { reason: "zq7 reason" })).toMatchObject({ ok: true });
  expect(await cancelOrder(services, customer, cancelled.requestCode)).toMatchObject({ ok: true });
  await tellAll();

  const carried = program.received.map(({ headers, body }) => verifyWebhook(secret, headers, body, services.now()));
  const of = ({ requestCode }: { requestCode: string }, status: string, quantity = 1) => ({
    type: status === "pending" ? "order.placed" : `order.${status}`,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { requestCode, status, quantity, totalAmount: 499.5 * quantity },
  });
  const all = [
    ...[of(approved, "pending", 2), of(rejected, "pending"), of(cancelled, "pending")],
    ...[of(approved, "approved", 2), of(rejected, "rejected"), of(cancelled, "cancelled")],
  ];
  expect(carried).toHaveLength(all.length);
  expect(carried).toEqual(expect.arrayContaining(all));
  const sent = JSON.stringify(program.received);
  for (const secretText of [...ids, "ZQ7GIFT", "zq7", approved.accessKey ?? "?", customer.email, customer.userId])
    expect(sent).not.toContain(secretText);
  expect(await told()).toHaveLength(6);
  expect(
    (await told()).every(
      ({ state, answerStatus, answerText, tries }) => `${state} ${answerStatus} ${answerText} ${tries}` === "sent 200 ok 1",
    ),
  ).toBe(true);
});

const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("what was rolled back, refused or repeated is not told; of a batch each order is", async () => {
  await aWebhook();
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 20 }, (_, n) => `batch-${n}`) });
  const tooMany = await placeOrder(services, aGuest(), anOrderForm({ productId, quantity: 21 }));
  expect(tooMany.ok).toBe(false);
  const idempotencyKey = "the very same request";
  for (const _ of [1, 2]) await placeOrder(services, aGuest(), anOrderForm({ productId }), { idempotencyKey });
  const together = await Promise.all(Array.from({ length: 10 }, () => placeOrder(services, aGuest(), anOrderForm({ productId }))));
  expect(together.every(({ ok }) => ok)).toBe(true);
  await tellAll();
  const codes = program.received.map(({ body }) => JSON.parse(body).data.requestCode);
  expect(new Set(codes).size).toBe(11);
  expect(codes).toHaveLength(11);
});

test("orders that are cancelled by themselves are told too", async () => {
  await aWebhook(["order.cancelled"]);
  const { requestCode } = await aPendingOrder(shop);
  const later = new Date(services.now().getTime() + 1_000 * 3_600_000);
  await services.db.$client.query("update shop_settings set guest_order_hours = 24");
  shop.setNow(later);
  expect(await lapseOrders(services)).toBeGreaterThan(0);
  await tellAll();
  expect(program.received.map(({ body }) => JSON.parse(body).data.requestCode)).toContain(requestCode);
});

test("a listener is told what it chose, and nothing while it is off", async () => {
  const { id } = await aWebhook(["order.rejected"]);
  const { requestCode } = await aPendingOrder(shop);
  const asOff = { events: ["order.placed" as const], isOn: false, token: null };
  expect(await changeListener(services, admin, id, asOff)).toMatchObject({ ok: true });
  await rejectOrder(services, admin, requestCode, { reason: "no" });
  expect(await told()).toEqual([]);
  await changeListener(services, admin, id, { ...asOff, isOn: true });
  await aPendingOrder(shop);
  expect(await told()).toMatchObject([{ event: "order.placed" }]);
  await changeListener(services, admin, id, asOff);
  await tellAll();
  expect(program.received, "what waits, waits").toEqual([]);
  await changeListener(services, admin, id, { ...asOff, isOn: true });
  await tellAll();
  expect(program.received).toHaveLength(1);
});

test("what fails is tried again with the same id until it arrives, signed anew each time, and its answers are listed", async () => {
  const { secret } = await aWebhook(["order.placed"]);
  await aPendingOrder(shop);
  const start = services.now();
  const tryAt = async (ms: number) => {
    shop.setNow(new Date(start.getTime() + ms));
    await tellAll();
  };
  program.answerWith({ status: 500, body: "<h1>broken\u0000</h1>" });
  await tryAt(0);
  expect(await told()).toMatchObject([
    { state: "waiting", tries: 1, answerStatus: 500, answerText: "<h1>broken </h1>", problem: "Answered 500." },
  ]);
  await tryAt(4_000);
  expect(program.received).toHaveLength(1);
  program.answerWith({ status: 302, headers: { location: `${program.url}/elsewhere` } });
  await tryAt(6_000);
  expect(await told()).toMatchObject([{ state: "waiting", tries: 2, problem: "Answered 302: redirects are not followed." }]);
  program.answerWith((response) => void response.destroy());
  await tryAt(400_000);
  expect(await told()).toMatchObject([{ state: "waiting", tries: 3, answerStatus: null, problem: "The connection failed (ECONNRESET)." }]);
  program.answerWith({ status: 204 });
  await tryAt(4_000_000);
  expect(await told()).toMatchObject([{ state: "sent", tries: 4, answerStatus: 204, problem: null, nextTryAt: null }]);

  expect(program.received.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook", "/hook"]);
  expect(new Set(program.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(program.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  const last = program.received.at(-1);
  expect(last && verifyWebhook(secret, last.headers, last.body, services.now())).toMatchObject({ type: "order.placed" });
});

test("after 3 days it is given up, at once where nobody will ever listen, and an admin can send it again", async () => {
  await aWebhook(["order.placed"]);
  await aPendingOrder(shop);
  program.answerWith({ status: 503 });
  const start = services.now().getTime();
  for (let hour = 0; hour <= 75; hour += 1) {
    shop.setNow(new Date(start + hour * 3_600_000));
    await tellAll();
  }
  expect(await told()).toMatchObject([{ state: "failed", tries: 10 }]);
  expect(program.received).toHaveLength(10);

  const [notice] = await told();
  program.answerWith({ status: 410 });
  expect(await sendNoticeAgain(services, admin, notice?.id ?? "")).toMatchObject({ ok: true });
  await tellAll();
  expect(await told()).toMatchObject([{ state: "failed", tries: 1, problem: "Answered 410." }]);
  program.answerWith({ status: 200 });
  await sendNoticeAgain(services, admin, notice?.id ?? "");
  await tellAll();
  expect(await told()).toMatchObject([{ state: "sent" }]);
  expect(await sendNoticeAgain(services, admin, "another")).toMatchObject({ code: "noticeNotFound" });
});

test("two who tell at once send each notice once, and what one took to its grave is sent later", async () => {
  const { id } = await aWebhook(["order.placed"]);
  for (let n = 0; n < 8; n += 1) await aPendingOrder(shop);
  const counts = await Promise.all([1, 2, 3].map(() => tellListener(services, id)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
  expect(new Set(program.received.map(({ headers }) => headers["webhook-id"])).size).toBe(8);

  await aPendingOrder(shop);
  await services.db.$client.query("update notices set tries = 1, next_try_at = now() + interval '60 seconds' where state = 'waiting'");
  await tellAll();
  expect(program.received).toHaveLength(8);
  shop.setNow(new Date(Date.now() + 61_000));
  await tellAll();
  expect(program.received).toHaveLength(9);
});

test("an address that leads into this machine is refused when it is added, and when its name leads there later", async () => {
  const strict = openOutside(
    { allowsPrivate: false, botApi: null },
    { origin: null, lookUp: async () => [{ address: "127.0.0.1", family: 4 }] },
  );
  const careful = { ...services, outside: strict };
  const add = (url: string) => addWebhook(careful, admin, { url, events: ["order.placed"] });
  expect(await add(program.url)).toMatchObject({ code: "webhookUrlNotHttps", field: "url" });
  expect(await add("https://[::ffff:127.0.0.1]/")).toMatchObject({ code: "webhookUrlNotPublic" });
  expect(await add("https://user:word@hook.example/")).toMatchObject({ code: "webhookUrlWithPassword" });
  expect(await add("hook")).toMatchObject({ code: "webhookUrlInvalid" });
  const added = await add(`https://hook.example:${new URL(program.url).port}/`);
  expect(added.ok).toBe(true);
  await aPendingOrder(shop);
  await tellListener(careful, added.ok ? added.value.id : "");
  expect(await told()).toMatchObject([{ state: "waiting", problem: "The address leads to this machine or a private network." }]);
  expect(program.received).toEqual([]);
});

test("the owner's chat is told of a new order at once, and of the other events", async () => {
  await aChat();
  const { requestCode } = await aPendingOrder(shop, { quantity: 2 });
  await tellAll();
  const text = `New order ${requestCode}\n2 × Verified account, ₹998.00\nhttps://shop.example/admin/orders/${requestCode}`;
  expect(bot.messages).toEqual([{ chat_id: CHAT, text, link_preview_options: { is_disabled: true } }]);
  await approvalOf(requestCode);
  await tellAll();
  expect(bot.messages.at(-1)?.text).toMatch(/^Approved: REQ-/);
});

test("the bot's interface is left alone as long as it asks", async () => {
  await aChat(["order.placed"]);
  await aPendingOrder(shop);
  bot.isBusyFor(35);
  const start = Date.now();
  shop.setNow(new Date(start));
  await services.db.$client.query("update notices set next_try_at = $1", [new Date(start)]);
  await tellAll();
  expect(await told()).toMatchObject([{ state: "waiting", answerStatus: 429, nextTryAt: new Date(start + 35_000) }]);
  bot.isBusyFor(null);
  shop.setNow(new Date(start + 35_000));
  await tellAll();
  expect(bot.messages).toHaveLength(1);
});

test("a test message says at once whether it arrives, also where the listener is off", async () => {
  const chat = await aChat();
  expect(await sendTest(services, admin, chat)).toEqual({ ok: true, value: { problem: null } });
  expect(bot.messages).toMatchObject([{ text: "This is a test from your shop. New orders will be told here." }]);
  const wrong = await addChat(services, admin, { token: TOKEN, chatId: "1", events: ["order.placed"] });
  const answer = await sendTest(services, admin, wrong.ok ? wrong.value : "");
  expect(answer).toEqual({ ok: true, value: { problem: "Answered 400." } });
  expect((await told())[0]).toMatchObject({ event: "test", state: "failed", answerText: expect.stringContaining("chat not found") });

  const { id, secret } = await aWebhook();
  await changeListener(services, admin, id, { events: ["order.placed"], isOn: false, token: null });
  expect(await sendTest(services, admin, id)).toEqual({ ok: true, value: { problem: null } });
  const [got] = program.received;
  expect(got && verifyWebhook(secret, got.headers, got.body, services.now())).toMatchObject({ type: "test" });
  expect(await sendTest(services, admin, "nobody")).toMatchObject({ code: "listenerNotFound" });
});

test("a secret is shown once, lies sealed, and stands in no answer, list, log or audit", async () => {
  const lines: string[] = [];
  const log = Object.fromEntries(
    ["debug", "info", "warn", "error"].map((level) => [level, (...said: unknown[]) => lines.push(JSON.stringify(said))]),
  );
  const logged = { ...services, log: { ...services.log, ...log } } as Services;
  const { id, secret } = await aWebhook();
  const wrongToken = TOKEN.replace("AAF", "AAG");
  const chat = await addChat(logged, admin, { token: wrongToken, chatId: CHAT, events: ["order.placed"] });
  program.answerWith({ status: 400, body: `you sent ${secret}` });
  await sendTest(logged, admin, id);
  await sendTest(logged, admin, chat.ok ? chat.value : "");
  expect(bot.received[0]?.path).toContain(wrongToken);
  expect((await told()).map(({ answerText }) => answerText).join()).toContain("Not Found: /bot…/sendMessage");

  const whole = await wholeDatabase(shop);
  for (const text of [secret, secret.slice("whsec_".length), wrongToken]) {
    expect(tablesWith(whole, text), text).toEqual([]);
    expect(lines.join("\n")).not.toContain(text);
    expect(JSON.stringify(await listTold(services, admin))).not.toContain(text);
  }
  expect(lines.length).toBeGreaterThan(0);

  const drawn = await drawSecret(services, admin, id);
  program.answerWith({ status: 200 });
  await sendTest(services, admin, id);
  const got = program.received.at(-1);
  const check = (by: string) => got && verifyWebhook(by, got.headers, got.body, services.now());
  expect(check(drawn.ok ? drawn.value.secret : "")).toMatchObject({ type: "test" });
  expect(() => check(secret)).toThrow("signature");
  expect(await drawSecret(services, admin, chat.ok ? chat.value : "")).toMatchObject({ code: "listenerIsNoWebhook" });
  await changeListener(services, admin, chat.ok ? chat.value : "", { events: ["order.placed"], isOn: true, token: TOKEN });
  expect(await sendTest(services, admin, chat.ok ? chat.value : "")).toEqual({ ok: true, value: { problem: null } });
});

test("few IDs left are told once, with the order that took them or soon after, until there are more again", async () => {
  await aWebhook(["stock.low"]);
  const { id: productId, name: productName } = await aProduct(shop, { ids: Array.from({ length: LOW_STOCK + 2 }, (_, n) => `low-${n}`) });
  await tellLowStock(services);
  await services.db.$client.query("delete from notices");
  const lowOf = async () =>
    (await services.db.$client.query("select facts from notices where facts ->> 'productId' = $1 order by created_at", [productId])).rows;
  await aPendingOrder(shop, { productId });
  expect(await lowOf()).toEqual([]);
  await aPendingOrder(shop, { productId, quantity: 2 });
  expect(await lowOf()).toEqual([{ facts: { productId, productName, available: LOW_STOCK - 1 } }]);
  await aPendingOrder(shop, { productId });
  await tellLowStock(services);
  await tellLowStock(services);
  expect(await lowOf()).toHaveLength(1);

  await addIds(services, admin, { productId, ids: Array.from({ length: 5 }, (_, n) => `more-${n}`).join("\n") });
  await tellLowStock(services);
  await aPendingOrder(shop, { productId, quantity: 4 });
  expect(await lowOf()).toHaveLength(2);

  const deleted = await aProduct(shop, { ids: ["one"] });
  const never = await aProduct(shop, { ids: [] });
  await services.db.$client.query("update products set deleted_at = now() where id = $1", [deleted.id]);
  const sold = await aProduct(shop, { ids: ["only"] });
  expect(await tellLowStock(services)).toBe(1);
  const { rows } = await services.db.$client.query("select facts ->> 'productId' as id from notices");
  expect(rows.map(({ id }) => id)).toContain(sold.id);
  for (const { id } of [deleted, never]) expect(rows.map(({ id }) => id)).not.toContain(id);
});

/** Hears of nothing: what earlier tests announced would be read again in between, and be counted. */
const still: Services["live"] = { follow: () => () => {}, mayHaveChanged: () => false, heardSince: () => 0 };

test("where nobody listens placing asks and writes nothing more; with listeners it takes no more round trips", async () => {
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 50 }, (_, n) => `trip-${n}`) });
  const place = async (isFollowed: boolean) =>
    countQueries(shop, async (own) => {
      if (isFollowed) await followListeners({ ...own, live: still });
      const placed = await placeOrder({ ...own, live: still }, aGuest(), anOrderForm({ productId }));
      expect(placed.ok).toBe(true);
    });
  // What is asked once and then kept is not counted.
  await place(true);
  const silent = await place(true);
  await aWebhook(["order.placed"]);
  const heard = await place(true);
  expect(heard.roundTrips).toBe(silent.roundTrips);
  expect(heard.statements).toBe(silent.statements + 1);
  const unknown = await place(false);
  expect(unknown.roundTrips, "without asking first").toBe(silent.roundTrips - 1);
  await tellAll();
  expect(program.received).toHaveLength(2);
});

test("a process knows who listens as soon as another has changed it", async () => {
  await followListeners(services);
  // What earlier tests announced may still be on its way; until it was read again, nothing is certain.
  await expect.poll(() => isHeard(services, "order.placed")).toBe(false);
  const { id } = await aWebhook(["order.placed"]);
  await expect.poll(() => isHeard(services, "order.placed") && !isHeard(services, "order.rejected")).toBe(true);
  await removeListener(services, admin, id);
  await expect.poll(() => isHeard(services, "order.placed")).toBe(false);
});

test("listeners are the admins' alone, at most so many, and gone with all that waits for them", async () => {
  const { id } = await aWebhook();
  await aPendingOrder(shop);
  const visitor = aGuest();
  const events: NoticeEvent[] = ["order.placed"];
  const tried = await Promise.all([
    ...[listTold(services, visitor), removeListener(services, visitor, id), drawSecret(services, visitor, id)],
    ...[
      sendTest(services, visitor, id),
      sendNoticeAgain(services, visitor, id),
      addChat(services, visitor, { token: TOKEN, chatId: CHAT, events }),
    ],
    addWebhook(services, visitor, { url: program.url, events }),
    changeListener(services, visitor, id, { events, isOn: true, token: null }),
  ]);
  for (const result of tried) expect(result).toMatchObject({ ok: false, code: "adminsOnly" });
  const many = await Promise.all(Array.from({ length: 22 }, () => addWebhook(services, admin, { url: program.url, events })));
  expect(many.filter(({ ok }) => ok)).toHaveLength(19);
  expect(many.find(({ ok }) => !ok)).toMatchObject({ code: "tooManyListeners" });
  await removeListener(services, admin, id);
  expect(await told()).toEqual([]);
  expect(await removeListener(services, admin, id)).toMatchObject({ code: "listenerNotFound" });
});

test("old notices go", async () => {
  await aWebhook(["order.placed"]);
  await aPendingOrder(shop);
  expect(await removeOldNotices(services)).toBe(0);
  shop.setNow(new Date(Date.now() + NOTICE_KEPT_MS + 1_000));
  expect(await removeOldNotices(services)).toBe(1);
});
