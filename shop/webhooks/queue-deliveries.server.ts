import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { CHANGED } from "#platform/live/live.ts";
import type { Services } from "#platform/provides.ts";
import type { Outbox } from "#shop/outbox/outbox.server.ts";
import { pushesOf, queueingPushJobs } from "#shop/push/queue-pushes.server.ts";
import { DELIVERY_CLAIM_MS, DELIVERY_RETRIES } from "./constants.ts";
import type { DeliveryEvent, Happened, OrderFacts } from "./delivery.ts";
import type { SubscriptionKind } from "./subscription.ts";
import { deliveries } from "./tables.server.ts";

/** The topic that is announced when deliveries are queued or sent. */
export const DELIVERIES_TOPIC = "deliveries";

/**
 * The job that sends a subscription's waiting deliveries; its payload is
 * `{deliveryId, subscriptionId}`. Each subscription has its own queue.
 */
export const SEND_DELIVERIES = "send-deliveries";

/** The deliveries that wait, with one job each; they wait on while their subscription is off. */
export const deliveryOutbox: Outbox<typeof deliveries> = {
  table: deliveries,
  mayGo: sql`exists (select from subscriptions s where s.id = subscription_id and s.is_on)`,
  order: sql`next_attempt_at, id`,
  claimMs: DELIVERY_CLAIM_MS,
  retries: DELIVERY_RETRIES,
  queueing: queueingJobs,
  isQueued: (jobs) => jobs.isQueued(sql`${KEY}::text || ${deliveries.id}`),
};

/** What the key of a delivery's job begins with; its id follows. */
const KEY = "delivery:";

/** The services a command needs to queue deliveries. */
type QueueNeeds = Pick<Services, "now" | "jobs">;

/** The events that commands cause; the test is sent separately. */
export type ActionHappened = Extract<Happened, { event: DeliveryEvent }> & {
  /** The only kind of subscription that it is for; without it, all. */
  to?: SubscriptionKind;
};

/**
 * Queues an order's event for each subscription to it, in the caller's transaction. One statement.
 */
export async function queueOrderDeliveries(
  services: QueueNeeds,
  tx: Pick<Tx, "execute">,
  order: Omit<OrderFacts, "status">,
  status: Exclude<OrderFacts["status"], "pending">,
): Promise<void> {
  await tx.execute(queueingDeliveries(services, [{ event: `order.${status}`, facts: factsOfOrder(order, status) }]));
}

/** The part of an order that deliveries may contain. */
export function factsOfOrder(
  { requestCode, quantity, totalPaise, productName }: Omit<OrderFacts, "status">,
  status: OrderFacts["status"],
): OrderFacts {
  return { requestCode, status, quantity, totalPaise, productName };
}

/**
 * A statement that queues events, with their jobs, for each subscription to them and for the
 * owner's phones, and records which products were reported as low on stock. Its text is the same
 * for any number of events, so PostgreSQL can reuse the plan; without a subscription or a phone it
 * writes only the low-stock records.
 */
export function queueingDeliveries({ now, jobs }: QueueNeeds, happened: ActionHappened[]): SQL {
  const low = happened.flatMap((one) => (one.event === "stock.low" ? [one.facts.productId] : []));
  return sql`with recorded as (
    insert into low_stock (product_id, notified_at) select unnest(${sql.param(low)}::text[]), ${now()}::timestamptz
    on conflict (product_id) do update set notified_at = excluded.notified_at
  ), happened as (
    select * from json_to_recordset(${JSON.stringify(happened)}::json) as happened (event text, facts jsonb, "to" text)
  ), queued as (
    insert into deliveries (id, subscription_id, event, facts, state, created_at, next_attempt_at)
    select 'msg_' || gen_random_uuid(), subscriptions.id, happened.event, happened.facts, 'waiting', ${now()}::timestamptz, ${now()}::timestamptz
    from happened join subscriptions on subscriptions.is_on and happened.event = any(subscriptions.events)
      and coalesce(happened."to", subscriptions.kind) = subscriptions.kind
    returning id, subscription_id
  ), pushed as (${pushesOf(sql`happened`)})
  select case when counted.queued > 0 then pg_notify(${CHANGED}, ${DELIVERIES_TOPIC}) end,
    case when counted.queued > 0 then ${queueingJobs(jobs, sql`queued`)} end as jobs,
    case when counted.pushed > 0 then ${queueingPushJobs(jobs, sql`pushed`)} end as pushes
  from (select (select count(*) from queued) as queued, (select count(*) from pushed) as pushed) as counted
  where counted.queued > 0 or counted.pushed > 0`;
}

/** A subscription has a queue: its deliveries are sent one at a time, across all processes. */
function queueingJobs(jobs: Services["jobs"], rows: SQL, runAt?: SQL): SQL {
  const job = {
    task: SEND_DELIVERIES,
    payload: sql`json_build_object('deliveryId', id, 'subscriptionId', subscription_id)`,
    key: sql`${KEY}::text || id`,
    queue: sql`'subscription:' || subscription_id`,
  };
  return jobs.adding(rows, runAt ? { ...job, runAt } : job);
}
