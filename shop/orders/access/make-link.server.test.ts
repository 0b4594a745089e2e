import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { findOrder } from "../reading/find-order.server.ts";
import { findOrderInDepth } from "../reading/order-detail.server.ts";
import { makeLink } from "./make-link.server.ts";
import { revokeLink } from "./revoke-link.server.ts";
import { unlockOrder } from "./unlock-order.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** An imported guest's order, with no private link and no browser that may read it. */
async function anOldOrder() {
  const order = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set access_key_hash = null, unlocked_by = '{}' where id = $1", [order.id]);
  return order;
}

async function made(requestCode: string): Promise<string> {
  const link = await makeLink(shop.services, admin, requestCode);
  if (!link.ok) throw new Error(link.code);
  expect(link.value.path).toMatch(`/order-status/${requestCode}/key/`);
  return link.value.path.split("/").at(-1) ?? "";
}

const seenWith = (requestCode: string, accessKey: string) => findOrder(shop.services, aGuest({ accessKey }), requestCode);

test("[S6.6] an admin makes a private link to an order that has none; it opens the order, and the page of the order says so", async () => {
  const { requestCode } = await anOldOrder();
  const key = await made(requestCode);
  expect(await seenWith(requestCode, key)).toMatchObject({ mayCancel: true, privatePath: `/order-status/${requestCode}/key/${key}` });
  expect(await findOrderInDepth(shop.services, admin, requestCode)).toMatchObject({
    value: { hasPrivateLink: true, actions: [{ action: "link-made", adminName: admin.email }] },
  });
});

test("[S6.6] there is one link at a time, and one that was revoked stays so when another is made", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  expect(await makeLink(shop.services, admin, requestCode)).toMatchObject({ code: "linkThereAlready" });
  const keys = [accessKey ?? ""];
  for (let n = 0; n < 2; n += 1) {
    await revokeLink(shop.services, admin, requestCode);
    keys.push(await made(requestCode));
  }
  expect(new Set(keys).size).toBe(3);
  const opened = await Promise.all(keys.map(async (key) => (await seenWith(requestCode, key))?.mayCancel));
  expect(opened).toEqual([false, false, true]);
});

test("[S6.6] revoking a link that an admin made shuts every browser out that it opened", async () => {
  const { requestCode } = await anOldOrder();
  const { newBrowserKey } = await unlockOrder(shop.services, aGuest(), requestCode, await made(requestCode));
  const browser = aGuest({ browser: sha256(newBrowserKey ?? "").toString("hex") });
  expect(await findOrder(shop.services, browser, requestCode)).toMatchObject({ mayCancel: true });
  await revokeLink(shop.services, admin, requestCode);
  expect(await findOrder(shop.services, browser, requestCode)).toMatchObject({ mayCancel: false });
});

test("[S6.6] a customer's order gets a link too; no customer and no guest makes one, and an unknown code is not found", async () => {
  const customer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: customer });
  for (const visitor of [customer, aGuest()])
    expect(await makeLink(shop.services, visitor, requestCode)).toMatchObject({ code: "rightMissing" });
  expect(await seenWith(requestCode, await made(requestCode))).toMatchObject({ mayCancel: true, mayAdopt: false });
  expect(await makeLink(shop.services, admin, "REQ-NEVER")).toMatchObject({ code: "orderNotFound" });
});
