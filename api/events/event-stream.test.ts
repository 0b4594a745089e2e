import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { openListener } from "#platform/live/listener.server.ts";
import type { Services } from "#platform/provides.ts";
import { disableAccount } from "#shop/accounts/customers/change-account.server.ts";
import { changeRights, removePerson } from "#shop/accounts/people/change-person.server.ts";
import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { signOut } from "#shop/accounts/sign-in/sign-out.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { notifySubscription } from "#shop/webhooks/send-delivery.server.ts";
import { addChat } from "#shop/webhooks/subscriptions.server.ts";
import { openApi, refusalIn, TEST_ORIGIN } from "#tests/support/api/api.ts";
import { noPaymentApis } from "#tests/support/payments/no-payment-apis.ts";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { aCustomer, aGuest, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { changesOf } from "./event-stream.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
/** A second process on the same database, with its own connections and listener. */
let elsewhere: Services;
let closeElsewhere: () => Promise<void>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
  const db = openDatabase(shop.databaseUrl, { settings: ledgerSettings(shop.services) });
  const live = await openListener(shop.databaseUrl, shop.services.log);
  elsewhere = anotherProcess(shop.services, db, live);
  closeElsewhere = async () => {
    await live.close();
    await closeDatabase(db);
  };
});
afterAll(async () => {
  await closeElsewhere();
  await shop.close();
});

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Reads a stream of events; `next` is the text of the next one, or null if none came in `ms`. */
function follow(answer: Response) {
  const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
  const text = new TextDecoder();
  let pending: Promise<string> | undefined;
  open.push(() => reader.cancel());
  return {
    async next(ms = 2_000): Promise<string | null> {
      pending ??= reader.read().then(({ value }) => text.decode(value));
      const event = await Promise.race([pending, wait(ms, null)]);
      if (event !== null) pending = undefined;
      return event;
    },
    close: () => reader.cancel(),
  };
}

const HELLO = "retry: 2000\ndata: changed\n\n";
const CHANGED = "data: changed\n\n";

test("[S4.7] a change made on another server process reaches the followers of that order, and no others, without a word of data", async () => {
  const { id, ids } = await aProduct(shop);
  const order = await aPendingOrder(shop, { productId: id });
  const other = await aPendingOrder(shop, { productId: id });
  const answer = await call(`/api/orders/${order.requestCode}/events`);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
  const [events, others] = [follow(answer), follow(await call(`/api/orders/${other.requestCode}/events`))];
  expect(await events.next()).toBe(HELLO);
  expect(await others.next()).toBe(HELLO);

  const form = { ids: ids.slice(0, 1), faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(elsewhere, await anAdmin(shop), order.requestCode, form)).toMatchObject({ ok: true });
  expect(await events.next()).toBe(CHANGED);
  expect(await others.next(200)).toBeNull();
});

test("[S4.7] the first event announces a change between loading and connecting, also one before the answer is read", async () => {
  const order = await aPendingOrder(shop);
  const answer = await call(`/api/orders/${order.requestCode}/events`);
  await cancelOrder(elsewhere, aGuest({ accessKey: order.accessKey }), order.requestCode);
  const events = follow(answer);
  expect(await events.next()).toBe(HELLO);
});

test("[S4.7] a follower who is slow gets one event for many changes, and none is forgotten", async () => {
  const { live, notify } = aLive();
  const events = follow(await changesIn(live));
  expect(await events.next()).toBe(HELLO);
  for (let n = 0; n < 1000; n += 1) notify();
  expect(await events.next()).toBe(CHANGED);
  expect(await events.next(100)).toBeNull();
  notify();
  expect(await events.next()).toBe(CHANGED);
});

