import { and, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { isBuyer } from "../reading/find-order.server.ts";
import { conversations, orderMessages, orders } from "../tables.server.ts";
import type { Question } from "./question.ts";
import { questionOf } from "./read-conversation.server.ts";

/** What is new for an order's buyer: the open question, and how many messages of the shop are not seen. */
export type News = { question: Question | null; unreadMessages: number };

/**
 * Reads what is new in the conversations of some orders, by the order's id. Orders of which the
 * visitor is not the buyer are left out. One query. [S14.17]
 */
export async function readNews(
  { db, vault }: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  ofOrders: readonly { id: string }[],
): Promise<Map<string, News>> {
  const query = db.prepared("news", (db) => {
    const { id, number, asks, text, at, orderId } = orderMessages;
    return db
      .select({
        id: orders.id,
        userId: orders.userId,
        accessKeyHash: orders.accessKeyHash,
        unlockedBy: orders.unlockedBy,
        status: orders.status,
        question: { id, number, asks, text, at },
        unreadMessages: sql<number>`(select count(*)::int from order_messages m where m.order_id = conversations.order_id
          and m.side = 'shop' and m.number > conversations.buyer_seen and m.erased_at is null)`,
      })
      .from(orders)
      .leftJoin(conversations, eq(conversations.orderId, orders.id))
      .leftJoin(orderMessages, and(eq(orderId, conversations.orderId), eq(number, conversations.question)))
      .where(sql`${orders.id} = any(array(select unnest(${sql.placeholder("ids")}::text[])))`);
  });
  const rows = await query.execute({ ids: ofOrders.map(({ id }) => id) });
  const own = rows.filter((row) => isBuyer(visitor, row));
  return new Map(own.map((row) => [row.id, { question: questionOf(vault, row), unreadMessages: row.unreadMessages }]));
}
