import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";

/**
 * The life of five IDs: 1 is delivered and replaced by 2, 3 is withdrawn and deleted, 4 comes back,
 * 5 stays free. Each text is one transaction.
 */
const life = [
  `insert into users (id, name, email, role, created_at, updated_at) values ('a', 'Asha', 'asha@example.com', 'admin', now(), now());
   select set_config('trackside.admin', 'a', true);
   insert into audit_entries (at, admin_id, admin_name, action, subject_kind, subject_id, subject_name)
     values (now(), 'a', 'asha@example.com', 'product-added', 'product', 'p', 'Gold')`,
  `insert into products (id, name, price_paise, created_at, updated_at) values ('p', 'Gold', 100, now(), now());
   insert into product_stock (product_id, available) values ('p', 5);
   insert into batches (id, product_id, way, state, created_at) values ('b', 'p', 'page', 'added', now());
   insert into units (product_id, value, fingerprint, imported_at, batch_id)
     select 'p', sha256(n::text::bytea), sha256(n::text::bytea), now(), 'b' from generate_series(1, 5) n;
   insert into free_units select 'p', id from units`,
  `delete from free_units where unit_id = 1;
   update product_stock set available = 4;
   insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at)
     values ('o', 'REQ-1', 'pending', 'p', 'Gold', 1, 100, 100, 'request', now());
   insert into order_units (unit_id, order_id) values (1, 'o')`,
  `update order_units set delivered_at = now(), position = 0;
   update orders set status = 'approved', processed_at = now(), approved_by = 'a'`,
  `delete from order_units;
   delete from free_units where unit_id = 2;
   update product_stock set available = 3;
   update units set withdrawn = 'faulty', withdrawn_at = now() where id = 1;
   insert into order_units (unit_id, order_id, delivered_at, position) values (2, 'o', now(), 0)`,
  `delete from free_units where unit_id in (3, 4);
   update product_stock set available = 1;
   update units set withdrawn = 'removed', withdrawn_at = now() where id in (3, 4)`,
  `update units set withdrawn = null, withdrawn_at = null where id = 4;
   insert into free_units values ('p', 4);
   update product_stock set available = 2`,
  "delete from units where id = 3",
  "select close_order_hours(), order_hours_import('{o}'), record_former_admins()",
];

test("every function that migration 0049 re-created or renamed works with the current names", async () => {
  const migration = await readFile("platform/database/migrations/0049-standard-names.sql", "utf8");
  const names = [...migration.matchAll(/^create (?:or replace )?function (\w+)|^alter function \w+\(.*\) rename to (\w+)/gm)];
  const madeAnew = [...new Set(names.map(([, made, renamed]) => made ?? renamed ?? ""))];
  expect(madeAnew.length).toBeGreaterThan(15);

  const work = async (client: Parameters<Parameters<typeof withClient>[1]>[0]) => {
    await client.query("set track_functions = 'all'");
    for (const text of life) await client.query(`begin; ${text}; commit`);
    // books_balance is called where the books are wrong for a moment.
    await client.query("begin; update product_stock set available = 9; update product_stock set available = 2; commit");
    await client.query("select pg_stat_force_next_flush()");
    const { rows } = await client.query<{ name: string }>("select funcname as name from pg_stat_user_functions where calls > 0");
    const called = rows.map(({ name }) => name);
    expect(madeAnew.filter((name) => !called.includes(name))).toEqual([]);
    const books = await client.query("select available, imported, free, held, delivered, withdrawn from product_stock");
    expect(books.rows).toEqual([{ available: 2, imported: 4, free: 2, held: 0, delivered: 1, withdrawn: 1 }]);
    expect((await client.query("select ids, delivered, withdrawn from batches")).rows).toEqual([{ ids: 4, delivered: 1, withdrawn: 1 }]);
    expect((await client.query("select was_admin from users")).rows).toEqual([{ was_admin: true }]);
  };
  await withClient(await anEmptyDatabase({ isMigrated: true }), work, ledgerSettings({ vault: openVault(TEST_SECRET) }));
});
