import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { BENCH_SECRET, benchLedger, benchVault } from "../load/pgbench.ts";
import { cookieOf } from "./shop-calls.ts";

/** The production build on a durable database, which the yardsticks use, too. */
export type OrderShop = RunningShop & {
  databaseUrl: string;
  db: Database;
  /** The session of its owner. */
  cookie: string;
  folder: string;
  /**
   * Makes sure that products `prefix1` to `prefixN` are on sale with this many free IDs each,
   * encrypted as the shop does it.
   */
  stockUp(prefix: string, products: number, idsEach: number): Promise<void>;
  close(): Promise<void>;
};

/** High enough that nobody is refused; orders are still counted for the rate limits. */
const MANY = 1_000_000;
const AT_ONCE = 10_000;

/** Starts the shop behind a proxy that reports the buyers' addresses, with `environment` added. */
export async function openOrderShop(environment: Record<string, string> = {}): Promise<OrderShop> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
  await chmod(folder, 0o711);
  const postgres = await openEmbedded(folder, { settings: { max_connections: "120" } });
  const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: BENCH_SECRET, TRUST_PROXY: "1", ...environment });
  const db = openDatabase(postgres.url, { settings: benchLedger });
  const cookie = await cookieOf(shop);
  await db.$client.query(
    "update shop_settings set orders_max = $1, pending_orders_max = $1, held_ids_max = $1, address_orders_max = 0, address_ids_max = $1",
    [MANY],
  );
  await db.$client.query("select pg_notify('changed', 'settings')");

  return {
    ...shop,
    databaseUrl: postgres.url,
    db,
    cookie,
    folder,
    stockUp: (prefix, products, idsEach) => stockUp(db, prefix, products, idsEach),
    async close() {
      await shop.stop();
      await closeDatabase(db);
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function stockUp(db: Database, prefix: string, products: number, idsEach: number): Promise<void> {
  for (let n = 1; n <= products; n += 1) {
    const productId = `${prefix}${n}`;
    await db.$client.query(
      `with added as (
         insert into products (id, name, price_paise, created_at, updated_at) values ($1, 'Verified account', 49900, now(), now())
         on conflict do nothing returning id
       ) insert into product_stock (product_id) select id from added`,
      [productId],
    );
    const { rows } = await db.$client.query("select available from product_stock where product_id = $1", [productId]);
    for (let missing = idsEach - rows[0].available; missing > 0; missing -= AT_ONCE)
      await enter(
        db,
        productId,
        Array.from({ length: Math.min(AT_ONCE, missing) }, () => `BENCH-${randomUUID()}`),
      );
  }
  await db.$client.query("vacuum analyze");
}

async function enter(db: Database, productId: string, values: string[]): Promise<void> {
  const fingerprints = values.map(benchVault.fingerprint);
  const encrypted = values.map((value, n) => benchVault.encrypt(placeOf("units.value", fingerprints[n] ?? ""), value));
  await db.$client.query(
    `with entered as (
       insert into units (product_id, value, fingerprint, imported_at)
       select $1, value, fingerprint, now() from unnest($2::bytea[], $3::bytea[]) as entered (value, fingerprint) returning id
     ), counted as (
       update product_stock set available = available + (select count(*) from entered) where product_id = $1
     ) insert into free_units (product_id, unit_id) select $1, id from entered`,
    [productId, encrypted, fingerprints],
  );
}
