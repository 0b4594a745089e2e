import type { ClientBase } from "pg";

/** Where the chain of a product ends: how many rows, and the keyed value that stands for all of them. */
export type LedgerHead = { productId: string; seq: number; head: string };

/**
 * The ends of all chains, in the order of the products. A backup keeps them: a chain that later is shorter than one of them, or has another value at
 * that length, was cut off or written anew.
 */
export async function readLedgerHeads(client: Pick<ClientBase, "query">): Promise<LedgerHead[]> {
  const { rows } = await client.query<LedgerHead>(
    `select product_id as "productId", ledger_seq::integer as seq, encode(ledger_head, 'hex') as head from product_stock order by product_id`,
  );
  return rows;
}
