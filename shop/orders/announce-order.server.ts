import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { CHANGED } from "#platform/live/channel.ts";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import { orders } from "./tables.server.ts";

/**
 * Says that an order changed, and with it the queue, the stock and its customer's history; heard only after the commit, and never with data. One
 * statement. [S4.7]
 */
export async function announceOrder(tx: Pick<Tx, "execute">, requestCode: string): Promise<void> {
  await tx.execute(announcing(topicsOf(requestCode), sql`select user_id from ${orders} where ${orders.requestCode} = ${requestCode}`));
}

/** Who follows one of these hears that this order changed. */
export function topicsOf(requestCode: string): string[] {
  return ["orders", `order:${requestCode}`, "stock"];
}

/** An update of an order's row, and what says so, in one statement. */
export function announced(update: SQL, topics: string[] | Placeholder): SQL {
  return announcing(topics, sql`${update} returning user_id`);
}

function announcing(topics: string[] | Placeholder, changed: SQL): SQL {
  return sql`with changed as (${changed})
    select pg_notify(${CHANGED}, topic) from (
      select unnest(${sql.param(topics)}::text[]) as topic
      union all
      select ${accountTopic("")} || user_id from changed where user_id is not null
    ) as topics`;
}
