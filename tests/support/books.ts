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

/** How many orders a product has, whatever became of them. */
export async function countOrders({ services }: Pick<TestShop, "services">, productId: string): Promise<number> {
  const { rows } = await services.db.$client.query<{ n: number }>("select count(*)::integer as n from orders where product_id = $1", [
    productId,
  ]);
  return rows[0]?.n ?? 0;
}
