import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { CHANGED } from "#platform/live/live.ts";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import { orders } from "./tables.server.ts";

/**
 * Announces that an order, the queue, the stock and the customer's history changed. Subscribers
 * hear it only after the commit, and it carries no data. One statement. [S4.7]
 */
export async function announceOrder(tx: Pick<Tx, "execute">, requestCode: string): Promise<void> {
  await announceOrders(tx, [requestCode]);
}

/** The same for several orders, in one statement. */
export async function announceOrders(tx: Pick<Tx, "execute">, requestCodes: string[]): Promise<void> {
  const topics = ["orders", ...requestCodes.map((code) => `order:${code}`), "stock"];
  await tx.execute(sql`select pg_notify(${CHANGED}, topic) from (
      select unnest(${sql.param(topics)}::text[]) as topic
      union
      select ${accountTopic("")} || user_id from ${orders} where request_code = any(${sql.param(requestCodes)}) and user_id is not null
    ) as topics`);
}
