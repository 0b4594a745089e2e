import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { asOwner, booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const numbered = (n: number, name: string) => Array.from({ length: n }, (_, at) => `${name}-${at}`);

/**
 * Locks a product's stock before its order, in the wrong order, and waits long enough that the
 * database aborts the other transaction.
 */
async function whileLockedTheWrongWay<T>(productId: string, orderId: string, command: () => Promise<T>): Promise<T> {
  // Only the owner may change the deadlock timeout.
  return asOwner(shop, async (client) => {
    await client.query("begin; set local deadlock_timeout = '20s'");
    await client.query("select from product_stock where product_id = $1 for update", [productId]);
    const done = command();
    await expect.poll(async () => (await waiting()) > 0, { timeout: 5_000 }).toBe(true);
    await client.query("select from orders where id = $1 for update", [orderId]);
    await client.query("commit");
    return await done;
  });
}

async function waiting(): Promise<number> {
  const { rows } = await shop.services.db.$client.query(
    "select count(*)::integer as n from pg_locks l join pg_stat_activity a using (pid) where not granted and a.datname = current_database()",
  );
  return rows[0].n;
}

test("[S4.1] a cancellation that the database ended to resolve a deadlock is done again", async () => {
  const { id } = await aProduct(shop, { ids: numbered(1, "cancelled") });
  const customer = await aCustomer(shop);
  const order = await aPendingOrder(shop, { visitor: customer, productId: id });

  const answer = await whileLockedTheWrongWay(id, order.id, () => cancelOrder(shop.services, customer, order.requestCode));

  expect(answer).toMatchObject({ ok: true });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 1, free: 1, held: 0 });
});

test("[S5.6] so are a rejection and an approval, each recorded once", async () => {
  const { id } = await aProduct(shop, { ids: numbered(2, "decided") });
  const [rejected, approved] = [await aPendingOrder(shop, { productId: id }), await aPendingOrder(shop, { productId: id })];
  const approval = {
    ids: await reservedValuesOf(shop.services, approved.requestCode),
    faulty: [],
    downloadLink: null,
    confirmed: true,
    idsConfirmed: true,
  };

  const answers = [
    await whileLockedTheWrongWay(id, rejected.id, () => rejectOrder(shop.services, admin, rejected.requestCode, { reason: "no" })),
    await whileLockedTheWrongWay(id, approved.id, () => approveOrder(shop.services, admin, approved.requestCode, approval)),
  ];

  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  const recorded = await shop.services.db.$client.query("select action from audit_entries where subject_id = any($1) order by 1", [
    [rejected.id, approved.id],
  ]);
  expect(recorded.rows).toEqual([{ action: "order-approved" }, { action: "order-rejected" }]);
  expect(await faultsOf(shop)).toEqual([]);
});

/** Two products, each with withdrawn IDs that the other one will get. */
async function twoProducts(name: string, n: number): Promise<{ id: string; gone: string[] }[]> {
  const both = await Promise.all(
    ["a", "b"].map(async (which) => {
      const gone = numbered(n, `${name}-gone-${which}`);
      const { id } = await aProduct(shop, { ids: [...gone, ...numbered(20, `${name}-kept-${which}`)] });
      await deleteIds(shop.services, admin, id, { which: "matching", unitId: [], search: "gone", expected: n });
      return { id, gone };
    }),
  );
  return both.sort((a, b) => (a.id < b.id ? -1 : 1));
}

test("[S3.9] two products that take each other's removed IDs at once wait in key order: no deadlock, so none waits for a second", async () => {
  const [first, second] = await twoProducts("crossing", 200);
  if (!first || !second) throw new Error("no products");
  const { db } = shop.services;
  const before = await deadlocks();

  for (let round = 0; round < 6; round += 1) {
    const some = (of: { gone: string[] }) => of.gone.slice(round * 30, round * 30 + 30).join("\n");
    const added = await Promise.all([
      addIds(shop.services, admin, { productId: first.id, ids: some(second) }),
      addIds(shop.services, admin, { productId: second.id, ids: some(first) }),
    ]);
    expect(added).toMatchObject([{ value: { added: 30 } }, { value: { added: 30 } }]);
  }

  await db.$client.query("select pg_stat_force_next_flush()").catch(() => {});
  await wait(1_500);
  expect(await deadlocks()).toBe(before);
  expect(await faultsOf(shop)).toEqual([]);
});

async function deadlocks(): Promise<number> {
  const { rows } = await shop.services.db.$client.query(
    "select deadlocks::integer as n from pg_stat_database where datname = current_database()",
  );
  return rows[0].n;
}

test("[S4.3] while IDs of two products are imported, undone, typed and replaced crosswise, every cancellation and rejection is answered", async () => {
  const both = await twoProducts("storm", 60);
  const [first, second] = both;
  if (!first || !second) throw new Error("no products");
  const customer = await aCustomer(shop);
  const orders = await Promise.all(
    numbered(16, "order").map((_, n) => aPendingOrder(shop, { visitor: customer, productId: n % 2 ? first.id : second.id })),
  );
  const importing = async (productId: string, ids: string[]) => {
    const batchId = await checkedImport(shop, admin, productId, ids);
    const added = await addBatch(shop.services, admin, batchId, ["new", "removed"]);
    return added.ok ? undoBatch(shop.services, admin, batchId) : added;
  };
  const typing = async (productId: string, id: string) => {
    const order = await aPendingOrder(shop, { productId });
    const approval = { ids: [id], faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
    const approved = await approveOrder(shop.services, admin, order.requestCode, approval);
    return approved.ok ? replaceId(shop.services, admin, order.requestCode, { faulty: id, id: null }) : approved;
  };

  const stocks = [
    importing(first.id, second.gone.slice(0, 40)),
    importing(second.id, first.gone.slice(0, 40)),
    ...second.gone.slice(40, 44).map((id) => typing(first.id, id)),
    ...first.gone.slice(40, 44).map((id) => typing(second.id, id)),
  ];
  const decisions = orders.map(({ requestCode }, n) =>
    n % 4 < 2 ? cancelOrder(shop.services, customer, requestCode) : rejectOrder(shop.services, admin, requestCode, { reason: "no" }),
  );

  for (const answer of await Promise.all(decisions)) expect(answer).toMatchObject({ ok: true });
  // An import cannot be undone once an order has taken IDs from it; that is not a failure.
  for (const answer of await Promise.all(stocks)) expect(answer.ok || answer.code).toBeOneOf([true, "batchHasLeft"]);
  for (const { id } of both) expect(await booksOf(shop, id)).toMatchObject({ held: 0, delivered: 4 });
  expect(await faultsOf(shop)).toEqual([]);
});
