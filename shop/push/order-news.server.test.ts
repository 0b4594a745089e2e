import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { addBuyerPush } from "#shop/orders/access/buyer-push.server.ts";
import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { unlockOrder } from "#shop/orders/access/unlock-order.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { expireOrders } from "#shop/orders/decisions/expire/expire-orders.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import type { NewMessage } from "#shop/orders/messages/message-text.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { aBrowser, type Browser } from "#tests/support/push/browser.ts";
import { type NotifiedShop, openNotifiedShop } from "#tests/support/push/notified-shop.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { PUSH_GAP_MS } from "./constants.ts";
import { runPushJob } from "./send-push.server.ts";

let here: NotifiedShop;
beforeAll(async () => {
  here = await openNotifiedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

const sql = (text: string, values: unknown[] = []) => here.services.db.$client.query(text, values);
const say = (text: string): NewMessage => ({ text, picture: null, key: null, confirmed: "on" });
const browserOf = (key: string) => aGuest({ browser: sha256(key).toString("hex") });

/** Tells this buyer by push, at the push service of the shop. */
async function told(buyer: Visitor, requestCode: string, sessionId: string | null = null): Promise<Browser> {
  const browser = aBrowser(`${here.pushService.url}/send/${crypto.randomUUID()}`);
  const added = await addBuyerPush(here.services, buyer, requestCode, browser.form, { sessionId, userAgent: null });
  if (!added.ok) throw new Error(added.code);
  return browser;
}

/** A guest's order, whose buyer is told on the browser that placed it. */
async function aToldGuest() {
  const order = await aPendingOrder(here.shop);
  const buyer = browserOf(order.newBrowserKey ?? "");
  const browser = await told(buyer, order.requestCode);
  await here.takeJobs();
  return { ...order, buyer, browser };
}

const approve = async (requestCode: string) => {
  const ids = await reservedValuesOf(here.services, requestCode);
  const form = { ids, faulty: [], downloadLink: null, confirmed: false };
  expect(await approveOrder(here.services, here.admin, requestCode, form)).toMatchObject({ ok: true });
  return ids;
};

test("[S14.11] [S14.10] the buyer's phone hears that there is news, in the order's language, and nothing of what it is", async () => {
  const order = await aToldGuest();
  await sql("update orders set language = 'hi' where request_code = $1", [order.requestCode]);
  const ids = await approve(order.requestCode);
  const jobs = await here.takeJobs();
  expect(jobs).toHaveLength(1);
  for (const { payload } of jobs) await runPushJob(here.services, payload);
  const [{ headers, bytes } = expect.unreachable("nothing came")] = here.pushService.received;
  const { title, body, topic, path } = order.browser.read(bytes);
  expect({ title, body, path }).toEqual({
    title: "Trackside",
    body: "आपके ऑर्डर की नई जानकारी है।",
    path: `/order-status/${order.requestCode}`,
  });
  expect(headers.topic).toBe(topic);
  expect(topic).toMatch(/^news-[\w-]{22}$/);
  const outside = JSON.stringify([jobs, headers, title, body, topic]);
  for (const secret of [...ids, order.requestCode, order.accessKey ?? "?", order.newBrowserKey ?? "?"])
    expect(outside).not.toContain(secret);
  expect(path).not.toContain(order.accessKey);
});

test("[S14.11] IDs, a question, an answer, a rejection and an expiry are news; what the buyer does is none", async () => {
  const ask = async ({ requestCode }: { requestCode: string }) =>
    void (await writeAsShop(here.services, here.admin, requestCode, { ...say("A picture?"), asks: "picture" }));
  const expire = async () => {
    here.shop.setNow(new Date(Date.now() + 73 * HOUR_MS));
    await expireOrders(here.services);
  };
  const news: [string, (order: Awaited<ReturnType<typeof aToldGuest>>) => Promise<unknown>, number][] = [
    ["IDs", ({ requestCode }) => approve(requestCode), 1],
    ["question", ask, 1],
    ["answer", ({ requestCode }) => writeAsShop(here.services, here.admin, requestCode, say("Hello")), 1],
    ["rejection", ({ requestCode }) => rejectOrder(here.services, here.admin, requestCode, { reason: "no" }), 1],
    ["expiry", expire, 1],
    ["own cancellation", ({ requestCode, buyer }) => cancelOrder(here.services, buyer, requestCode), 0],
  ];
  for (const [name, happens, count] of news) {
    const order = await aToldGuest();
    await happens(order);
    expect(await here.pushAll(), name).toHaveLength(count);
    await here.beginAnew();
  }
});

test("[S14.11] [S14.10] of messages the phone hears once until the page was opened", async () => {
  const order = await aToldGuest();
  await writeAsShop(here.services, here.admin, order.requestCode, say("zq7-one"));
  await writeAsShop(here.services, here.admin, order.requestCode, say("zq7-two"));
  const heard = await here.pushAll();
  expect(heard).toHaveLength(1);
  expect(JSON.stringify(order.browser.read(heard[0]?.bytes ?? Buffer.alloc(0)))).not.toContain("zq7");
  await readConversation(here.services, order.buyer, order.requestCode, { asBuyer: true });
  here.shop.setNow(new Date(Date.now() + PUSH_GAP_MS));
  await writeAsShop(here.services, here.admin, order.requestCode, say("Three"));
  expect(await here.pushAll()).toHaveLength(1);
});

test("[S14.11] a customer's phone hears of all orders of the account, one at a time, and of no other account's", async () => {
  const customer = { ...(await aCustomer(here.shop)), keys: browserOf("zq7-phone").keys };
  const [one, two] = [await aPendingOrder(here.shop, { visitor: customer }), await aPendingOrder(here.shop, { visitor: customer })];
  const others = await aPendingOrder(here.shop, { visitor: await aCustomer(here.shop) });
  const browser = await told(customer, one.requestCode, await here.aSession(customer));
  await here.takeJobs();
  for (const { requestCode } of [others, one, two]) await rejectOrder(here.services, here.admin, requestCode, { reason: "no" });
  const [first] = await here.pushAll();
  const waiting = await here.takeJobs();
  expect(waiting).toMatchObject([{ payload: { topic: "news" } }]);
  here.shop.setNow(new Date(Date.now() + PUSH_GAP_MS));
  for (const { payload } of waiting) await runPushJob(here.services, payload);
  const paths = here.pushService.received.map(({ bytes }) => browser.read(bytes).path);
  expect(first).toBeDefined();
  expect(paths.sort()).toEqual([one, two].map(({ requestCode }) => `/order-status/${requestCode}`).sort());
});

test("[S14.11] what waits is not sent once the link was revoked", async () => {
  const order = await aPendingOrder(here.shop);
  const { newBrowserKey } = await unlockOrder(here.services, aGuest(), order.requestCode, order.accessKey ?? "");
  // The opener has an order of its own, so that its device stays.
  const opener = browserOf(newBrowserKey ?? "");
  const own = await aPendingOrder(here.shop, { visitor: opener });
  await told(opener, order.requestCode);
  await here.takeJobs();
  await rejectOrder(here.services, here.admin, order.requestCode, { reason: "no" });
  await revokeLink(here.services, here.admin, order.requestCode);
  expect(await here.devices()).toHaveLength(1);
  expect(await here.pushAll()).toEqual([]);
  await rejectOrder(here.services, here.admin, own.requestCode, { reason: "no" });
  expect(await here.pushAll()).toHaveLength(1);
});

test("[S14.11] a decision that is rolled back tells nobody", async () => {
  const order = await aToldGuest();
  await behindTheRules(here.shop, "alter table orders add constraint none_rejected check (status <> 'rejected') not valid");
  await expect(rejectOrder(here.services, here.admin, order.requestCode, { reason: "no" })).rejects.toThrow();
  await behindTheRules(here.shop, "alter table orders drop constraint none_rejected");
  expect(await here.takeJobs()).toEqual([]);
});

test("[S14.11] a browser that its push service no longer knows is removed, and a failure is tried again", async () => {
  const order = await aToldGuest();
  here.pushService.answerWith({ status: 503 });
  await writeAsShop(here.services, here.admin, order.requestCode, say("Hello"));
  await here.pushAll();
  const [again] = await here.takeJobs();
  expect(again?.payload).toMatchObject({ topic: "news", attempts: "1" });
  here.pushService.answerWith({ status: 410 });
  await runPushJob(here.services, again?.payload ?? {});
  expect(await here.devices()).toEqual([]);
  expect(await here.takeJobs()).toEqual([]);
});
