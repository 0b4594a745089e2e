import type { ClientBase } from "pg";

/** The end of a product's chain: its number of rows and their keyed hash. */
export type LedgerHead = { productId: string; seq: number; head: string };

/**
 * Returns the ends of all chains, ordered by product. Backups contain them: a chain that is later
 * shorter, or has another hash at that length, was truncated or rewritten.
 */
export async function readLedgerHeads(client: Pick<ClientBase, "query">): Promise<LedgerHead[]> {
  const { rows } = await client.query<LedgerHead>(
    `select product_id as "productId", ledger_seq::integer as seq, encode(ledger_head, 'hex') as head from product_stock order by product_id`,
  );
  return rows;
}
