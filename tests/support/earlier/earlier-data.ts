import { randomBytes } from "node:crypto";
import type { ClientBase } from "pg";
import { sha256, type Vault } from "#platform/encryption/vault.server.ts";

/**
 * The data that a shop had after each of these migrations. The books balance, because later
 * migrations check them.
 */
export const earlierData: Record<string, (client: ClientBase, vault: Vault, encrypted: (text: string) => Buffer) => Promise<void>> = {
  async "0001-shop.sql"(client, vault, encrypted) {
    await client.query(`insert into users (id, name, email, role, created_at, updated_at) values
      ('owner', 'Owner', 'owner@shop.example', 'admin', '2026-01-01', '2026-01-01'),
      ('asha', 'Asha', 'asha@example.com', 'customer', '2026-01-02', '2026-01-02')`);
    await client.query(`insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values
      ('s', 'token', 'asha', '2027-01-01', '2026-01-02', '2026-01-02')`);
    await client.query(`insert into credentials (id, account_id, provider_id, user_id, password, created_at, updated_at) values
      ('c', 'asha', 'credential', 'asha', 'salt:hash', '2026-01-02', '2026-01-02')`);
    await client.query("update shop_settings set name = 'Night Mail', blurb = 'IDs for the night train', admin_currency = '$'");
    await client.query(`insert into products (id, name, price_paise, created_at, updated_at, deleted_at) values
      ('p', 'Family account', 49900, '2026-01-03', '2026-01-03', null),
      ('gone', 'An old one', 100, '2026-01-03', '2026-01-03', '2026-01-04')`);
    for (let n = 1; n <= 8; n += 1) {
      const withdrawn = n === 8 ? ["faulty", "2026-01-05"] : [null, null];
      await client.query(
        "insert into units (product_id, value, fingerprint, imported_at, set_aside, set_aside_at) values ('p', $1, $2, '2026-01-03', $3, $4)",
        [encrypted(`unit-${n}`), vault.fingerprint(`unit-${n}`), ...withdrawn],
      );
    }
    await client.query("insert into product_stock values ('p', 4), ('gone', 0)");
    await client.query("insert into free_units select 'p', id from units order by id limit 4");
    const order = `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method,
      gift_card_code, gift_card_last4, user_id, email, access_key_hash, unlocked_by, created_at, processed_at, approved_by, cancelled_at, reason) values `;
    const values = "($1, $2, $3, 'p', 'Family account', $4, 49900, 49900 * $4::int, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
    const key = sha256("key");
    const placed = "2026-01-06T10:00:00.123456Z";
    const done = "2026-01-07";
    const guest = [null, encrypted("guest@example.com"), key, [randomBytes(32)]];
    const customer = ["asha", null, null, []];
    const card = ["amazon", encrypted("ABCD1234"), "1234"];
    const plain = ["request", null, null];
    for (const row of [
      ["o1", "REQ-1", "pending", 2, ...plain, ...guest, placed, null, null, null, null],
      ["o2", "REQ-2", "approved", 1, ...card, ...customer, placed, done, "owner", null, null],
      ["o3", "REQ-3", "rejected", 1, ...plain, ...guest, placed, done, null, null, "not paid"],
      ["o4", "REQ-4", "cancelled", 3, ...plain, ...customer, placed, null, null, done, null],
    ])
      await client.query(order + values, row);
    await client.query(`insert into order_units (unit_id, order_id, delivered_at, position)
      select id, case when n = 7 then 'o2' else 'o1' end, case when n = 7 then timestamptz '2026-01-07' end, case when n = 7 then 0 end
      from (select id, row_number() over (order by id) as n from units) as numbered where n between 5 and 7`);
  },

  async "0002-every-screen.sql"(client, _vault, encrypted) {
    await client.query("update shop_settings set how_to_pay = 'Bank 123', time_zone = 'Europe/London', owner_email = 'owner@home.example'");
    await client.query("update products set hidden_at = '2026-02-01' where id = 'p'");
    await client.query("update products set removed_ids = 3 where id = 'gone'");
    await client.query("update orders set paid_at = '2026-02-02' where id = 'o2'");
    await client.query(`insert into audit_entries (at, admin_id, admin_name, deed, subject_kind, subject_id, subject_name, facts)
      values ('2026-02-03', 'owner', 'owner@shop.example', 'order-approved', 'order', 'o2', 'REQ-2', '{"ids": 1}')`);
    await client.query(
      `insert into letters (id, kind, order_id, recipient, facts, state, created_at) values ('l', 'order-placed', 'o1', $1, '{}', 'kept', '2026-02-03')`,
      [encrypted("guest@example.com")],
    );
    await client.query(
      "insert into contact_messages (id, name, email, message, created_at) values ('m', 'Asha', $1, 'Hello', '2026-02-04')",
      [encrypted("asha@example.com")],
    );
    await client.query("insert into password_resets values ('asha', $1, '2026-02-05')", [sha256("reset")]);
  },

  async "0006-key-check.sql"(client, vault) {
    await client.query("insert into key_check (value, noted_at) values ($1, '2026-02-06')", [vault.derive("key-check", "trackside")]);
  },
};
