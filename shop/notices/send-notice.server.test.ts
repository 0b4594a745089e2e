import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openOutside } from "#platform/outside/open-outside.server.ts";
import { addWebhook } from "#shop/notices/listeners.server.ts";
import { sendNoticeAgain } from "#shop/notices/send-again.server.ts";
import { tellListener } from "#shop/notices/send-notice.server.ts";
import { aPendingOrder } from "#tests/support/builders.ts";
import { verifyWebhook } from "#tests/support/standard-webhooks.ts";
import { openToldShop, type ToldShop } from "#tests/support/told-shop.ts";

let here: ToldShop;
beforeAll(async () => {
  here = await openToldShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

test("what fails is tried again with the same id until it arrives, signed anew each time, and its answers are listed", async () => {
  const { secret } = await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  const start = here.services.now();
  const tryAt = async (ms: number) => {
    here.shop.setNow(new Date(start.getTime() + ms));
    await here.tellAll();
  };
  here.program.answerWith({ status: 500, body: "<h1>broken\u0000</h1>" });
  await tryAt(0);
  expect(await here.told()).toMatchObject([
    { state: "waiting", tries: 1, answerStatus: 500, answerText: "<h1>broken </h1>", problem: "Answered 500." },
  ]);
  await tryAt(4_000);
  expect(here.program.received).toHaveLength(1);
  here.program.answerWith({ status: 302, headers: { location: `${here.program.url}/elsewhere` } });
  await tryAt(6_000);
  expect(await here.told()).toMatchObject([{ state: "waiting", tries: 2, problem: "Answered 302: redirects are not followed." }]);
  here.program.answerWith((response) => void response.destroy());
  await tryAt(400_000);
  expect(await here.told()).toMatchObject([
    { state: "waiting", tries: 3, answerStatus: null, problem: "The connection failed (ECONNRESET)." },
  ]);
  here.program.answerWith({ status: 204 });
  await tryAt(4_000_000);
  expect(await here.told()).toMatchObject([{ state: "sent", tries: 4, answerStatus: 204, problem: null, nextTryAt: null }]);

  expect(here.program.received.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook", "/hook"]);
  expect(new Set(here.program.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(here.program.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  const last = here.program.received.at(-1);
  expect(last && verifyWebhook(secret, last.headers, last.body, here.services.now())).toMatchObject({ type: "order.placed" });
});

test("after 3 days it is given up, at once where nobody will ever listen, and an admin can send it again", async () => {
  await here.aWebhook(["order.placed"]);
  await aPendingOrder(here.shop);
  here.program.answerWith({ status: 503 });
  const start = here.services.now().getTime();
  for (let hour = 0; hour <= 75; hour += 1) {
    here.shop.setNow(new Date(start + hour * 3_600_000));
    await here.tellAll();
  }
  expect(await here.told()).toMatchObject([{ state: "failed", tries: 10 }]);
  expect(here.program.received).toHaveLength(10);

  const [notice] = await here.told();
  here.program.answerWith({ status: 410 });
  expect(await sendNoticeAgain(here.services, here.admin, notice?.id ?? "")).toMatchObject({ ok: true });
  await here.tellAll();
  expect(await here.told()).toMatchObject([{ state: "failed", tries: 1, problem: "Answered 410." }]);
  here.program.answerWith({ status: 200 });
  await sendNoticeAgain(here.services, here.admin, notice?.id ?? "");
  await here.tellAll();
  expect(await here.told()).toMatchObject([{ state: "sent" }]);
  expect(await sendNoticeAgain(here.services, here.admin, "another")).toMatchObject({ code: "noticeNotFound" });
});

test("two who tell at once send each notice once, and what one took to its grave is sent later", async () => {
  const { id } = await here.aWebhook(["order.placed"]);
  for (let n = 0; n < 8; n += 1) await aPendingOrder(here.shop);
  const counts = await Promise.all([1, 2, 3].map(() => tellListener(here.services, id)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
  expect(new Set(here.program.received.map(({ headers }) => headers["webhook-id"])).size).toBe(8);

  await aPendingOrder(here.shop);
  await here.services.db.$client.query("update notices set tries = 1, next_try_at = now() + interval '60 seconds' where state = 'waiting'");
  await here.tellAll();
  expect(here.program.received).toHaveLength(8);
  here.shop.setNow(new Date(Date.now() + 61_000));
  await here.tellAll();
  expect(here.program.received).toHaveLength(9);
});

test("an address that leads into this machine is refused when it is added, and when its name leads there later", async () => {
  const strict = openOutside(
    { allowsPrivate: false, botApi: null },
    { origin: null, lookUp: async () => [{ address: "127.0.0.1", family: 4 }] },
  );
  const careful = { ...here.services, outside: strict };
  const add = (url: string) => addWebhook(careful, here.admin, { url, events: ["order.placed"] });
  expect(await add(here.program.url)).toMatchObject({ code: "webhookUrlNotHttps", field: "url" });
  expect(await add("https://[::ffff:127.0.0.1]/")).toMatchObject({ code: "webhookUrlNotPublic" });
  expect(await add("https://user:word@hook.example/")).toMatchObject({ code: "webhookUrlWithPassword" });
  expect(await add("hook")).toMatchObject({ code: "webhookUrlInvalid" });
  const added = await add(`https://hook.example:${new URL(here.program.url).port}/`);
  expect(added.ok).toBe(true);
  await aPendingOrder(here.shop);
  await tellListener(careful, added.ok ? added.value.id : "");
  expect(await here.told()).toMatchObject([{ state: "waiting", problem: "The address leads to this machine or a private network." }]);
  expect(here.program.received).toEqual([]);
});

test("the bot's interface is left alone as long as it asks", async () => {
  await here.aChat(["order.placed"]);
  await aPendingOrder(here.shop);
  here.bot.isBusyFor(35);
  const start = Date.now();
  here.shop.setNow(new Date(start));
  await here.services.db.$client.query("update notices set next_try_at = $1", [new Date(start)]);
  await here.tellAll();
  expect(await here.told()).toMatchObject([{ state: "waiting", answerStatus: 429, nextTryAt: new Date(start + 35_000) }]);
  here.bot.isBusyFor(null);
  here.shop.setNow(new Date(start + 35_000));
  await here.tellAll();
  expect(here.bot.messages).toHaveLength(1);
});
