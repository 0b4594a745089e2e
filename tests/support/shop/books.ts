import { lineOf } from "#shop/verify/fault.ts";
import type { NotedHeads } from "#shop/verify/verify-heads.server.ts";
import { verifyShop } from "#shop/verify/verify-shop.server.ts";
import type { TestShop } from "./shop.ts";

/** What the books say of one product: how many IDs are free by the counter and by count, held, delivered and set aside. */
export type Books = { counter: number; free: number; held: number; delivered: number; setAside: number; units: number };

/** Reads a product's books by counting, so that a test can see that nothing was half-written. */
export async function booksOf({ services }: Pick<TestShop, "services">, productId: string): Promise<Books> {
  const { rows } = await services.db.$client.query<Books>(
    `select
      (select available from product_stock where product_id = $1) as counter,
      (select count(*)::integer from free_units where product_id = $1) as free,
      (select count(*)::integer from order_units h join units u on u.id = h.unit_id where u.product_id = $1 and h.delivered_at is null) as held,
      (select count(*)::integer from order_units h join units u on u.id = h.unit_id where u.product_id = $1 and h.delivered_at is not null) as delivered,
      (select count(*)::integer from units where product_id = $1 and set_aside is not null) as "setAside",
      (select count(*)::integer from units where product_id = $1) as units`,
    [productId],
  );
  const [books] = rows;
  if (!books) throw new Error("no books");
  return books;
}

/** Changes the database as somebody could who goes past the shop and switches its rules off. */
export async function behindTheRules({ services }: Pick<TestShop, "services">, text: string, values: unknown[] = []): Promise<void> {
  const client = await services.db.$client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(text, values);
  } finally {
    client.release(true);
  }
}

/** What `verify` finds wrong with the whole shop, as it says it, in the order of the alphabet. */
export async function faultsOf({ services }: Pick<TestShop, "services">, noted: NotedHeads | null = null): Promise<string[]> {
  const lines: string[] = [];
  for await (const fault of verifyShop(services, noted)) lines.push(lineOf(fault));
  return lines.sort();
}

/** How many orders a product has, whatever became of them. */
export async function countOrders({ services }: Pick<TestShop, "services">, productId: string): Promise<number> {
  const { rows } = await services.db.$client.query<{ n: number }>("select count(*)::integer as n from orders where product_id = $1", [
    productId,
  ]);
  return rows[0]?.n ?? 0;
}

/** Opens the hours again that were closed since so many hours ago, as if the shop had not looked at them yet. */
export async function openHoursSince(shop: Pick<TestShop, "services">, hours: number): Promise<void> {
  const since = `date_trunc('hour', now(), 'UTC') - interval '${hours} hours'`;
  await behindTheRules(shop, `update order_sums_until set until = least(until, ${since})`);
  await behindTheRules(shop, "delete from order_sums using order_sums_until where hour >= until");
  await behindTheRules(shop, "delete from order_texts using orders, order_sums_until where order_id = orders.id and created_at >= until");
}
