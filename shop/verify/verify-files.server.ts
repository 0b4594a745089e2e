import type { Services } from "#platform/provides.ts";
import { SWEEP_EVERY_MS, UNUSED_FILE_STORED_MS } from "#shop/orders/constants.ts";
import { DELETED_PRODUCT_STORED_MS } from "#shop/stock/constants.ts";
import type { Fault } from "./fault.ts";
import { type Snapshot, streamRows } from "./stream-rows.server.ts";

type Needs = Pick<Services, "db" | "files" | "now">;

const KEYS_AT_ONCE = 500;

/**
 * Reports orders, products and a shop's look whose picture is missing, and files that nothing
 * refers to.
 */
export async function* verifyFiles(services: Needs, snapshot: Snapshot): AsyncGenerator<Fault> {
  yield* missingFiles(services, snapshot);
  yield* unusedFiles(services, snapshot);
}

/**
 * Every file that is in use: an order's proof, its earlier ones, the picture of a message that is not erased, the pictures of the shop's look, and the uploaded
 * picture of a product that exists or can be restored. A product deleted before $1 cannot be restored.
 */
const owners = `select 'order ' || request_code as row, proof_key as key from orders where proof_key is not null
  union all
  select 'message ' || m.number || ' of order ' || o.request_code, m.picture_key
    from order_messages m join orders o on o.id = m.order_id where m.picture_key is not null and m.erased_at is null
  union all
  select 'order ' || o.request_code, m.replaced_proof_key
    from order_messages m join orders o on o.id = m.order_id where m.replaced_proof_key is not null
  union all
  select 'product ' || id, substr(image, 2) from products where image like '/product-images/%' and (deleted_at is null or deleted_at > $1)
  union all
  select 'settings', substr(path, 2) from shop_settings, unnest(array[logo, landing_picture]) as path where path is not null`;

async function* missingFiles({ db, files, now }: Needs, snapshot: Snapshot): AsyncGenerator<Fault> {
  const goneBefore = new Date(now().getTime() - DELETED_PRODUCT_STORED_MS + SWEEP_EVERY_MS);
  for await (const { row, key } of streamRows<{ row: string; key: string }>(snapshot, owners, { values: [goneBefore] })) {
    if ((await files.get(key)) !== null) continue;
    // The shop keeps running: the picture may have been replaced, and its file deleted, since the
    // snapshot.
    const { rows } = await db.$client.query(`select from (${owners}) as owner where "row" = $2 and key = $3`, [goneBefore, row, key]);
    if (rows.length > 0 && (await files.get(key)) === null) yield { row, wrong: `its file ${key} is missing` };
  }
}

/**
 * Skips younger files, which may belong to something being written. A running shop would have swept
 * the older ones.
 */
async function* unusedFiles({ files, now }: Needs, snapshot: Snapshot): AsyncGenerator<Fault> {
  const before = now().getTime() - UNUSED_FILE_STORED_MS - SWEEP_EVERY_MS;
  let batch: string[] = [];
  for await (const { key, storedAt } of files.list()) {
    if (storedAt.getTime() < before) batch.push(key);
    if (batch.length < KEYS_AT_ONCE) continue;
    yield* unusedAmong(snapshot, batch);
    batch = [];
  }
  yield* unusedAmong(snapshot, batch);
}

async function* unusedAmong(snapshot: Snapshot, keys: string[]): AsyncGenerator<Fault> {
  if (keys.length === 0) return;
  const { rows } = await snapshot.query<{ key: string }>(
    `select key from unnest($1::text[]) as key
     where not exists (select from orders o where o.proof_key = key)
       and not exists (select from order_messages m where m.picture_key = key and m.erased_at is null)
       and not exists (select from order_messages m where m.replaced_proof_key = key) and not exists (select from products p where p.image = '/' || key)
       and not exists (select from shop_settings s where '/' || key in (s.logo, s.landing_picture))`,
    [keys],
  );
  for (const { key } of rows) yield { row: `file ${key}`, wrong: "nothing in the shop has it" };
}
