import { Client } from "pg";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openVault, type Vault } from "#platform/encryption/vault.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { inBatches } from "#shop/secret/reencrypt.server.ts";
import { streamRows } from "#shop/verify/stream-rows.server.ts";

/**
 * The size of a shop. The first product has as many IDs in stock as all others together; the first
 * customer has every hundredth order.
 */
export type Size = { products: number; ids: number; orders: number; customers: number };

/** The sizes that are measured: the large one, and a tenth of it for short runs. */
export const shopSizes = {
  large: { products: 10_000, ids: 1_000_000, orders: 1_000_000, customers: 100_000 },
  small: { products: 1_000, ids: 100_000, orders: 100_000, customers: 10_000 },
} satisfies Record<string, Size>;

/** The secret of the shop's encryption. */
export const SECRET = "a secret of the benchmark of large shops, 32 bytes or more";

/** A free ID of the first product with a matching fingerprint; all other IDs have the same value. */
const SAME_ID = "FREE-ID-000001";

/**
 * Fills an empty database with a shop of this size at once, with triggers disabled. The ledger is
 * left out, because no page and no call reads it: `verify` would report that.
 */
export async function fillShop(url: string, size: Size): Promise<void> {
  const db = openDatabase(url);
  await migrate(db);
  await closeDatabase(db);
  await withClient(url, (client) => fill(client, size));
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function fill(client: Client, { products, ids, orders, customers }: Size): Promise<void> {
  const vault = openVault(SECRET);
  const hex = (bytes: Buffer) => `'\\x${bytes.toString("hex")}'::bytea`;
  const each = Math.ceil(ids / products);
  const steps = [
    ...searches.map((index) => `drop index if exists ${index}`),
    `insert into users (id, name, email, role, created_at, updated_at)
      select md5('user' || n), (array['Asha', 'Bina', 'Chitra', 'Dev', 'Esha', 'Farid', 'Gita', 'Hari'])[1 + n % 8] || ' Kumar ' || n, 'buyer' || n || '@example.com',
        'customer', now() - interval '700 days' * (1 - n / ${customers}.0), now() from generate_series(1, ${customers}) n`,
    `insert into sessions (id, token_hash, user_id, expires_at, last_seen_at, created_at, updated_at)
      select md5('session' || n), sha256(('session' || n)::bytea), md5('user' || n), now() + interval '20 days', now(), now(), now() from generate_series(1, ${customers}) n`,
    `insert into products (id, name, price_paise, description, created_at, updated_at)
      select 'product-' || n, (array['Verified', 'Fresh', 'Aged', 'Family'])[1 + n % 4] || ' account, kind ' || n, 49900,
        '<p>A ready account for train bookings, with verified e-mail and phone, number ' || n || '.</p><ul><li>Checked by hand</li><li>Sold once</li><li>' ||
        md5('words' || n) || '</li></ul>', now() - interval '700 days' * (1 - n / ${products}.0), now() from generate_series(1, ${products}) n`,
    `create temporary table plan as select n, md5('order' || n)::uuid::text as id, date_trunc('milliseconds', now() - interval '700 days' * (1 - n / ${orders}.0)) as at,
        case when n > ${orders} * 0.98 then 'pending' when n % 10 = 0 then 'rejected' when n % 10 = 1 then 'cancelled' else 'approved' end as status,
        'product-' || case when n % 10 = 2 then 1 else 1 + n * 31 % ${products} end as product_id,
        case when n % 100 = 5 then md5('user1') when n % 3 = 0 then null else md5('user' || 1 + n::bigint * 7919 % ${customers}) end as user_id,
        case when n % 5 = 0 then 'amazon' else 'request' end as method
      from generate_series(1, ${orders}) n`,
    `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, gift_card_code, gift_card_last4,
        user_id, access_key_hash, unlocked_by, created_at, processed_at, approved_by, cancelled_at, reason, paid_at)
      select plan.id, 'REQ-' || upper(to_hex((extract(epoch from at) * 1000)::bigint)), status, product_id, name, 1, price_paise, price_paise, method,
        case method when 'amazon' then ${LATER} end, case method when 'amazon' then '0001' end, user_id,
        case when user_id is null then sha256(plan.id::bytea) end, case when user_id is null then array[sha256(plan.id::bytea)] else '{}' end, at,
        case when status in ('approved', 'rejected') then at + interval '1 hour' end, case status when 'approved' then 'admin' end,
        case status when 'cancelled' then at + interval '1 hour' end, case status when 'rejected' then 'Not paid' end,
        case when status = 'approved' and n % 3 > 0 then at + interval '1 hour' end
      from plan join products on products.id = plan.product_id`,
    `insert into payment_fingerprints (order_id, recorded_at, gift_card) select id, at, array[sha256(('card' || n)::bytea)] from plan where method = 'amazon'`,
    // Delivered and reserved IDs.
    () =>
      enterIds(
        client,
        vault,
        `select product_id as "productId", sha256(('given' || n)::bytea) as fingerprint, at from plan where status in ('approved', 'pending') order by n`,
      ),
    `insert into order_units (unit_id, order_id, delivered_at, position)
      select u.id, plan.id, case status when 'approved' then at + interval '1 hour' end, case status when 'approved' then 0 end
      from plan join units u on u.fingerprint = sha256(('given' || n)::bytea)`,
    // Free IDs: as many of the first product as of all others together.
    () =>
      enterIds(
        client,
        vault,
        `select 'product-1' as "productId", case n when 1 then ${hex(vault.fingerprint(SAME_ID))} else sha256(('hot' || n)::bytea) end as fingerprint, now() as at
          from generate_series(1, ${ids}) n`,
      ),
    () =>
      enterIds(
        client,
        vault,
        `select 'product-' || p as "productId", sha256(('free' || p || '/' || n)::bytea) as fingerprint, now() as at
          from generate_series(1, ${products}) p, generate_series(1, ${each}) n`,
      ),
    "insert into free_units (product_id, unit_id) select product_id, id from units u where not exists (select from order_units h where h.unit_id = u.id)",
    `insert into product_stock (product_id, available, free, held, delivered, imported)
      select p.id, coalesce(f.n, 0), coalesce(f.n, 0), coalesce(o.held, 0), coalesce(o.given, 0), coalesce(f.n, 0) + coalesce(o.held, 0) + coalesce(o.given, 0)
      from products p left join (select product_id, count(*)::integer as n from free_units group by 1) f on f.product_id = p.id
        left join (select product_id, count(*) filter (where status = 'pending')::integer as held, count(*) filter (where status = 'approved')::integer as given
          from orders group by 1) o on o.product_id = p.id`,
    `insert into emails (id, kind, order_id, recipient, state, created_at, sent_at)
      select md5('letter' || n), 'order-placed', id, ${LATER}, case when n % 200 = 0 then 'failed' else 'sent' end, at, case when n % 200 = 0 then null else at end
      from plan where n % 4 = 0`,
    `insert into contact_messages (id, name, email, message, created_at, handled_at)
      select md5('message' || n), 'Asha Kumar ' || n, ${LATER}, 'Where is my order?', now() - interval '700 days' * (1 - n * 100 / ${orders}.0),
        case when n % 20 > 0 then now() end from generate_series(1, ${orders / 100}) n`,
    `insert into audit_entries (at, admin_id, admin_name, action, subject_kind, subject_id, subject_name)
      select processed_at, 'admin-' || extract(minute from created_at)::integer % 3, 'Owner', 'order-approved', 'order', id, request_code from orders where status = 'approved' order by processed_at`,
    () => encryptAll(client, vault, "orders.gift_card_code", SAME_ID),
    () => encryptAll(client, vault, "emails.recipient", EMAIL),
    () => encryptAll(client, vault, "contact_messages.email", EMAIL),
    ...counters,
  ];
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off");
  for (const step of steps) await (typeof step === "string" ? client.query(step) : step());
  await client.query("vacuum analyze");
}

/** Stands for a value until `encryptAll` encrypts it for its row. */
const LATER = "'\\x00'::bytea";
const EMAIL = "buyer@example.com";
const ROWS_AT_ONCE = 10_000;

/** Enters an ID for each row of a query with `productId`, `fingerprint` and `at`. */
async function enterIds(client: Client, vault: Vault, query: string): Promise<void> {
  await client.query("begin");
  const rows = streamRows<{ productId: string; fingerprint: Buffer; at: Date }>(client, query, { atOnce: ROWS_AT_ONCE });
  for await (const batch of inBatches(rows, ROWS_AT_ONCE)) {
    const values = batch.map(({ fingerprint }) => vault.encrypt(placeOf("units.value", fingerprint), SAME_ID));
    await client.query(
      `insert into units (product_id, value, fingerprint, imported_at)
        select * from unnest($1::text[], $2::bytea[], $3::bytea[], $4::timestamptz[])`,
      [batch.map(({ productId }) => productId), values, batch.map(({ fingerprint }) => fingerprint), batch.map(({ at }) => at)],
    );
  }
  await client.query("commit");
}

/** Encrypts the same text for each row of a column that has a value. */
export async function encryptAll(
  client: Client,
  vault: Vault,
  column: "orders.gift_card_code" | "orders.email" | "emails.recipient" | "contact_messages.email",
  text: string,
): Promise<void> {
  const [table, name] = column.split(".");
  await client.query("begin");
  const rows = streamRows<{ id: string }>(client, `select id from ${table} where ${name} is not null`, { atOnce: ROWS_AT_ONCE });
  for await (const batch of inBatches(rows, ROWS_AT_ONCE)) {
    const values = batch.map(({ id }) => vault.encrypt(placeOf(column, id), text));
    await client.query(`update ${table} t set ${name} = n.value from unnest($1::text[], $2::bytea[]) as n (id, value) where t.id = n.id`, [
      batch.map(({ id }) => id),
      values,
    ]);
  }
  await client.query("commit");
}

/** Created after all rows are inserted, which is faster. */
const searches = ["order_texts_searched", "ordered_names_searched", "audit_entries_searched", "users_searched", "products_searched"];
/** Sums that triggers maintain when rows are inserted one by one. */
const counters = [
  "update sales_sums_until set until = '-infinity', time_zone = ''",
  "update order_sums_until set until = '-infinity'",
  "select close_order_hours()",
  "select index_searches()",
];
