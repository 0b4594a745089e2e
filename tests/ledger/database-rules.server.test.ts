import { afterAll, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let of: Names;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  of = await aSmallShop();
});
afterAll(() => shop.close());

type Names = Record<"product" | "other" | "pending" | "approved" | "free" | "held" | "given" | "removed" | "faulty", string>;

/**
 * A product with free IDs, a removed one, a replaced one, an order that holds 2 and one that was
 * delivered 1; and another product. Returns all their ids.
 */
async function aSmallShop(): Promise<Names> {
  const { services } = shop;
  const admin = await anAdmin(shop);
  const { id: product } = await aProduct(shop, { ids: ["dead", "given", "held-1", "held-2", "free-1", "free-2", "removed"] });
  const { id: other } = await aProduct(shop, { ids: [] });
  const approved = await aPendingOrder(shop, { productId: product });
  await approveOrder(services, admin, approved.requestCode, {
    ids: ["dead"],
    faulty: [],
    downloadLink: null,
    confirmed: true,
    idsConfirmed: true,
  });
  await replaceId(services, admin, approved.requestCode, { faulty: "dead", id: null });
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
    removed: await unit("select id from units where product_id = $1 and withdrawn = 'removed'", product),
    faulty: await unit("select id from units where product_id = $1 and withdrawn = 'faulty'", product),
  };
}

const counted = (by: string) => `update product_stock set available = available ${by} where product_id = '${of.product}'`;

/** Swaps a free ID with the delivered one, so that the counter still fits. */
const swapped = () => `delete from order_units where unit_id = ${of.given}; delete from free_units where unit_id = ${of.free};
  insert into order_units (unit_id, order_id, delivered_at, position) values (${of.free}, '${of.approved}', now(), 0)`;

/**
 * Forbidden changes to the books by anybody with access to the database, and the constraint that
 * prevents each.
 */
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
    "a withdrawn ID that is free",
    "id_in_one_place",
    () => `insert into free_units values ('${of.product}', ${of.removed}); ${counted("+ 1")}`,
  ],
  [
    "a withdrawn ID in an order",
    "id_in_one_place",
    () => `insert into order_units (unit_id, order_id) values (${of.removed}, '${of.pending}')`,
  ],
  [
    "a free ID that is withdrawn",
    "id_in_one_place",
    () => `update units set withdrawn = 'faulty', withdrawn_at = now() where id = ${of.free}`,
  ],
  [
    "a delivered ID that is withdrawn",
    "id_in_one_place",
    () => `update units set withdrawn = 'faulty', withdrawn_at = now() where id = ${of.given}`,
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
  [
    "a delivered ID that is for sale again, another in its place",
    "delivered_for_good",
    () => `${swapped()}; insert into free_units values ('${of.product}', ${of.given})`,
  ],
  [
    "a delivered ID that is taken out of the stock, from which it could be added again",
    "delivered_for_good",
    () => `${swapped()}; ${counted("- 1")}; update units set withdrawn = 'removed', withdrawn_at = now() where id = ${of.given}`,
  ],
  [
    "a delivered ID whose row is deleted and inserted again",
    "delivered_for_good",
    () => `${swapped()}; create temp table again on commit drop as select value, fingerprint from units where id = ${of.given};
      delete from replacements; delete from units where id = ${of.given};
      with entered as (insert into units (product_id, value, fingerprint, imported_at) select '${of.product}', value, fingerprint, now() from again returning id)
        insert into free_units select '${of.product}', id from entered`,
  ],
  [
    "a delivered ID that goes to another order",
    "delivered_for_good",
    () => `${swapped()}; ${counted("- 1")};
      insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at)
        values ('again', 'REQ-AGAIN', '${of.product}', 'Gold', 1, 1, 1, 'request', now());
      insert into order_units (unit_id, order_id) values (${of.given}, 'again')`,
  ],
  [
    "a faulty ID that is for sale again",
    "gone_for_good",
    () =>
      `update units set withdrawn = null, withdrawn_at = null where id = ${of.faulty}; insert into free_units values ('${of.product}', ${of.faulty}); ${counted("+ 1")}`,
  ],
  [
    "a faulty ID that counts as taken out",
    "gone_for_good",
    () => `update units set withdrawn = 'removed', withdrawn_at = now() where id = ${of.faulty}`,
  ],
  ["a faulty ID in another product", "gone_for_good", () => `update units set product_id = '${of.other}' where id = ${of.faulty}`],
  ["a faulty ID whose row is gone", "gone_for_good", () => `delete from replacements; delete from units where id = ${of.faulty}`],
  [
    "a free ID that is known by another fingerprint",
    "id_stays_itself",
    () => `update units set fingerprint = sha256('another') where id = ${of.free}`,
  ],
  ["a removed ID with another number", "id_stays_itself", () => `update units set id = default where id = ${of.removed}`],
  ["an order that is deleted with its IDs", "order_units_order_id_fkey", () => `delete from orders where id = '${of.approved}'`],
  [
    "a final order that is open again",
    "order_is_final",
    () => `update orders set status = 'pending', processed_at = null, approved_by = null, claim_until = null where id = '${of.approved}'`,
  ],
  [
    "two IDs at one position of an order",
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
    const late = second.query(`update units set withdrawn = 'removed', withdrawn_at = now() where id = ${of.free}`).catch((error) => error);
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
