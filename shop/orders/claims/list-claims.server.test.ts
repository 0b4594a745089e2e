import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aCustomer, aGuest, aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds, claimIdsOf } from "#tests/support/shop/claims.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { refuseClaim, swapClaim } from "./decide-claim.server.ts";
import { listClaims } from "./list-claims.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const some = (n: number) => Array.from({ length: n }, () => `listed-${randomUUID()}`);
const list = (list: "open" | "waiting" | "decided", visitor: Admin = admin, after: string | null = null) =>
  listClaims(shop.services, visitor, { list, after });

test("[S15.9] a claim is listed with what is needed to decide it, in one query, and its ID is masked for who may not see it", async () => {
  const customer = await aCustomer(shop);
  const ids = some(3);
  const order = await aDeliveredOrder(shop, admin, ids, { free: some(2), visitor: customer });
  await claimIds(shop, order, ids.slice(0, 2), "Both fail");
  const [first = "", second = ""] = await claimIdsOf(shop, order);
  await swapClaim(shop.services, admin, first, { id: null });
  const { value: page, statements } = await countQueries(shop, (services) => listClaims(services, admin, { list: "open", after: null }));
  expect(statements).toBe(1);
  expect(page.rows).toMatchObject([
    {
      id: second,
      requestCode: order.requestCode,
      place: 2,
      value: ids[1],
      reason: "used",
      text: "Both fail",
      available: 1,
      batch: { dead: 1, delivered: 4 },
      record: { orders: 1, claims: 2, refused: 0 },
      pricePaise: order.product.pricePaise,
    },
  ]);
  const helper = await aHelper(shop, ["answer-buyers"]);
  expect((await list("open", helper)).rows[0]?.value).toBe(`••••${ids[1]?.slice(-4)}`);
  await refuseClaim(shop.services, admin, second, { reason: "It works." });
  expect((await list("decided")).rows.map(({ id, state, decidedByName }) => [id, state, decidedByName])).toEqual([
    [second, "refused", admin.email],
    [first, "swapped", admin.email],
  ]);
  await expect(listClaims(shop.services, aGuest(), { list: "open", after: null })).rejects.toThrow("read-orders");
});

test("[S15.9] claims that wait for stock have a list of their own, and 50 stand on a page", async () => {
  const ids = some(52);
  const order = await aDeliveredOrder(shop, admin, ids);
  await claimIds(shop, order, ids);
  const [first = ""] = await claimIdsOf(shop, order);
  await swapClaim(shop.services, admin, first, { id: null });
  expect((await list("waiting")).rows.map(({ id }) => id)).toEqual([first]);
  const page = await list("open");
  expect(page.rows).toHaveLength(50);
  expect((await list("open", admin, page.next)).rows).toHaveLength(1);
});
