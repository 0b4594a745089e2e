import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { sendSignal } from "#tests/support/processes/processes.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { BENCH_SECRET, benchLedger, benchVault } from "../load/pgbench.ts";
import { approveOne, orderOne } from "./seed-shop.ts";
import { cookieOf } from "./shop-calls.ts";

/** How many IDs of an import there are, and how many of them were delivered and are reserved, one an order. */
export type ImportSize = { ids: number; delivered: number; reserved: number };

/** An import to recall: its product, which has other free IDs too, and one of its orders, delivered, with the buyer's cookie. */
export type BadImport = { productId: string; batchId: string; order: { path: string; cookie: string } };

/** The production build on a durable database that outlives its process. */
export type RecallShop = {
  db: Database;
  databaseUrl: string;
  /** The owner's cookie. */
  cookie: string;
  /** The process that serves now. */
  shop(): RunningShop;
  /** Kills the process as a power cut would, and starts the shop again. */
  killAndStart(): Promise<void>;
  addImport(size: ImportSize, spare: number): Promise<BadImport>;
  close(): Promise<void>;
};

const IDS_AT_ONCE = 5_000;
/** What a transaction checks at its end grows faster than its orders. */
const ORDERS_AT_ONCE = 250;
/** So many buyers have two of the delivered orders each. */
const BUYERS_WITH_TWO = 0.2;

export async function openRecallShop(): Promise<RecallShop> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
  await chmod(folder, 0o711);
  const postgres = await openEmbedded(folder);
  const start = () => startShop({ DATABASE_URL: postgres.url, SECRET: BENCH_SECRET });
  let shop = await start();
  const db = openDatabase(postgres.url, { settings: benchLedger, forNobody: true });
  return {
    db,
    databaseUrl: postgres.url,
    cookie: await cookieOf(shop),
    shop: () => shop,
    async killAndStart() {
      sendSignal(shop.pid, "SIGKILL");
      await shop.stop();
      shop = await start();
    },
    addImport: (size, spare) => addImport(db, shop, size, spare),
    async close() {
      await shop.stop();
      await closeDatabase(db);
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Adds a product with an import of this size and `spare` IDs of another, and places its orders. */
async function addImport(db: Database, shop: RunningShop, { ids, delivered, reserved }: ImportSize, spare: number): Promise<BadImport> {
  const [productId, batchId] = [randomUUID(), randomUUID()];
  await db.$client.query(
    `with added as (
       insert into products (id, name, price_paise, created_at, updated_at) values ($1, 'Verified account', 49900, now(), now()) returning id
     ) insert into product_stock (product_id) select id from added`,
    [productId],
  );
  await enter(db, productId, batchId, ids);
  const order = await orderOne(shop, productId);
  await approveOne(shop, order.path.slice(order.path.lastIndexOf("/") + 1));
  await placeOrders(db, { productId, batchId, howMany: delivered - 1, isDelivered: true });
  await placeOrders(db, { productId, batchId, howMany: reserved, isDelivered: false });
  await enter(db, productId, randomUUID(), spare);
  await db.$client.query("vacuum analyze");
  return { productId, batchId, order };
}

async function enter(db: Database, productId: string, batchId: string, howMany: number): Promise<void> {
  await db.$client.query(
    "insert into batches (id, product_id, way, source, state, created_at) values ($1, $2, 'import', $1, 'added', now())",
    [batchId, productId],
  );
  for (let missing = howMany; missing > 0; missing -= IDS_AT_ONCE) {
    const values = Array.from({ length: Math.min(IDS_AT_ONCE, missing) }, () => `BENCH-${randomUUID()}`);
    const fingerprints = values.map(benchVault.fingerprint);
    const encrypted = values.map((value, n) => benchVault.encrypt(placeOf("units.value", fingerprints[n] ?? ""), value));
    await db.$client.query(
      `with entered as (
         insert into units (product_id, batch_id, value, fingerprint, imported_at)
         select $1, $2, value, fingerprint, now() from unnest($3::bytea[], $4::bytea[]) as entered (value, fingerprint) returning id
       ), counted as (
         update product_stock set available = available + (select count(*) from entered) where product_id = $1
       ) insert into free_units (product_id, unit_id) select $1, id from entered`,
      [productId, batchId, encrypted, fingerprints],
    );
  }
}

type Placed = { productId: string; batchId: string; howMany: number; isDelivered: boolean };

/**
 * Places orders for one ID of the import each, from buyers with an email address, and delivers them
 * as an approval does, many at once: the database checks and counts each of them.
 */
async function placeOrders(db: Database, { productId, batchId, howMany, isDelivered }: Placed): Promise<void> {
  for (let from = 0; from < howMany; from += ORDERS_AT_ONCE) {
    const orders = Array.from({ length: Math.min(ORDERS_AT_ONCE, howMany - from) }, (_, n) => {
      const buyer = Math.floor((from + n) * (1 - BUYERS_WITH_TWO / 2));
      return { id: randomUUID(), code: `REQ-${randomBytes(8).toString("hex").toUpperCase()}`, email: `${batchId}-${buyer}@shop.example` };
    });
    const ids = orders.map(({ id }) => id);
    const client = await db.$client.connect();
    try {
      await client.query("begin");
      await client.query(
        `insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, access_key_hash,
           unlocked_by, email, email_print, created_at)
         select id, code, $1, 'Verified account', 1, 49900, 49900, 'request', sha256(id::bytea), array[sha256(id::bytea)], email, print, date_trunc('milliseconds', now())
         from unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[]) as given (id, code, email, print)`,
        [
          productId,
          ids,
          orders.map(({ code }) => code),
          orders.map(({ id, email }) => benchVault.encrypt(placeOf("orders.email", id), email)),
          orders.map(({ email }) => benchVault.fingerprint(email)),
        ],
      );
      await client.query(
        `with chosen as materialized (
           select f.unit_id, row_number() over (order by f.unit_id) as n from free_units f join units u on u.id = f.unit_id
           where f.product_id = $1 and u.batch_id = $2 order by f.unit_id limit cardinality($3::text[])
         ), taken as (
           delete from free_units where product_id = $1 and unit_id in (select unit_id from chosen)
         ), counted as (
           update product_stock set available = available - cardinality($3::text[]) where product_id = $1
         )
         insert into order_units (unit_id, order_id) select unit_id, ($3::text[])[n] from chosen`,
        [productId, batchId, ids],
      );
      if (isDelivered) {
        await client.query(
          "update orders set status = 'approved', processed_at = date_trunc('milliseconds', now()), approved_by = 'bench', paid_at = now() where id = any($1)",
          [ids],
        );
        await client.query(
          "update order_units set delivered_at = date_trunc('milliseconds', now()), position = 0 where order_id = any($1)",
          [ids],
        );
      }
      await client.query("commit");
    } finally {
      client.release();
    }
  }
}
