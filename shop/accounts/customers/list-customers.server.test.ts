import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "#shop/constants.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import type { Admin } from "../visitor.ts";
import { listCustomers } from "./list-customers.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(new Date("2026-01-01T00:00:00Z"));
  admin = await anAdmin(shop, { email: "owner@shop.example", name: "The owner" });
});
afterAll(() => shop.close());

async function list(options?: Parameters<typeof listCustomers>[2]) {
  const listed = await listCustomers(shop.services, admin, options);
  if (!listed.ok) throw new Error(listed.code);
  return listed.value;
}

test("[S6.3] the list of customers is for admins alone", async () => {
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    expect(await listCustomers(shop.services, visitor)).toMatchObject({ ok: false, code: "rightMissing" });
  }
});

test("customers are found by a part of the address or the name, and by the whole user id, each with how many orders it has", async () => {
  const asha = await aCustomer(shop, { email: "asha_100%@example.com", name: "Asha Rao" });
  await aPendingOrder(shop, { visitor: asha });
  await aPendingOrder(shop, { visitor: asha });
  const ravi = await aCustomer(shop, { email: "ravi@example.com", name: "Ravi", disabled: true });

  for (const search of ["SHA_100%", "rao", ` ${asha.userId} `]) {
    expect((await list({ search })).rows).toMatchObject([{ id: asha.userId, orders: 2, disabled: false, role: "customer" }]);
  }
  expect((await list({ search: "ravi@" })).rows).toMatchObject([{ id: ravi.userId, orders: 0, disabled: true, lastLoginAt: null }]);
  expect((await list({ search: asha.userId.slice(0, 6) })).rows).toEqual([]);
  expect((await list({ search: "owner" })).rows).toMatchObject([{ role: "admin" }]);
});

test("customers come newest first, a page at a time, none twice and none left out, with one query", async () => {
  for (let n = 0; n <= PAGE_SIZE; n += 1) {
    shop.setNow(new Date(Date.UTC(2026, 1, 1) + Math.floor(n / 2) * 1_000));
    await aCustomer(shop, { email: `many-${n}@example.com` });
  }
  const { value: first, statements } = await countQueries(shop, async (services) => {
    const listed = await listCustomers(services, admin, { search: "many-" });
    return listed.ok ? listed.value : null;
  });
  expect(statements).toBe(1);
  const second = await list({ search: "many-", after: first?.next ?? null });

  const all = [...(first?.rows ?? []), ...second.rows];
  expect(second.next).toBeNull();
  expect(new Set(all.map(({ id }) => id)).size).toBe(PAGE_SIZE + 1);
  const times = all.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
