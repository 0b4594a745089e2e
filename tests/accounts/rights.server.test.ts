import { afterAll, beforeAll, expect, test } from "vitest";
import { aCustomer, aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S13.1] the database knows the rights, gives none to customers and owners, and takes those of a removed helper", async () => {
  const query = async (text: string, values: unknown[]) => (await shop.services.db.$client.query(text, values)).rows;
  const helper = await aHelper(shop, ["see-ids"]);
  const [customer, owner] = [await aCustomer(shop), await anAdmin(shop)];
  for (const [userId, rights] of [
    [helper.userId, []],
    [helper.userId, ["own-shop"]],
    [helper.userId, ["read-orders", "everything"]],
    [customer.userId, ["read-orders"]],
    [owner.userId, ["read-orders"]],
  ] as const)
    await expect(query("update users set rights = $2 where id = $1", [userId, rights])).rejects.toThrow("users_rights_check");
  // As a release does that knows nothing of rights.
  await query("update users set role = 'customer' where id = $1", [helper.userId]);
  expect(await query("select role, rights, was_admin from users where id = $1", [helper.userId])).toEqual([
    { role: "customer", rights: [], was_admin: true },
  ]);
});
