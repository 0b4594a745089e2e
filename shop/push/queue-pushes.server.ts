import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { PushTopic } from "./push-news.ts";

/**
 * The job that notifies a device, of the shop or of a buyer; its payload is `{deviceId, topic, paise,
 * currency, attempts}`, and has `orderId` for a buyer. It holds no address and no key.
 */
export const SEND_PUSH = "send-push";

/**
 * The notifications that events cause, as rows of a query: one for each device and topic, whatever
 * the number of events. `happened` has the rows `(event, facts)` of deliveries.
 */
export function pushesOf(happened: SQL): SQL {
  return sql`select distinct on (news.topic, push_devices.id) push_devices.id as device_id, news.topic, news.paise, news.currency
    from (select case event when 'order.placed' then 'order' when 'payment.review' then 'payment' end as topic,
        coalesce(facts ->> 'totalPaise', facts ->> 'paise') as paise, coalesce(facts ->> 'currency', 'INR') as currency
      from ${happened}) as news, push_devices
    where news.topic is not null and push_devices.browser_hash is null order by news.topic, push_devices.id`;
}

/** Tells the owner's phones that a payment proof came, in the caller's transaction. [S12.10] */
export function queueProofPushes(services: Pick<Services, "jobs">, tx: Pick<Tx, "execute">, paise: number): Promise<void> {
  return queuePushes(services, tx, "proof", paise);
}

/** Tells the phones of who answers that a buyer wrote, in the caller's transaction. [S14.10] */
export function queueMessagePushes(services: Pick<Services, "jobs">, tx: Pick<Tx, "execute">): Promise<void> {
  return queuePushes(services, tx, "message", 0);
}

/** Tells the phones of who decides claims that a buyer opened one, in the caller's transaction. [S15.9] */
export function queueClaimPushes(services: Pick<Services, "jobs">, tx: Pick<Tx, "execute">): Promise<void> {
  return queuePushes(services, tx, "claim", 0);
}

async function queuePushes({ jobs }: Pick<Services, "jobs">, tx: Pick<Tx, "execute">, topic: PushTopic, paise: number): Promise<void> {
  const devices = sql`push_devices where browser_hash is null`;
  const rows = sql`(select id as device_id, ${topic}::text as topic, ${String(paise)}::text as paise, 'INR' as currency from ${devices})`;
  await tx.execute(sql`select ${queueingPushJobs(jobs, sql`${rows} as pushed`)} where exists (select from ${devices})`);
}

/**
 * A SQL expression that queues the job of each row of `pushesOf`. One job waits for each device and
 * topic: what comes later replaces it. The rows are queued in one order, so that two transactions
 * do not wait for each other.
 */
export function queueingPushJobs(jobs: Services["jobs"], rows: SQL): SQL {
  return jobs.adding(sql`(select * from ${rows} order by topic, device_id) as ordered`, {
    task: SEND_PUSH,
    payload: sql`json_build_object('deviceId', device_id, 'topic', topic, 'paise', paise, 'currency', currency)`,
    key: sql`'push:' || topic || ':' || device_id`,
  });
}
