import type { Pool } from "pg";
import { IDEMPOTENCY_KEY_VALID_MS } from "../constants.ts";
import type { Attempt, KnownOrder, PlacingNeeds, Seen } from "./decide-order.server.ts";
import { holdStatements, holdsOfAll } from "./holder.server.ts";
import { type Count, countsHolds } from "./holds.ts";
import type { ProductAtOrder } from "./placing-rules.ts";

const productsAtOrder = `select p.id, p.name, p.price_paise::float8 as "pricePaise", p.is_sample as "isSample", s.available
from product_stock s join products p on p.id = s.product_id
where s.product_id = any($1::text[]) and p.deleted_at is null and p.hidden_at is null`;

/**
 * Reads what the rules need of products. Hidden and deleted products are not found. $1: product
 * ids.
 */
const readProducts = { name: "read-products-at-order", text: productsAtOrder };

/** The same, with the stock rows locked in key order. $1: product ids. */
const lockProducts = { name: "lock-products", text: `${productsAtOrder}\norder by s.product_id\nfor update of s` };

/**
 * Finds the orders of earlier attempts. Run after the locks, it sees one that was placed a moment
 * ago. $1: idempotency keys.
 */
const findByIdempotencyKeys = {
  name: "find-by-idempotency-keys",
  text: `select id, request_code as "requestCode", status, product_id as "productId", product_name as "productName", quantity,
  price_paise::float8 as "pricePaise", total_paise::float8 as "totalPaise", payment_method as "paymentMethod", created_at as "createdAt",
  access_key_hash as "accessKeyHash", idempotency_key as "idempotencyKey", idempotency_body as "idempotencyBody"
from orders where idempotency_key = any($1::bytea[])`,
};

/**
 * Reads what these orders are decided on: products with their stock, earlier orders with the same
 * idempotency keys, and what the holders have. All statements are sent at once. With `locks`,
 * `client` must be in a transaction, and stock and holders stay as read until it ends. Stock is
 * locked first, so a transaction with a holder's lock never waits for stock. `expiredKeys` are
 * idempotency keys older than a day. [S4.2] [S5.2]
 */
export async function readBeforePlacing(
  { vault }: Pick<PlacingNeeds, "vault">,
  client: Pick<Pool, "query">,
  attempts: Attempt[],
  { now, locks }: { now: Date; locks: boolean },
): Promise<{ seen: Seen; expiredKeys: Buffer[] }> {
  const productIds = [...new Set(attempts.map(({ form }) => form.productId))];
  const keys = attempts.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const holds = holdStatements(
    { vault },
    attempts.flatMap(({ holder, settings }) => (countsHolds(settings) ? holder : [])),
  );
  const [products, , orders, held] = await Promise.all([
    client.query<ProductAtOrder & { id: string }>({ ...(locks ? lockProducts : readProducts), values: [productIds] }),
    locks && holds ? client.query(holds.lock) : null,
    keys.length > 0 ? client.query<KnownOrder & { idempotencyKey: Buffer }>({ ...findByIdempotencyKeys, values: [keys] }) : null,
    holds && client.query<Count & { who: string }>(holds.count),
  ]);

  const validFrom = now.getTime() - IDEMPOTENCY_KEY_VALID_MS;
  const { valid = [], expired = [] } = Object.groupBy(orders?.rows ?? [], ({ createdAt }) =>
    createdAt.getTime() > validFrom ? "valid" : "expired",
  );
  return {
    seen: {
      products: new Map(products.rows.map(({ id, ...product }) => [id, product])),
      holds: holdsOfAll(held?.rows ?? []),
      known: new Map(valid.map(({ idempotencyKey, ...order }) => [idempotencyKey.toString("hex"), order])),
    },
    expiredKeys: expired.map(({ idempotencyKey }) => idempotencyKey),
  };
}
