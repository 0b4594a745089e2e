import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type Open, type Statement, written } from "#platform/database/statement.ts";
import { CHANGED } from "#platform/live/channel.ts";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import { orders } from "./tables.server.ts";

/**
 * Says that an order changed, and with it the queue, the stock and its customer's history; heard only after the commit, and never with data. One
 * statement. [S4.7]
 */
export async function announceOrder(tx: Pick<Tx, "execute">, requestCode: string): Promise<void> {
  await tx.execute(announcing(announced(requestCode)));
}

/** The same as a statement, to be sent along with others in one round trip. */
export function announcement(requestCode: string): Statement {
  return announcingOnce(announced(requestCode));
}

type Announced = { topics: string[]; requestCode: string };

function announced(requestCode: string): Announced {
  return { topics: ["orders", `order:${requestCode}`, "stock"], requestCode };
}

const announcingOnce = written("announce-order", announcing);

function announcing({ topics, requestCode }: Open<Announced>): SQL {
  return sql`select pg_notify(${CHANGED}, topic) from (
      select unnest(${sql.param(topics)}::text[]) as topic
      union all
      select ${accountTopic("")} || ${orders.userId} from ${orders} where ${orders.requestCode} = ${requestCode} and ${orders.userId} is not null
    ) as topics`;
}
