import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type Statement, statement } from "#platform/database/statement.ts";
import { CHANGED } from "#platform/live/channel.ts";
import type { Services } from "#platform/provides.ts";
import { isHeard } from "./heard.server.ts";
import type { Happened, NoticeEvent, OrderFacts } from "./notice.ts";

/** The topic that says that notices were queued, or sent. */
export const NOTICES_TOPIC = "notices";

/** What can be told of by a deed. */
export type DeedHappened = Extract<Happened, { event: NoticeEvent }>;

/** Step: queues what happened to an order, for each who is told, in the deed's own transaction. One statement; none where nobody listens. */
export async function tellOfOrder(
  services: Pick<Services, "db" | "now">,
  tx: Pick<Tx, "execute">,
  order: Omit<OrderFacts, "status">,
  status: Exclude<OrderFacts["status"], "pending">,
): Promise<void> {
  const happened = deedOn(services, order, status);
  if (happened.length > 0) await tx.execute(queueingNotices(services, happened));
}

/** The same as a statement, to be sent along with others in one round trip; null where nobody listens. */
export function noticeOfOrder(
  services: Pick<Services, "db" | "now">,
  order: Omit<OrderFacts, "status">,
  status: Exclude<OrderFacts["status"], "pending">,
): Statement | null {
  return noticesOf(services, deedOn(services, order, status));
}

/** The statement that queues what happened; null where nothing did. */
export function noticesOf(services: Pick<Services, "now">, happened: DeedHappened[]): Statement | null {
  return happened.length > 0 ? statement("queue-notices", queueingNotices(services, happened)) : null;
}

function deedOn(
  services: Pick<Services, "db">,
  order: Omit<OrderFacts, "status">,
  status: Exclude<OrderFacts["status"], "pending">,
): DeedHappened[] {
  const event = `order.${status}` as const;
  return isHeard(services, event) ? [{ event, facts: factsOfOrder(order, status) }] : [];
}

/** What is told of an order, and nothing else of what its row holds. */
export function factsOfOrder(
  { requestCode, quantity, totalPaise, productName }: Omit<OrderFacts, "status">,
  status: OrderFacts["status"],
): OrderFacts {
  return { requestCode, status, quantity, totalPaise, productName };
}

/**
 * One statement that queues what happened for each listener that wants to know, and notes of which products it is known now that few IDs are left. Its text is the
 * same however much happened.
 */
export function queueingNotices({ now }: Pick<Services, "now">, happened: DeedHappened[]): SQL {
  const low = happened.flatMap((one) => (one.event === "stock.low" ? [one.facts.productId] : []));
  return sql`with noted as (
    insert into low_stock (product_id, told_at) select unnest(${sql.param(low)}::text[]), ${now()}::timestamptz
    on conflict (product_id) do update set told_at = excluded.told_at
  ), queued as (
    insert into notices (id, listener_id, event, facts, state, created_at, next_try_at)
    select 'msg_' || gen_random_uuid(), listeners.id, happened.event, happened.facts, 'waiting', ${now()}::timestamptz, ${now()}::timestamptz
    from json_to_recordset(${JSON.stringify(happened)}::json) as happened (event text, facts jsonb)
    join listeners on listeners.is_on and happened.event = any(listeners.events)
    returning id
  )
  select pg_notify(${CHANGED}, ${NOTICES_TOPIC}) from (select from queued limit 1) as any_queued`;
}
