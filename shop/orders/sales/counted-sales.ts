import { DEAD_IDS } from "#shop/stock/suppliers/dead-ids.ts";
import { REFUND_COUNTED_AT, REFUNDS_OF_SALES } from "./refunds-of-sales.ts";

/** By what sales are summed: sums of each are stored. The hour is that of the day. [S17.3] */
export const sumKinds = ["product", "method", "batch", "hour", "person"] as const;
export type SumKind = (typeof sumKinds)[number];

/** What is summed, as columns of `sales_sums`. Money is in paise. [S17.2] */
export const measures = [
  ...(["orders", "paise", "tax_paise", "fee_paise", "refunds", "refund_paise", "refund_tax_paise"] as const),
  ...(["ids", "cost_paise", "ids_without_cost", "dead_ids", "dead_cost_paise"] as const),
];

const during = (time: string) => `${time} >= $1 and ${time} < $2`;
/** The GST in an amount, as `withoutTax` takes it apart. */
const taxIn = (paise: string) => `coalesce(2 * round((${paise}) * r.gst_rate / (2.0 * (10000 + r.gst_rate))), 0)::bigint`;
/** The part of an amount for one of an order's IDs: the parts add up to it. */
const shareOf = (paise: string) => `coalesce(${paise} * (i.nth + 1) / i.n - ${paise} * i.nth / i.n, ${paise})`;
/** All measures in their order, those that are not named as 0. */
const row = (known: Partial<Record<(typeof measures)[number], string>>) =>
  measures.map((name) => `${known[name] ?? "0::bigint"} as ${name}`).join(", ");

/**
 * Counts sales from the rows themselves: from $1 until $2, by day of the time zone $3, and by the
 * kind $4 or (null) all kinds. A sale counts when it was approved, with the fee of the payment that
 * paid for it; a refund when it was done; the cost of an ID when it was delivered, replacements too,
 * and an ID is dead from its swap, or from the decision to refund its share.
 * By import, an order's money is divided among the IDs that it was first given. Results have the
 * columns `day`, `kind`, `key` and the measures. [S17.2]
 */
export const COUNTED_SALES = `
  with sale as materialized (
    select o.id, o.processed_at as at, coalesce(o.payable_paise, o.total_paise) as paise,
      case when r.gstin is not null then ${taxIn("coalesce(o.payable_paise, o.total_paise)")} else 0 end as tax_paise,
      coalesce((select case when currency = 'INR' then fee_paise end from payments where id = payment_of_order(o.id)), 0) as fee_paise
    from orders o left join receipts r on r.order_id = o.id
    where o.status = 'approved' and ${during("o.processed_at")}
  ), back as materialized (
    select f.id as refund_id, o.id, ${REFUND_COUNTED_AT} as at, sold.paise::bigint as paise,
      case when r.gstin is not null then ${taxIn("sold.before + sold.paise")} - ${taxIn("sold.before")} else 0 end as tax_paise
    from ${REFUNDS_OF_SALES} and p.currency = 'INR' and ${during(REFUND_COUNTED_AT)}
      and f.id in (select refund_id from credit_notes where ${during("issued_at")} union all select id from refunds where state = 'done' and ${during("done_at")})
  ), first_given as materialized (
    select h.order_id, coalesce(f.faulty_unit_id, h.unit_id) as unit_id, count(*) over (partition by h.order_id) as n,
      row_number() over (partition by h.order_id order by h.position) - 1 as nth
    from (select id from sale union select id from back) as its join order_units h on h.order_id = its.id and h.delivered_at is not null
      left join lateral (
        select r.faulty_unit_id from replacements r where r.order_id = h.order_id and r.position = h.position order by r.id limit 1) f on true
  ), unit as materialized (
    select g.at, g.order_id, u.batch_id, b.cost_paise, g.is_dead
    from (
      select i.unit_id, i.order_id, s.at, false as is_dead from first_given i join sale s on s.id = i.order_id
      union all select unit_id, order_id, replaced_at, false from replacements where ${during("replaced_at")}
      union all select unit_id, order_id, dead_at, true from ${DEAD_IDS} as dead where ${during("dead_at")}
    ) as g join units u on u.id = g.unit_id left join batches b on b.id = u.batch_id
  ), unit_fact as (
    select at, order_id, batch_id, ${row({
      ids: "(not is_dead)::integer",
      cost_paise: "case when not is_dead then coalesce(cost_paise, 0) else 0 end",
      ids_without_cost: "(not is_dead and cost_paise is null)::integer",
      dead_ids: "is_dead::integer",
      dead_cost_paise: "case when is_dead then coalesce(cost_paise, 0) else 0 end",
    })} from unit
  ), fact as (
    select at, id as order_id, ${row({ orders: "1", paise: "paise", tax_paise: "tax_paise", fee_paise: "fee_paise" })} from sale
    union all select at, id, ${row({ refunds: "1", refund_paise: "paise", refund_tax_paise: "tax_paise" })} from back
    union all select at, order_id, ${measures.join(", ")} from unit_fact
  ), keyed as (
    select at, k.kind, k.key, ${measures.join(", ")}
    from fact join orders o on o.id = fact.order_id cross join lateral (values ('product', o.product_id), ('method', o.payment_method),
      ('person', coalesce(o.approved_by, '')), ('hour', to_char(at at time zone $3, 'HH24'))) as k (kind, key)
    where $4::text is null or k.kind = $4
    union all
    select at, 'batch', coalesce(batch_id, ''), ${measures.join(", ")} from (
      select s.at, u.batch_id, ${row({
        orders: "(row_number() over (partition by s.id, u.batch_id order by i.nth) = 1)::integer",
        paise: shareOf("s.paise"),
        tax_paise: shareOf("s.tax_paise"),
        fee_paise: shareOf("s.fee_paise"),
      })}
      from sale s left join first_given i on i.order_id = s.id left join units u on u.id = i.unit_id
      union all
      select s.at, u.batch_id, ${row({
        refunds: "(row_number() over (partition by s.refund_id, u.batch_id order by i.nth) = 1)::integer",
        refund_paise: shareOf("s.paise"),
        refund_tax_paise: shareOf("s.tax_paise"),
      })}
      from back s left join first_given i on i.order_id = s.id left join units u on u.id = i.unit_id
      union all select at, batch_id, ${measures.join(", ")} from unit_fact
    ) as split where $4::text is null or $4 = 'batch'
  )
  select (at at time zone $3)::date as day, kind, key, ${measures.map((name) => `sum(${name})::bigint as ${name}`).join(", ")}
  from keyed group by 1, 2, 3`;
