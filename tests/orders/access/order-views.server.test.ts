import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Admin, Customer } from "#shop/accounts/visitor.ts";
import { adoptBrowserOrders } from "#shop/orders/access/adopt-browser-orders.server.ts";
import { addOrderView, endOrderView, readSharing } from "#shop/orders/access/order-views.server.ts";
import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { signUpWithOrders } from "#shop/orders/access/sign-up-with-orders.server.ts";
import { unlockOrder } from "#shop/orders/access/unlock-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { hasBrowserOrders, listBrowserOrders } from "#shop/orders/reading/browser-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { listOwnOrders } from "#shop/orders/reading/own-orders.server.ts";
import { listViewedOrders } from "#shop/orders/reading/viewed-orders.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const keysOf = (key: string | null) => ({ browser: sha256(key ?? "").toString("hex"), accessKey: null });
const ownerOf = async (id: string) =>
  (await shop.services.db.$client.query("select user_id from orders where id = $1", [id])).rows[0].user_id;

/** A guest's order, its buyer's browser, and a friend's browser that opened its private link. */
async function aSharedOrder() {
  const order = await aPendingOrder(shop);
  const { newBrowserKey } = await unlockOrder(shop.services, aGuest(), order.requestCode, order.accessKey ?? "");
  return { order, buyer: aGuest(keysOf(order.newBrowserKey)), friendsKeys: keysOf(newBrowserKey) };
}

/** The same, with an account that added it. */
async function aViewedOrder() {
  const shared = await aSharedOrder();
  const friend: Customer = await aCustomer(shop);
  const opened = { ...friend, keys: shared.friendsKeys };
  expect(await addOrderView(shop.services, opened, shared.order.requestCode)).toMatchObject({ ok: true });
  const { others } = await readSharing(shop.services, shared.buyer, shared.order.requestCode);
  return { ...shared, friend, viewId: others?.views[0]?.id ?? "" };
}

const reads = async (visitor: Parameters<typeof findOrder>[1], code: string) => (await findOrder(shop.services, visitor, code))?.isWhole;

test("[S6.6] signing up, and the button of My orders, take along what this browser placed, and nothing that it only opened", async () => {
  const { order, buyer, friendsKeys } = await aSharedOrder();
  const own = await aPendingOrder(shop, { visitor: aGuest(friendsKeys) });
  const friend = { ...(await aCustomer(shop)), keys: friendsKeys };
  expect(await adoptBrowserOrders(shop.services, friend)).toEqual({ ok: true, value: 1 });
  expect([await ownerOf(order.id), await ownerOf(own.id)]).toEqual([null, friend.userId]);
  expect(await hasBrowserOrders(shop.services, friend), "nothing is left to take along").toBe(false);

  const form = { email: "friend-signs-up@example.com", password: "long enough words", name: "" };
  const signedUp = await signUpWithOrders(shop.services, openTestAuth(shop.services), form, { headers: new Headers(), keys: friendsKeys });
  expect(signedUp).toMatchObject({ ok: true });
  expect(await ownerOf(order.id)).toBeNull();
  const { rows } = await listBrowserOrders(shop.services, buyer);
  expect(rows.map(({ requestCode }) => requestCode)).toEqual([order.requestCode]);
  await revokeLink(shop.services, buyer, order.requestCode);
  expect(await reads({ ...friend, keys: friendsKeys }, order.requestCode)).toBe(false);
});

test("[S6.6] adding an opened order is an explicit act that lets the account read it, and do nothing", async () => {
  const { order, friend } = await aViewedOrder();
  const elsewhere = { ...friend, keys: { browser: null, accessKey: null } };
  expect(await findOrder(shop.services, elsewhere, order.requestCode)).toMatchObject({
    isWhole: true,
    userId: null,
    mayCancel: false,
    mayResendProof: false,
    privatePath: null,
    mayAdopt: false,
  });
  expect((await listViewedOrders(shop.services, elsewhere)).map(({ requestCode }) => requestCode)).toEqual([order.requestCode]);
  expect((await listOwnOrders(shop.services, elsewhere)).rows).toEqual([]);
  expect(await cancelOrder(shop.services, elsewhere, order.requestCode)).toMatchObject({ code: "orderNotForYou" });
  expect(await revokeLink(shop.services, elsewhere, order.requestCode)).toMatchObject({ code: "orderNotForYou" });
  expect(await ownerOf(order.id)).toBeNull();
});

test("[S6.6] strangers and guests add nothing, and its owner needs no view", async () => {
  const { order, buyer, friendsKeys } = await aSharedOrder();
  expect(await addOrderView(shop.services, aGuest(friendsKeys), order.requestCode)).toMatchObject({ code: "signInFirst" });
  expect(await addOrderView(shop.services, await aCustomer(shop), order.requestCode)).toMatchObject({ code: "orderNotForYou" });
  expect(await addOrderView(shop.services, await aCustomer(shop), "REQ-NEVER")).toMatchObject({ code: "orderNotForYou" });
  const placer = { ...(await aCustomer(shop)), keys: buyer.keys };
  expect(await addOrderView(shop.services, placer, order.requestCode)).toMatchObject({ ok: true });
  expect(await readSharing(shop.services, placer, order.requestCode)).toMatchObject({ others: { views: [] }, mayAdd: false });
});

test("[S6.6] the buyer reads who else can read the order; turning the link off ends that of devices, and the views stay", async () => {
  const { order, buyer, friend, friendsKeys } = await aViewedOrder();
  const shown = () => readSharing(shop.services, buyer, order.requestCode);
  expect(await shown()).toMatchObject({ others: { views: [{ email: friend.email, addedAt: expect.any(Date) }], devices: 1 } });
  expect((await readSharing(shop.services, aGuest(friendsKeys), order.requestCode)).others, "for its owner alone").toBeNull();
  await revokeLink(shop.services, buyer, order.requestCode);
  expect(await shown()).toMatchObject({ others: { views: [{ email: friend.email }], devices: 0 } });
  expect(await reads(aGuest(friendsKeys), order.requestCode)).toBe(false);
  expect(await reads(friend, order.requestCode)).toBe(true);
});

test("[S6.6] the browser that placed the order, its account's owner, an admin and the viewer end a view; nobody else does", async () => {
  for (const who of ["browser", "account", "admin", "viewer"] as const) {
    const { order, buyer, friend, friendsKeys, viewId } = await aViewedOrder();
    const owner = await aCustomer(shop);
    await adoptBrowserOrders(shop.services, { ...owner, keys: buyer.keys });
    const end = (visitor: Parameters<typeof endOrderView>[1]) =>
      endOrderView(shop.services, visitor, { requestCode: order.requestCode, viewId });
    for (const other of [aGuest(), aGuest(friendsKeys), await aCustomer(shop)])
      expect(await end(other)).toMatchObject({ code: "orderNotForYou" });
    expect(await reads(friend, order.requestCode)).toBe(true);
    const ends = { browser: buyer, account: owner, admin, viewer: friend }[who];
    expect(await end(ends), who).toMatchObject({ ok: true });
    expect(await reads(friend, order.requestCode), who).toBe(false);
    const { rows } = await shop.services.db.$client.query("select action from audit_entries where subject_id = $1", [order.id]);
    expect(rows).toEqual(who === "admin" ? [{ action: "view-ended" }] : []);
  }
});
