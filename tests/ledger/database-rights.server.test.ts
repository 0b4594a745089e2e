import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let product: string;
let given: string;
beforeAll(async () => {
  shop = await openTestShop();
  const admin = await anAdmin(shop);
  product = (await aProduct(shop, { ids: ["given", "free", "held"] })).id;
  const approved = await aPendingOrder(shop, { productId: product });
  await approveOrder(shop.services, admin, approved.requestCode, { ids: ["given"], faulty: [], downloadLink: null, confirmed: true });
  await aPendingOrder(shop, { productId: product });
  const { rows } = await query(`select unit_id from order_units where order_id = '${approved.id}'`);
  given = rows[0].unit_id;
});
afterAll(() => shop.close());

const query = (text: string) => shop.services.db.$client.query(text);

/** Attacks with the shop's own connection and the ledger's key. */
const attacks: [string, () => string][] = [
  ["rules switched off for a session", () => "set session_replication_role = replica"],
  ["a rule switched off", () => "alter table order_units disable trigger delivered_for_good"],
  ["a rule dropped", () => "drop trigger delivered_for_good on order_units"],
  [
    "a rule's function rewritten",
    () => "create or replace function delivered_for_good() returns trigger language plpgsql as 'begin return null; end'",
  ],
  ["a function of the shop's own in its schema", () => "create function public.own() returns integer language sql as 'select 1'"],
  ["another owner", () => "alter table units owner to current_user"],
  ["the owner's role", () => "set role trackside"],
  ["more rights", () => "alter role current_user superuser"],
  ["a row of the ledger, with the right key", () => `select ledger_write('${product}', 'imported', null, array[sha256('x')], 0, 0, 0, 0)`],
  ["an end of a chain", () => `select ledger_end('${product}', 1, '', 0, 0, 0, 0)`],
  [
    "a row entered into the ledger",
    () => "insert into ledger select product_id, 99, event, fingerprints, order_id, admin_id, at, mac from ledger limit 1",
  ],
  ["a ledger without its end", () => "delete from ledger where seq > 1"],
  ["a ledger that says otherwise", () => "update ledger set event = 'released' where event = 'delivered'"],
  ["an emptied ledger", () => "truncate ledger"],
  ["emptied orders", () => "truncate orders cascade"],
  ["books that say otherwise", () => "update product_stock set delivered = 0, free = 3"],
  ["a chain that ends elsewhere", () => "update product_stock set ledger_seq = 0, ledger_mac = '', ledger_head = ''"],
  ["an ID of another fingerprint", () => `update units set fingerprint = sha256('x') where id = ${given}`],
  ["an ID whose row is deleted", () => "delete from units"],
  ["another check of the ledger's key", () => "update key_check set ledger_check = null"],
  ["other keys of before", () => "delete from earlier_keys"],
  ["a receipt that is not there any more", () => "delete from receipts"],
  ["a receipt of another number", () => "update receipts set number = 7"],
  ["another next number of a receipt", () => "update receipt_counters set last = 7"],
  ["a credit note that is not there any more", () => "delete from credit_notes"],
  ["another next number of a credit note", () => "update credit_note_counters set last = 7"],
  ["a migration to be run again", () => "delete from migrations"],
  ["a temporary table, which could stand in for one of the shop's", () => "create temp table units (like public.units)"],
];

test.each(attacks)("%s: the role of the shop has no right to it, and nothing is changed", async (_name, statement) => {
  const before = await everyRow(shop.databaseUrl);
  await expect(query(statement())).rejects.toMatchObject({ code: "42501" });
  expect(await everyRow(shop.databaseUrl)).toEqual(before);
});

/** A connection of the shop's role that may create temporary tables, as it could before. */
async function withTemporary(work: (client: ClientBase) => Promise<void>): Promise<void> {
  const name = new URL(shop.databaseUrl).pathname.slice(1);
  await withClient(shop.databaseUrl, (owner) => owner.query(`grant temporary on database ${name} to public`));
  const client = await shop.services.db.$client.connect();
  try {
    await work(client);
  } finally {
    client.release(true);
    await withClient(shop.databaseUrl, (owner) => owner.query(`revoke temporary on database ${name} from public`));
  }
}

test("no temporary table stands in for a table that a rule looks at: a delivered ID is not sold again", async () => {
  await withTemporary(async (client) => {
    await client.query(`create temp table units as select * from public.units where false;
      create temp table order_units as select * from public.order_units; create temp table orders as select * from public.orders where false`);
    await expect(
      client.query(`begin; with gone as (delete from public.order_units where unit_id = ${given} returning unit_id)
        insert into public.free_units select '${product}', unit_id from gone;
        update public.product_stock set available = available + 1 where product_id = '${product}'; commit`),
    ).rejects.toMatchObject({ code: "23514" });
    await client.query("rollback");
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("every function looks into the shop's schema first, or was bound to it when it was created", async () => {
  const { rows } =
    await query(`select p.proname as name from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prosqlbody is null
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not coalesce(p.proconfig, '{}') @> array[format('search_path=%I, pg_temp', current_schema())]`);
  expect(rows.map(({ name }) => name)).toEqual([]);
});

test("the setting of an import spares no approval of the shop its receipt", async () => {
  const order = await aPendingOrder(shop, { productId: (await aProduct(shop, { ids: ["imported-1"] })).id });
  const client = await shop.services.db.$client.connect();
  try {
    await client.query(`begin; select set_config('trackside.importing', '1', true);
      update order_units set delivered_at = now(), position = 0 where order_id = '${order.id}';
      update orders set status = 'approved', processed_at = now(), approved_by = 'x' where id = '${order.id}'; commit`);
  } finally {
    client.release(true);
  }
  expect((await query(`select from receipts where order_id = '${order.id}'`)).rowCount).toBe(1);
  expect(await faultsOf(shop)).toEqual([]);
});

test("a temporary table named like the ledger receives no row of it", async () => {
  await withTemporary(async (client) => {
    await client.query("create temp table ledger (like public.ledger); create temp table product_stock (like public.product_stock)");
    await client.query(`update public.units set withdrawn = null where false`);
    await client.query(`begin; with gone as (delete from public.free_units where product_id = '${product}' returning unit_id)
      update public.units set withdrawn = 'removed', withdrawn_at = now() where id in (select unit_id from gone);
      update public.product_stock set available = 0 where product_id = '${product}'; commit`);
    expect((await client.query("select from pg_temp.ledger")).rowCount).toBe(0);
  });
  expect(await faultsOf(shop)).toEqual([]);
});

test("a key to the ledger that is not the shop's is found", async () => {
  const client = await shop.services.db.$client.connect();
  try {
    await client.query(`select set_config('trackside.ledger_key', repeat('ab', 128), false)`);
    await client.query(`begin; update units set withdrawn = null, withdrawn_at = null where withdrawn = 'removed';
      insert into free_units select product_id, id from units where id not in (select unit_id from order_units);
      update product_stock set available = 1 where product_id = '${product}'; commit`);
  } finally {
    client.release(true);
  }
  expect(await faultsOf(shop)).toContainEqual(expect.stringContaining("changed, or not written by this shop"));
});
