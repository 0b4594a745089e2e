import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { BROWSER_COOKIE_MS } from "#shop/accounts/constants.ts";
import { endSessions } from "#shop/accounts/sessions/end-sessions.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PUSH_DEVICES_MAX } from "#shop/push/constants.ts";
import { listPushDevices, removePushDevice } from "#shop/push/push-devices.server.ts";
import { ok, refused } from "#shop/refusal.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { noPaymentApis } from "#tests/support/payments/no-payment-apis.ts";
import { aBrowser, aPushForm } from "#tests/support/push/browser.ts";
import { type NotifiedShop, openNotifiedShop } from "#tests/support/push/notified-shop.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { adoptOrder } from "./adopt-order.server.ts";
import { addBuyerPush, endBuyerPush, hearsByPush, renewBuyerPush, sweepBuyerPush } from "./buyer-push.server.ts";
import { forgetBrowser } from "./forget-browser.server.ts";
import { revokeLink } from "./revoke-link.server.ts";
import { unlockOrder } from "./unlock-order.server.ts";

let here: NotifiedShop;
beforeAll(async () => {
  here = await openNotifiedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

const ofGuest = { sessionId: null, userAgent: null };
const noSession = async () => null;
const withKey = <V extends Visitor>(visitor: V, key: string = randomUUID()): V => ({
  ...visitor,
  keys: { ...visitor.keys, browser: sha256(key).toString("hex") },
});
const sql = (text: string, values: unknown[] = []) => here.services.db.$client.query(text, values);
const add = (visitor: Visitor, requestCode: string, form = aPushForm(), from: { sessionId: string | null } = ofGuest) =>
  addBuyerPush(here.services, visitor, requestCode, form, { userAgent: null, ...from });
const hears = (visitor: Visitor, requestCode: string) => hearsByPush(here.services, visitor, requestCode, noSession);

/** A guest's order, with the browser that placed it. */
async function ofBrowser() {
  const { requestCode, accessKey, newBrowserKey } = await aPendingOrder(here.shop);
  return { requestCode, accessKey: accessKey ?? "", buyer: withKey(aGuest(), newBrowserKey ?? "") };
}

/** A browser that opened an order's private link. */
async function openedBy({ requestCode, accessKey }: { requestCode: string; accessKey: string }, visitor: Visitor = aGuest()) {
  const { newBrowserKey } = await unlockOrder(here.services, visitor, requestCode, accessKey);
  return newBrowserKey === null ? visitor : withKey(visitor, newBrowserKey);
}

/** A customer who is logged in, in a browser with a key, and an order of the account. */
async function ofCustomer() {
  const buyer = withKey(await aCustomer(here.shop));
  const { requestCode } = await aPendingOrder(here.shop, { visitor: buyer });
  return { requestCode, buyer, sessionId: await here.aSession(buyer) };
}

test("[S14.11] a guest hears of an order in the browser that placed it and in one that opened its link; a stranger with the code does not", async () => {
  const order = await ofBrowser();
  const opener = await openedBy(order);
  for (const stranger of [
    aGuest(),
    withKey(aGuest()),
    aGuest({ accessKey: "A".repeat(24) }),
    withKey(await aCustomer(here.shop)),
    here.admin,
  ])
    expect(await add(stranger, order.requestCode)).toEqual(refused("orderNotForYou"));
  expect(await add(order.buyer, "REQ0")).toEqual(refused("orderNotForYou"));
  expect(await add(aGuest({ accessKey: order.accessKey }), order.requestCode), "a browser without a key").toEqual(
    refused("orderNotForYou"),
  );
  expect(await add(withKey(aGuest({ accessKey: order.accessKey })), order.requestCode), "a browser that the order does not know").toEqual(
    refused("orderNotForYou"),
  );
  expect(await here.devices()).toEqual([]);

  for (const buyer of [order.buyer, opener]) {
    expect(await hears(buyer, order.requestCode)).toBe(false);
    expect(await add(buyer, order.requestCode)).toEqual(ok(null));
    expect(await hears(buyer, order.requestCode)).toBe(true);
  }
  expect(await hears(withKey(aGuest()), order.requestCode)).toBe(false);
  expect(await hears(order.buyer, (await ofBrowser()).requestCode), "an order of somebody else").toBe(false);
});

test("[S14.11] addresses that no push service has, and keys that are none, are refused, and what is stored is encrypted", async () => {
  const { buyer, requestCode } = await ofBrowser();
  const httpClient = openHttpClient({ allowsPrivate: false, botApi: null, paymentApis: noPaymentApis }, { origin: null });
  const strict = { ...here.services, httpClient };
  const bad = [{ endpoint: "https://127.0.0.1/x" }, { endpoint: "http://push.example/x" }, { p256dh: "A".repeat(87) }];
  for (const form of bad) {
    const whole = { ...aPushForm(), ...form };
    expect(await addBuyerPush(strict, buyer, requestCode, whole, ofGuest), JSON.stringify(form)).toEqual(refused("pushNotUsable"));
    expect(await renewBuyerPush(strict, buyer, whole)).toEqual(refused("pushNotUsable"));
  }
  expect(await here.devices()).toEqual([]);
  const { form } = aBrowser();
  expect(await addBuyerPush(strict, buyer, requestCode, form, ofGuest)).toEqual(ok(null));
  const stored = await wholeDatabase(here.shop);
  for (const secret of [form.endpoint, form.p256dh, form.auth]) expect(tablesWith(stored, secret)).toEqual([]);
});

test("[S14.11] a browser has one device, also if it asks twice at once or has a new key; an account has ten", async () => {
  const { buyer, requestCode } = await ofBrowser();
  const form = aPushForm();
  const twice = await Promise.all([add(buyer, requestCode, form), add(buyer, requestCode, aPushForm()), add(buyer, requestCode, form)]);
  expect(twice).toEqual([ok(null), ok(null), ok(null)]);
  expect(await here.devices()).toHaveLength(1);

  const again = await ofBrowser();
  await add(buyer, requestCode, form);
  expect(await add(again.buyer, again.requestCode, form), "the same browser with a new key").toEqual(ok(null));
  expect([await hears(buyer, requestCode), await hears(again.buyer, again.requestCode)]).toEqual([false, true]);

  const customer = await ofCustomer();
  const browsers = Array.from({ length: PUSH_DEVICES_MAX + 1 }, () => withKey(customer.buyer));
  for (const [n, browser] of browsers.entries()) {
    here.shop.setNow(new Date(Date.now() + n * 1_000));
    expect(await add(browser, customer.requestCode, aPushForm(), customer)).toEqual(ok(null));
  }
  const heard = await Promise.all(browsers.map((browser) => hears(browser, customer.requestCode)));
  expect(heard).toEqual([false, ...browsers.slice(1).map(() => true)]);
});

test("[S14.11] an address of the shop's own devices is not taken over, and an admin who buys has both apart", async () => {
  const { form } = await here.aDevice();
  const { buyer, requestCode } = await ofBrowser();
  expect(await add(buyer, requestCode, form)).toEqual(refused("pushNotUsable"));
  await add(buyer, requestCode);
  expect(await renewBuyerPush(here.services, buyer, form)).toEqual(refused("pushNotUsable"));

  const admin = withKey(await anAdmin(here.shop));
  const own = await aPendingOrder(here.shop, { visitor: admin });
  expect(await add(admin, own.requestCode, aPushForm(), { sessionId: await here.aSession(admin) })).toEqual(ok(null));
  const { rows } = await sql("select id from push_devices where user_id = $1", [admin.userId]);
  expect(await listPushDevices(here.services, admin)).toEqual(ok([]));
  expect(await removePushDevice(here.services, admin, rows[0]?.id)).toEqual(refused("pushDeviceNotFound"));
  await here.takeJobs();
  await aPendingOrder(here.shop);
  expect(
    (await here.takeJobs()).map(({ payload }) => payload.deviceId),
    "of a new order hears the shop's",
  ).not.toContain(rows[0]?.id);
});

test("[S14.11] *Forget this device* ends it with the access, whichever comes first, also for an account's order", async () => {
  const order = await ofBrowser();
  await add(order.buyer, order.requestCode);
  await forgetBrowser(here.services, order.buyer);
  expect(await here.devices()).toEqual([]);
  expect(await add(order.buyer, order.requestCode)).toEqual(refused("orderNotForYou"));

  for (let n = 0; n < 4; n += 1) {
    const raced = await ofBrowser();
    await Promise.all([add(raced.buyer, raced.requestCode), forgetBrowser(here.services, raced.buyer)]);
    expect(await here.devices()).toEqual([]);
  }
  const customer = await ofCustomer();
  await add(customer.buyer, customer.requestCode, aPushForm(), customer);
  await forgetBrowser(here.services, customer.buyer);
  expect(await here.devices()).toEqual([]);
});

test("[S14.11] a revoked link ends it in the browsers that only opened the link, whichever comes first; the buyer's own stays", async () => {
  const order = await ofBrowser();
  const [opener, withOwn] = [await openedBy(order), await openedBy(order, (await ofBrowser()).buyer)];
  for (const visitor of [order.buyer, opener, withOwn]) await add(visitor, order.requestCode);
  await revokeLink(here.services, order.buyer, order.requestCode);
  expect(await Promise.all([order.buyer, opener, withOwn].map((one) => hears(one, order.requestCode)))).toEqual([true, false, false]);
  expect(await here.devices(), "one that has an order of its own hears of that").toHaveLength(2);
  expect(await add(opener, order.requestCode)).toEqual(refused("orderNotForYou"));

  for (let n = 0; n < 4; n += 1) {
    await here.beginAnew();
    const raced = await ofBrowser();
    const other = await openedBy(raced);
    await Promise.all([add(other, raced.requestCode), revokeLink(here.services, here.admin, raced.requestCode)]);
    expect(await here.devices()).toEqual([]);
  }
});

test("[S14.11] the end of a login ends it: at once, everywhere, and for a login that was just ended it does not begin", async () => {
  const { buyer, requestCode, sessionId } = await ofCustomer();
  expect(await add(buyer, requestCode, aPushForm(), { sessionId })).toEqual(ok(null));
  expect(await add(buyer, requestCode, aPushForm(), ofGuest), "without a session").toEqual(refused("orderNotForYou"));
  await sql("delete from sessions where id = $1", [sessionId]);
  expect(await here.devices()).toEqual([]);
  expect(await add(buyer, requestCode, aPushForm(), { sessionId })).toEqual(refused("orderNotForYou"));

  await add(buyer, requestCode, aPushForm(), { sessionId: await here.aSession(buyer) });
  await sql("update push_devices set session_id = null");
  await inTransaction(here.services.db, (tx) => endSessions(tx, buyer.userId));
  expect(await here.devices(), "its session ran out before").toEqual([]);

  await add(buyer, requestCode, aPushForm(), { sessionId: await here.aSession(buyer) });
  await sql("update users set disabled = true where id = $1", [buyer.userId]);
  expect(await here.devices()).toEqual([]);
});

test("[S14.11] in a newer login of the account the device belongs to that one, and in another account's it stays", async () => {
  const { buyer, requestCode, sessionId } = await ofCustomer();
  await add(buyer, requestCode, aPushForm(), { sessionId });
  const newer = await here.aSession(buyer);
  expect(await hearsByPush(here.services, buyer, requestCode, async () => newer)).toBe(true);
  expect(await hearsByPush(here.services, buyer, requestCode, async () => randomUUID()), "one that is gone").toBe(true);
  const other = { ...(await aCustomer(here.shop)), keys: buyer.keys };
  await hearsByPush(here.services, other, requestCode, async () => expect.unreachable("not of this account"));
  expect((await sql("select session_id from push_devices")).rows).toEqual([{ session_id: newer }]);
});

test("[S14.11] a guest's order that went into an account is heard where it was placed, and the account's others only after a tap while logged in", async () => {
  const { buyer, requestCode } = await ofBrowser();
  await add(buyer, requestCode);
  const customer = { ...(await aCustomer(here.shop)), keys: buyer.keys };
  expect(await adoptOrder(here.services, customer, requestCode)).toEqual(ok(null));
  const { requestCode: second } = await aPendingOrder(here.shop, { visitor: customer });
  expect([await hears(customer, requestCode), await hears(customer, second)]).toEqual([true, false]);
  await add(customer, second, aPushForm(), { sessionId: await here.aSession(customer) });
  expect([await hears(customer, requestCode), await hears(customer, second)]).toEqual([true, true]);
});

test("[S14.11] a changed address replaces the browser's own, and nobody else's; turned off, nothing is left", async () => {
  const [one, other] = [await ofBrowser(), await ofBrowser()];
  const theirs = aPushForm();
  await add(one.buyer, one.requestCode);
  await add(other.buyer, other.requestCode, theirs);
  const { rows: before } = await sql("select id, endpoint_hash from push_devices order by id");
  expect(await renewBuyerPush(here.services, one.buyer, theirs)).toEqual(refused("pushNotUsable"));
  expect(await renewBuyerPush(here.services, withKey(aGuest()), aPushForm()), "a browser without a device").toEqual(ok(null));
  expect(await renewBuyerPush(here.services, aGuest(), aPushForm())).toEqual(ok(null));
  expect((await sql("select id, endpoint_hash from push_devices order by id")).rows).toEqual(before);

  const fresh = aPushForm();
  expect(await renewBuyerPush(here.services, one.buyer, fresh)).toEqual(ok(null));
  const { rows: after } = await sql("select id from push_devices where endpoint_hash = $1", [sha256(fresh.endpoint)]);
  expect(after).toHaveLength(1);
  expect(await endBuyerPush(here.services, aGuest())).toEqual(ok(null));
  expect(await here.devices()).toHaveLength(2);
  await endBuyerPush(here.services, one.buyer);
  expect([await hears(one.buyer, one.requestCode), await hears(other.buyer, other.requestCode)]).toEqual([false, true]);
});

test("[S14.11] a device whose browser key ran out is swept away; the shop's own stay", async () => {
  const { buyer, requestCode } = await ofBrowser();
  await add(buyer, requestCode);
  const { id } = await here.aDevice();
  expect(await sweepBuyerPush(here.services)).toBe(0);
  here.shop.setNow(new Date(Date.now() + BROWSER_COOKIE_MS + 60_000));
  expect(await sweepBuyerPush(here.services)).toBe(1);
  expect(await here.devices()).toEqual([id]);
});
