import type { Client } from "pg";
import { withClient } from "#platform/database/with-client.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { lineOf } from "#shop/verify/fault.ts";
import type { RecordedHeads } from "#shop/verify/verify-heads.server.ts";
import { verifyShop } from "#shop/verify/verify-shop.server.ts";
import type { TestShop } from "./shop.ts";

/**
 * The books of a product: its free IDs by the counter and by counting, and its held, delivered and
 * withdrawn IDs.
 */
export type Books = { counter: number; free: number; held: number; delivered: number; withdrawn: number; units: number };

/**
 * Reads a product's books by counting rows, so that a test can see that nothing was half-written.
 */
export async function booksOf({ services }: Pick<TestShop, "services">, productId: string): Promise<Books> {
  const { rows } = await services.db.$client.query<Books>(
    `select
      (select available from product_stock where product_id = $1) as counter,
      (select count(*)::integer from free_units where product_id = $1) as free,
      (select count(*)::integer from order_units h join units u on u.id = h.unit_id where u.product_id = $1 and h.delivered_at is null) as held,
      (select count(*)::integer from order_units h join units u on u.id = h.unit_id where u.product_id = $1 and h.delivered_at is not null) as delivered,
      (select count(*)::integer from units where product_id = $1 and withdrawn is not null) as "withdrawn",
      (select count(*)::integer from units where product_id = $1) as units`,
    [productId],
  );
  const [books] = rows;
  if (!books) throw new Error("no books");
  return books;
}

/** Changes the database as an owner could who bypasses the shop and switches its triggers off. */
export async function behindTheRules(
  { services, databaseUrl }: Pick<TestShop, "services" | "databaseUrl">,
  text: string,
  values: unknown[] = [],
): Promise<void> {
  await asOwner({ services, databaseUrl }, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(text, values);
  });
}

/** Works as the owner of the database, with the ledger's key. */
export function asOwner<T>(
  { services, databaseUrl }: Pick<TestShop, "services" | "databaseUrl">,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withClient(databaseUrl, work, ledgerSettings(services));
}

/** The faults that `verify` finds in the whole shop, sorted. */
export async function faultsOf({ services }: Pick<TestShop, "services">, recorded: RecordedHeads | null = null): Promise<string[]> {
  const lines: string[] = [];
  for await (const fault of verifyShop(services, recorded)) lines.push(lineOf(fault));
  return lines.sort();
}

/** The number of a product's orders in any status. */
export async function countOrders({ services }: Pick<TestShop, "services">, productId: string): Promise<number> {
  const { rows } = await services.db.$client.query<{ n: number }>("select count(*)::integer as n from orders where product_id = $1", [
    productId,
  ]);
  return rows[0]?.n ?? 0;
}

/**
 * Reopens the hours closed during the last `hours` hours, as if the shop had not counted them yet.
 */
export async function openHoursSince(shop: Pick<TestShop, "services" | "databaseUrl">, hours: number): Promise<void> {
  const since = `date_trunc('hour', now(), 'UTC') - interval '${hours} hours'`;
  await behindTheRules(shop, `update order_sums_until set until = least(until, ${since})`);
  await behindTheRules(shop, "delete from order_texts using orders, order_sums_until where order_id = orders.id and created_at >= until");
}