test("[S4.7] a comment every 25 s keeps the connection open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { live } = aLive();
  const reader = ((await changesIn(live)).body ?? new ReadableStream<Uint8Array>()).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe(HELLO);
  for (const _ of [1, 2]) {
    const event = next();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await event).toBe(":\n\n");
  }
  await reader.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test("[S4.7] a page that is up to date gets no event, one that may not be gets one", async () => {
  const order = await aPendingOrder(shop);
  const address = `/api/orders/${order.requestCode}/events`;
  const inAMinute = Date.now() + 60_000;
  const clock = vi.spyOn(Date, "now").mockReturnValue(inAMinute);
  onTestFinished(() => clock.mockRestore());
  const events = follow(await call(`${address}?since=${inAMinute}`));
  expect(await events.next()).toBe("retry: 2000\n\n");
  clock.mockRestore();
  await cancelOrder(elsewhere, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(await events.next()).toBe(CHANGED);
  expect(await follow(await call(`${address}?since=${Date.now()}`)).next()).toBe(HELLO);
  expect((await call(`${address}?since=lately`)).status).toBe(400);
});

test("[S4.7] a refused change is announced to nobody", async () => {
  const order = await aPendingOrder(shop);
  const events = follow(await call(`/api/orders/${order.requestCode}/events`));
  expect(await events.next()).toBe(HELLO);
  expect(await cancelOrder(elsewhere, aGuest(), order.requestCode)).toMatchObject({ ok: false });
  expect(await events.next(300)).toBeNull();
});

test("[S4.7] a client that leaves is not followed any longer, and a HEAD request never is", async () => {
  const { live, followers } = aLive();
  expect((await changesIn(live, "HEAD")).headers.get("content-type")).toBe("text/event-stream");
  expect(followers.size).toBe(0);
  const events = follow(await changesIn(live));
  await events.next();
  expect(followers.size).toBe(1);
  await events.close();
  expect(followers.size).toBe(0);
});

test("[S2.28] [S4.7] the admin's queue hears of an order placed on another server process", async () => {
  const events = follow(await call("/api/admin/orders/events", { as: await anAdmin(shop) }));
  expect(await events.next()).toBe(HELLO);
  await aPendingOrder({ services: elsewhere });
  expect(await events.next()).toBe(CHANGED);
});

test("the admin's webhooks page gets events of subscriptions and deliveries, also from another server process", async () => {
  const admin = await anAdmin(shop);
  const events = follow(await call("/api/admin/deliveries/events", { as: admin }));
  expect(await events.next()).toBe(HELLO);
  const chat = { token: "123456789:AAF-secret_token_of_the_bot_0123456", chatId: "1", events: ["order.placed" as const] };
  const added = await addChat(elsewhere, admin, chat);
  expect(await events.next()).toBe(CHANGED);
  await aPendingOrder({ services: elsewhere });
  expect(await events.next()).toBe(CHANGED);
  const httpClient = openHttpClient({ allowsPrivate: false, botApi: "http://127.0.0.1:9", paymentApis: noPaymentApis }, { origin: null });
  await notifySubscription({ ...elsewhere, httpClient }, added.ok ? added.value : "");
  expect(await events.next()).toBe(CHANGED);
});

test("[S6.3] nobody but an admin follows the queue, and an unknown code has nothing to follow", async () => {
  expect((await call("/api/admin/orders/events")).status).toBe(401);
  expect((await call("/api/admin/orders/events", { as: await aCustomer(shop) })).status).toBe(403);
  expect((await call("/api/admin/deliveries/events", { as: await aCustomer(shop) })).status).toBe(403);
  expect(await refusalIn(await call("/api/orders/REQ-NOBODY/events"))).toMatchObject({ status: 404, error: "Order not found" });
});

test("[S4.10] [S6.3] a stream ends with the session that it was opened in: at logout, and when the account is disabled or is no admin's any more", async () => {
  const auth = openAuth(shop.services, { appUrl: TEST_ORIGIN, secret: TEST_SECRET });
  const admin = await anAdmin(shop);
  const session = async () => {
    const account = { email: `${crypto.randomUUID()}@shop.example`, password: "a horse in the rain", name: "Asha" };
    const { headers } = await auth.signUp(account, new Headers());
    const cookie = cookiesOf(headers);
    const found = await readSession(shop.services, auth, new Headers({ cookie }));
    return { cookie, userId: found?.user.id ?? "" };
  };
  const streamOf = async (cookie: string, path: string) => {
    const events = follow(await call(path, { headers: { cookie } }));
    expect(await events.next()).toBe(HELLO);
    return events;
  };
  const [OWN, QUEUE] = ["/api/account/orders/events", "/api/admin/orders/events"];
  const [leaver, disabled, demoted] = [await session(), await session(), await session()];
  const [stayed, left, ended] = [await session(), await streamOf(leaver.cookie, OWN), await streamOf(disabled.cookie, OWN)];
  const goesOn = await streamOf(stayed.cookie, OWN);
  await signOut(elsewhere, auth, new Headers({ cookie: leaver.cookie }));
  await disableAccount(elsewhere, admin, disabled.userId);
  for (const events of [left, ended]) expect(await lastWordsOf(events)).toContain(CHANGED);

  await shop.services.db.$client.query("update users set role = 'admin' where id = $1", [demoted.userId]);
  const queue = await streamOf(demoted.cookie, QUEUE);
  await removePerson(elsewhere, admin, demoted.userId);
  expect(await lastWordsOf(queue)).toBe(CHANGED);

  const { requestCode } = await aPendingOrder(shop, { visitor: { ...(await aCustomer(shop)), userId: stayed.userId } });
  await rejectOrder(elsewhere, admin, requestCode, { reason: "No payment" });
  expect(await goesOn.next()).toBe(CHANGED);
});

test("[S13.2] a helper's streams end when a right is taken away, and follow only what the rights allow", async () => {
  const owner = await anAdmin(shop);
  const helper = await aHelper(shop, ["read-orders", "handle-money"]);
  const cookie = await signedIn(helper.userId);
  const events = follow(await call("/api/admin/orders/events", { headers: { cookie } }));
  expect(await events.next()).toBe(HELLO);
  expect(await changeRights(elsewhere, owner, helper.userId, ["handle-money"])).toMatchObject({ ok: true });
  expect(await lastWordsOf(events)).toBe(CHANGED);

  const less = follow(await call("/api/admin/orders/events", { headers: { cookie } }));
  expect(await less.next()).toBe(HELLO);
  const order = await aPendingOrder(shop);
  await rejectOrder(elsewhere, owner, order.requestCode, { reason: "No payment" });
  expect(await less.next(200), "of orders").toBeNull();
  expect(await removePerson(elsewhere, owner, helper.userId)).toMatchObject({ ok: true });
  expect(await lastWordsOf(less)).toBe(CHANGED);
  expect((await call("/api/admin/orders/events", { headers: { cookie } })).status).toBe(401);
});

/** The cookie of a session of an account. */
async function signedIn(userId: string): Promise<string> {
  const token = crypto.randomUUID().replaceAll("-", "");
  await shop.services.db.$client.query(
    "insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at) values ($1, sha256(convert_to($2, 'UTF8')), $3, now(), now(), now(), now() + interval '1 hour')",
    [crypto.randomUUID(), token, userId],
  );
  const auth = openAuth(shop.services, { appUrl: TEST_ORIGIN, secret: TEST_SECRET });
  return cookiesOf(auth.cookieFor(token));
}

/** Everything a stream still sends until it ends. */
async function lastWordsOf(events: ReturnType<typeof follow>): Promise<string> {
  let said = "";
  for (let next = await events.next(); next !== ""; next = await events.next()) {
    if (next === null) throw new Error("the stream does not end");
    said += next;
  }
  return said;
}

/** The answer of a call that follows one order. */
async function changesIn(live: Services["live"], method = "GET"): Promise<Response> {
  return new Hono().get("/", (c) => changesOf(c, live, ["order:REQ-1"])).request("/", { method });
}

function aLive() {
  const followers = new Set<() => void>();
  const live = {
    follow: (_topic: string, onChange: () => void) => {
      followers.add(onChange);
      return () => followers.delete(onChange);
    },
    mayHaveChanged: () => true,
  };
  return { live, followers, notify: () => followers.forEach((onChange) => void onChange()) };
}

test("[S2.20] [S4.7] a customer's one stream announces every change of own orders, on any process, and of nobody else's", async () => {
  const buyer = await aCustomer(shop);
  const orders = [await aPendingOrder(shop, { visitor: buyer }), await aPendingOrder(shop, { visitor: buyer })];
  const [events, others] = [
    follow(await call("/api/account/orders/events", { as: buyer })),
    follow(await call("/api/account/orders/events", { as: await aCustomer(shop) })),
  ];
  expect(await events.next()).toBe(HELLO);
  expect(await others.next()).toBe(HELLO);

  for (const { requestCode } of orders) {
    await rejectOrder(elsewhere, await anAdmin(shop), requestCode, { reason: "No payment" });
    expect(await events.next()).toBe(CHANGED);
  }
  expect(await others.next(200)).toBeNull();
  expect(await refusalIn(await call("/api/account/orders/events"))).toMatchObject({ status: 401, code: "signInFirst" });
});
