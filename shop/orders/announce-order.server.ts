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
  const topics = ["orders", `order:${requestCode}`, "stock"];
  await tx.execute(sql`select pg_notify(${CHANGED}, topic) from (
      select unnest(${sql.param(topics)}::text[]) as topic
      union all
      select ${accountTopic("")} || user_id from ${orders} where request_code = ${requestCode} and user_id is not null
    ) as topics`);
}
