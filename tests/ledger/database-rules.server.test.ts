import { afterAll, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/approve-order.server.ts";
import { deleteIds } from "#shop/stock/delete-ids.server.ts";
import { faultsOf } from "#tests/support/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";

let shop: TestShop;
let of: Names;
beforeAll(async () => {
  shop = await openTestShop();
  of = await aSmallShop();
});
afterAll(() => shop.close());

type Names = Record<"product" | "other" | "pending" | "approved" | "free" | "held" | "given" | "removed", string>;

/** A product with free IDs, a removed one, an order that holds 2 and one that was given 1; and another product. The ids of all of them. */
async function aSmallShop(): Promise<Names> {
  const { services } = shop;
  const admin = await anAdmin(shop);
  const { id: product } = await aProduct(shop, { ids: ["given", "held-1", "held-2", "free-1", "free-2", "removed"] });
  const { id: other } = await aProduct(shop, { ids: [] });
  const approved = await aPendingOrder(shop, { productId: product });
  await approveOrder(services, admin, approved.requestCode, { ids: ["given"], faulty: [], downloadLink: null, confirmed: true });
  const pending = await aPendingOrder(shop, { productId: product, quantity: 2 });
  await deleteIds(services, admin, product, { which: "matching", unitId: [], search: "removed", expected: 1 });
  const unit = async (text: string, value: string) => String((await services.db.$client.query(text, [value])).rows[0].id);
  return {
    product,
    other,
    pending: pending.id,
    approved: approved.id,
    free: await unit("select unit_id as id from free_units where product_id = $1 order by 1 limit 1", product),
    held: await unit("select unit_id as id from order_units where order_id = $1 order by 1 limit 1", pending.id),
    given: await unit("select unit_id as id from order_units where order_id = $1", approved.id),
    removed: await unit("select id from units where product_id = $1 and set_aside is not null", product),
  };
}

const counted = (by: string) => `update product_stock set available = available ${by} where product_id = '${of.product}'`;

/** What nobody may do to the books, whoever has the database's door open, and the rule that stands against it. */
const forbidden: [string, string, () => string][] = [
  ["an ID in two orders", "order_units_pkey", () => `insert into order_units (unit_id, order_id) values (${of.held}, '${of.approved}')`],
  [
    "an ID that goes from one order to another",
    "id_in_one_place",
    () => `update order_units set order_id = '${of.approved}' where unit_id = ${of.held}`,
  ],
  ["a free ID in an order", "id_in_one_place", () => `insert into order_units (unit_id, order_id) values (${of.free}, '${of.pending}')`],
  ["a held ID that is free", "id_in_one_place", () => `insert into free_units values ('${of.product}', ${of.held}); ${counted("+ 1")}`],
  [
    "a delivered ID that is free",
    "id_in_one_place",
    () => `insert into free_units values ('${of.product}', ${of.given}); ${counted("+ 1")}`,
  ],
  [
    "an ID set aside that is free",
    "id_in_one_place",
    () => `insert into free_units values ('${of.product}', ${of.removed}); ${counted("+ 1")}`,
  ],
  [
    "an ID set aside in an order",
    "id_in_one_place",
    () => `insert into order_units (unit_id, order_id) values (${of.removed}, '${of.pending}')`,
  ],
  [
    "a free ID that is set aside",
    "id_in_one_place",
    () => `update units set set_aside = 'faulty', set_aside_at = now() where id = ${of.free}`,
  ],
  [
    "a delivered ID that is set aside",
    "id_in_one_place",
    () => `update units set set_aside = 'faulty', set_aside_at = now() where id = ${of.given}`,
  ],
  ["a free ID of another product", "id_in_one_place", () => `update units set product_id = '${of.other}' where id = ${of.free}`],
  [
    "a delivery that is taken back",
    "id_in_one_place",
    () => `update order_units set delivered_at = null, position = null where unit_id = ${of.given}`,
  ],
  ["a lost ID", "books_balance", () => `delete from free_units where unit_id = ${of.free}; ${counted("- 1")}`],
  ["a counter that lies", "books_balance", () => counted("+ 1")],
  [
    "a pending order that holds less than was ordered",
    "order_has_its_ids",
    () =>
      `delete from order_units where unit_id = ${of.held}; insert into free_units values ('${of.product}', ${of.held}); ${counted("+ 1")}`,
  ],
  [
    "an order for more than it holds",
    "order_has_its_ids",
    () => `update orders set quantity = 3, total_paise = price_paise * 3 where id = '${of.pending}'`,
  ],
  [
    "IDs that outlive their order",
    "order_has_its_ids",
    () => `update orders set status = 'cancelled', cancelled_at = now() where id = '${of.pending}'`,
  ],
  [
    "an approval that hands nothing over",
    "order_has_its_ids",
    () => `update orders set status = 'approved', processed_at = now(), approved_by = 'x' where id = '${of.pending}'`,
  ],
  [
    "an order without IDs",
    "order_has_its_ids",
    () => `insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at)
      values ('none', 'REQ-NONE', '${of.product}', 'Gold', 1, 1, 1, 'request', now())`,
  ],
  [
    "an ID of another product in an order",
    "order_has_its_ids",
    () => `update orders set product_id = '${of.other}' where id = '${of.pending}'`,
  ],
  ["an order that is deleted with its IDs", "order_units_order_id_fkey", () => `delete from orders where id = '${of.approved}'`],
  [
    "a final order that is open again",
    "order_is_final",
    () => `update orders set status = 'pending', processed_at = null, approved_by = null where id = '${of.approved}'`,
  ],
  [
    "two IDs in one place of an order",
    "order_units_by_position",
    () => `update order_units set delivered_at = now(), position = 0 where order_id = '${of.pending}'`,
  ],
];

test.each(forbidden)("%s: the database refuses it by itself (%s)", async (_name, rule, statements) => {
  await expect(shop.services.db.$client.query(statements())).rejects.toMatchObject({ constraint: rule });
});

test("with all that refused, the shop is as whole as before", async () => {
  expect(await faultsOf(shop)).toEqual([]);
});

test("it is those rules that refuse: without triggers and keys all of it goes through", async () => {
  const client = await shop.services.db.$client.connect();
  try {
    await client.query("set session_replication_role = replica");
    const byIndex = ["order_units_pkey", "order_units_by_position"];
    for (const [name, rule, statements] of forbidden.filter(([, rule]) => !byIndex.includes(rule))) {
      await client.query("begin");
      await expect(client.query(statements()), `${name} ${rule}`).resolves.toBeDefined();
      await client.query("rollback");
    }
  } finally {
    client.release(true);
  }
});

test("of two that take one ID to two places at once the second waits for the first and is refused", async () => {
  const [first, second] = [await shop.services.db.$client.connect(), await shop.services.db.$client.connect()];
  try {
    await first.query(`begin; delete from free_units where unit_id = ${of.free}; ${counted("- 1")};
      insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at)
        values ('first', 'REQ-FIRST', '${of.product}', 'Gold', 1, 1, 1, 'request', now());
      insert into order_units (unit_id, order_id) values (${of.free}, 'first')`);
    const late = second.query(`update units set set_aside = 'removed', set_aside_at = now() where id = ${of.free}`).catch((error) => error);
    await expect.poll(() => isWaiting(shop)).toBe(true);
    await first.query("commit");
    expect(await late).toMatchObject({ constraint: "id_in_one_place" });
  } finally {
    for (const client of [first, second]) client.release(true);
  }
});

async function isWaiting({ services }: TestShop): Promise<boolean> {
  const { rowCount } = await services.db.$client.query(
    "select from pg_locks l join pg_stat_activity a using (pid) where not granted and a.datname = current_database()",
  );
  return rowCount !== 0;
}
