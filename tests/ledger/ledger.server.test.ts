import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { removeSamples } from "#shop/stock/products/deletion/remove-samples.server.ts";
import { restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);

/**
 * A product's ledger in short form: `reserved 2 O`, where O means that the row names an order, and
 * A an admin.
 */
async function ledgerOf(productId: string): Promise<string[]> {
  const { rows } = await query(
    `select concat_ws(' ', event, cardinality(fingerprints), case when order_id is not null then 'O' end, case when admin_id = $2 then 'A' end) as line
     from ledger where product_id = $1 order by seq`,
    [productId, admin.userId],
  );
  return rows.map(({ line }) => line);
}

test("each action on an ID writes the ledger: in which order, and by which admin", async () => {
  const { services } = shop;
  const added = await addProduct(services, admin, { name: "Gold", price: 100_00, description: "", image: "", ids: "a\nb\nc\nd" });
  if (!added.ok) throw new Error(added.code);
  const productId = added.value.id;
  const customer = await aCustomer(shop);
  const place = async (quantity: number) => (await aPendingOrder(shop, { visitor: customer, productId, quantity })).requestCode;

  await cancelOrder(services, customer, await place(2));
  await rejectOrder(services, admin, await place(1), { reason: "no" });
  const bought = await place(2);
  const { rows } = await query(
    "select unit_id::text as id from order_units h join orders o on o.id = h.order_id where request_code = $1 order by 1",
    [bought],
  );
  const faulty = [rows[1]?.id ?? ""];
  expect(
    await approveOrder(services, admin, bought, { ids: ["a", "typed"], faulty, downloadLink: null, confirmed: true, idsConfirmed: true }),
  ).toMatchObject({
    ok: true,
  });
  expect(await replaceId(services, admin, bought, { faulty: "typed", id: null })).toMatchObject({ ok: true });
  expect(await addIds(services, admin, { productId, ids: "e\nf" })).toMatchObject({ ok: true });
  expect(
    await editProduct(services, admin, productId, { name: "Gold", price: 100_00, description: "", image: "", ids: "g" }),
  ).toMatchObject({ ok: true });
  expect(await deleteIds(services, admin, productId, { which: "matching", unitId: [], search: "e", expected: 1 })).toMatchObject({
    ok: true,
  });
  expect(await deleteProduct(services, admin, productId)).toMatchObject({ ok: true });
  expect(await restoreProduct(services, admin, productId)).toMatchObject({ ok: true });

  expect(await ledgerOf(productId)).toEqual([
    "imported 4 A",
    "reserved 2 O",
    "released 2 O",
    "reserved 1 O",
    "released 1 O A",
    "reserved 2 O",
    "released 1 O A",
    "faulty 1 A",
    "imported 1 A",
    "delivered 1 O A",
    "delivered 1 O A",
    "replaced 1 O A",
    "delivered 1 O A",
    "faulty 1 A",
    "imported 2 A",
    "imported 1 A",
    "removed 1 A",
    "removed 3 A",
    "restored 3 A",
  ]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("an ID that comes back in another product leaves the chain of the first, and an erasure is recorded", async () => {
  const gone = await aProduct(shop, { ids: ["comes back", "stays away"], isSample: true });
  await removeSamples(shop.services, admin);
  const other = await aProduct(shop, { ids: ["comes back"] });
  expect(await ledgerOf(gone.id)).toEqual(["imported 2", "removed 2 A", "moved 1"]);
  await query("delete from units where product_id = $1", [gone.id]);

  expect(await ledgerOf(gone.id)).toEqual(["imported 2", "removed 2 A", "moved 1", "erased 1"]);
  expect(await ledgerOf(other.id)).toEqual(["imported 1"]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("nobody changes, takes away or empties what the ledger says", async () => {
  const { id } = await aProduct(shop);
  const statements = [
    "update ledger set event = 'erased'",
    "delete from ledger",
    "truncate ledger",
    `delete from ledger where product_id = '${id}'`,
  ];
  for (const text of statements) await expect(query(text), text).rejects.toThrow("only ever added to");
  for (const text of [
    "truncate units cascade",
    "truncate order_units",
    "truncate free_units",
    "update free_units set unit_id = unit_id + 1",
  ])
    await expect(query(text), text).rejects.toThrow("has to be told");
});

test("a connection without the ledger's key changes no stock, and says why", async () => {
  const { id } = await aProduct(shop);
  const db = openDatabase(shop.databaseUrl, { max: 1 });
  try {
    await expect(aPendingOrder({ services: { ...shop.services, db } }, { productId: id })).rejects.toThrow("no key to the ledger");
    expect((await db.$client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await closeDatabase(db);
  }
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, free: 3, held: 0 });
});

test("an audited action that changes the stock and names nobody is refused", async () => {
  const { id } = await aProduct(shop);
  const action = (isSigned: boolean) =>
    inTransaction(shop.services.db, async (tx) => {
      if (isSigned) await tx.execute(sql`select set_config('trackside.admin', 'somebody else', true)`);
      await tx.execute(sql`delete from units where product_id = ${id} and false`);
      await tx.execute(sql`update units set withdrawn = 'faulty', withdrawn_at = now() where product_id = 'none'`);
      await tx.execute(sql`with gone as (delete from free_units where product_id = ${id} returning unit_id),
        counted as (update product_stock set available = 0 where product_id = ${id})
        update units set withdrawn = 'removed', withdrawn_at = now() where id in (select unit_id from gone)`);
      await tx.execute(sql`insert into audit_entries (at, admin_id, admin_name, action, subject_kind, subject_id, subject_name)
        values (now(), ${admin.userId}, ${admin.email}, 'ids-deleted', 'product', ${id}, 'Gold')`);
    });
  const refusal = async (isSigned: boolean) => action(isSigned).catch(({ cause }) => cause.message);
  expect(await refusal(false)).toContain("before the ledger was told by whom");
  expect(await refusal(true)).toContain("before the ledger was told by whom");
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, free: 3, withdrawn: 0 });
});

test("two actions on one product at once write one chain", async () => {
  const { id } = await aProduct(shop, { ids: Array.from({ length: 40 }, (_, n) => `at-once-${n}`) });
  await Promise.all([
    ...Array.from({ length: 20 }, () => aPendingOrder(shop, { productId: id, visitor: aGuest() })),
    addIds(shop.services, admin, { productId: id, ids: "late-1\nlate-2" }),
  ]);
  const { rows } = await query("select max(seq)::integer as last, count(*)::integer as rows from ledger where product_id = $1", [id]);
  expect(rows[0]).toEqual({ last: 22, rows: 22 });
  expect(await faultsOf(shop)).toEqual([]);
});

test("the key is no word of the database: neither in a table nor in what its activity shows", async () => {
  const key = Object.values(ledgerSettings(shop.services)).join();
  const { rows } = await query(
    "select coalesce(string_agg(a::text, ''), '') || (select string_agg(s::text, '') from pg_settings s) as shown from pg_stat_activity a",
  );
  expect(key).toHaveLength(256);
  expect(rows[0].shown).not.toContain(key);
});

test("nothing is bought twice while books and ledger agree", async () => {
  const { id } = await aProduct(shop, { ids: ["only one"] });
  const answers = await Promise.allSettled([1, 2, 3].map(() => aPendingOrder(shop, anOrderForm({ productId: id }))));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await ledgerOf(id)).toEqual(["imported 1", "reserved 1 O"]);
});
