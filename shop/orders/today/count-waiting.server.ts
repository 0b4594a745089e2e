import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { APPROVAL_MAX_HOURS, HOUR_MS } from "#shop/constants.ts";
import { textOf } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { LOW_STOCK } from "#shop/stock/constants.ts";
import { storeKey } from "#shop/stored-text.ts";
import { FAILED_SHOWN_MS, rightOfWaiting, WAITING_COUNTED_MAX, type Waiting } from "./waiting.ts";

/**
 * Counts what waits for the owner, in one query. Each part reads at most `WAITING_COUNTED_MAX` rows
 * of an index (pending orders in the queue's order), so its time does not grow with the shop's
 * orders. What the actor may not read counts as nothing. [S12.2] [S13.9]
 */
export async function countWaiting({ db, now }: Pick<Services, "now"> & { db: Reading }, actor: Actor): Promise<Waiting> {
  const time = now().getTime();
  const { rows } = await db.$client.query<Waiting>({
    name: "count-waiting",
    text: waitingRow,
    values: [new Date(time - APPROVAL_MAX_HOURS * HOUR_MS), new Date(time - FAILED_SHOWN_MS)],
  });
  const [row] = rows;
  if (!row) throw new Error("what waits was not counted");
  const parts = Object.entries(row) as [keyof Waiting, number][];
  return Object.fromEntries(parts.map(([part, n]) => [part, may(actor, rightOfWaiting[part]) ? n : 0])) as Waiting;
}

const TOO_LATE = storeKey(textOf("emailTooLate"));

/**
 * With the times before which an order is late, and a failure is old. As a subquery, the second one
 * does not change the plan, so that PostgreSQL keeps one plan instead of making one for each page.
 */
export const waitingRow = `
  select orders.*, products.*, ${[
    ["restored", "restores where settled_at is null"],
    ["review", "payments where state = 'review'"],
    ["refunds", "payments where state = 'refund due'"],
    ["missing", "payments where bank_proof = 'missing'"],
    ["disputes", "disputes where state = 'to answer' and closed_at is null"],
    [
      "messages",
      "(select from contact_messages where handled_at is null union all select from conversations where waits_for = 'shop') as m",
    ],
    ["claims", "claims where state = 'open' and waits_since is null"],
    ['"claimsWaiting"', "claims where waits_since is not null"],
    // An email that was out of date when it was its turn is nothing to look at.
    ["emails", `emails where state = 'failed' and created_at > (select $2::timestamptz) and last_problem is distinct from '${TOO_LATE}'`],
    ["deliveries", "deliveries where state = 'failed' and created_at > (select $2::timestamptz)"],
  ]
    .map(([name, rows]) => `(select count(*)::integer from (select from ${rows} limit ${WAITING_COUNTED_MAX}) as counted) as ${name}`)
    .join(", ")},
    coalesce((extract(epoch from least((select min(created_at) from contact_messages where handled_at is null),
      (select min(waits_since) from conversations where waits_for = 'shop'))) * 1000)::float8, 0) as "messagesSince",
    coalesce((select (extract(epoch from created_at) * 1000)::float8 from orders order by created_at desc, id desc limit 1), 0) as "newestAt"
  from (
    select count(*)::integer as pending, (count(*) filter (where created_at < $1::timestamptz and asked.order_id is null))::integer as late,
      (count(*) filter (where proof_key is not null and payment_verified is null and paid_at is null))::integer as proofs,
      (count(*) filter (where paid_at is not null))::integer as paid
    from (select id, created_at, proof_key, payment_verified, paid_at from orders where status = 'pending'
      order by (paid_at is null and not has_payment_to_review), created_at, id limit ${WAITING_COUNTED_MAX}) as counted
      left join conversations asked on asked.order_id = counted.id and asked.waits_for = 'buyer'
  ) as orders, (
    select (count(*) filter (where available > 0))::integer as low, (count(*) filter (where available = 0))::integer as "soldOut"
    from (select s.available from product_stock s join products p on p.id = s.product_id
      where s.available <= ${LOW_STOCK} and s.imported > 0 and p.deleted_at is null and p.hidden_at is null limit ${WAITING_COUNTED_MAX}) as counted
  ) as products`;
