import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { earlierIdFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import type { TestShop } from "../shop/shop.ts";

type Shop = Pick<TestShop, "services">;

/** Adds IDs to the stock as the version that compared their exact spelling did. */
export async function addAsEarlier({ services }: Shop, productId: string, ids: string[]): Promise<number[]> {
  const { db, vault, now } = services;
  const lines = ids.map((value) => ({ value, fingerprint: earlierIdFingerprint(vault, value) }));
  return inTransaction(db, async (tx) => {
    const added: number[] = [];
    for (const { value, fingerprint } of lines) {
      const { rows } = await tx.execute<{ id: number }>(sql`with entered as (
          insert into units (product_id, value, fingerprint, imported_at)
          values (${productId}, ${vault.encrypt(placeOf("units.value", fingerprint), value)}, ${fingerprint}, ${now().toISOString()}::timestamptz) returning id
        ), freed as (insert into free_units (product_id, unit_id) select ${productId}, id from entered)
        update product_stock set available = available + 1 from entered where product_id = ${productId} returning entered.id::float8 as id`);
      added.push(...rows.map(({ id }) => id));
    }
    return added;
  });
}

/** Marks a database as one whose IDs are not upgraded yet. */
export async function beforeUpgrade({ services }: Shop): Promise<void> {
  await services.db.$client.query("update upgrade_steps set after_id = 0, finished_at = null");
}

/** Runs work on a connection of its own, as a start does. */
export async function onClient<T>({ services }: Shop, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await services.db.$client.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}
