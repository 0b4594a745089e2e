import { sql } from "drizzle-orm";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import type { UsedBefore } from "./used-before.ts";

/** A row of what came before, as it comes in JSON. */
export type CameBefore = Omit<UsedBefore, "at" | "proofId"> & { at: string; proofKey: string | null };

/** How many earlier orders are named for each of the three: the oldest ones, where it came from. */
const NAMED_MAX = 5;

/**
 * The earlier orders, the oldest first, that an order's present code or picture came with, for a select from `orders`. What the order itself sent
 * before is none; another order of the same customer is. Each part walks an index. A picture that looks the same is told
 * once, and only while it can be shown.
 */
export const cameBefore = sql<CameBefore[]>`case when orders.payment_method = 'amazon' then (
  with mine as (select m.id, m.gift_card, m.pixels from payment_marks m where m.order_id = orders.id order by m.id desc limit 1)
  select coalesce(json_agg(json_build_object('what', found.what, 'requestCode', o.request_code, 'status', o.status, 'at', found.noted_at,
    'isSameCustomer', coalesce(o.user_id = orders.user_id, false), 'proofKey', o.proof_key) order by found.id, found.what), '[]')
  from (
    (select 'code' as what, m.id, m.order_id, m.noted_at from mine
      join payment_marks m on m.gift_card[1] = any(mine.gift_card) and m.id < mine.id and m.order_id <> orders.id order by m.id limit ${sql.raw(`${NAMED_MAX}`)})
    union all
    (select 'picture', m.id, m.order_id, m.noted_at from mine
      join payment_marks m on m.pixels = mine.pixels and m.id < mine.id and m.order_id <> orders.id order by m.id limit ${sql.raw(`${NAMED_MAX}`)})
    union all
    (select distinct on (m.pixels) 'likeness', m.id, m.order_id, m.noted_at from mine
      join proof_likenesses l on l.mark_id = mine.id
      join payment_marks m on m.id = l.earlier_id and m.order_id <> orders.id
      join orders e on e.id = m.order_id and e.proof_key = m.proof_key order by m.pixels, m.id limit ${sql.raw(`${NAMED_MAX}`)})
  ) as found join orders o on o.id = found.order_id
) else '[]' end`;

/** Each order once for its code and once for its picture. */
export function usedBeforeOf(rows: CameBefore[]): UsedBefore[] {
  const told = new Set<string>();
  return rows.flatMap(({ at, proofKey, ...row }) => {
    const key = `${row.what} ${row.requestCode}`;
    if (told.has(key)) return [];
    told.add(key);
    return [{ ...row, at: new Date(at), proofId: proofKey && proofIdOf(proofKey) }];
  });
}
