import { sql } from "drizzle-orm";
import { MOSTLY_HELD_MIN_IDS, MOSTLY_HELD_PERCENT } from "#shop/constants.ts";

const SHOWN_MAX = 20;

/**
 * The products of which most is held, as rows of `MostlyHeld`. A pending order holds as many IDs as it is about, so the index of pending orders tells it; it is
 * named by its table because stock stands below orders.
 */
export const mostlyHeldRows = sql.raw(`select p.id, p.name, h.held, s.available
  from (select product_id, sum(quantity)::integer as held from orders where status = 'pending'
      group by product_id having sum(quantity) >= ${MOSTLY_HELD_MIN_IDS}) h
    join products p on p.id = h.product_id and p.deleted_at is null
    join product_stock s on s.product_id = p.id
  where h.held * 100 >= (h.held + s.available) * ${MOSTLY_HELD_PERCENT}`);

/** The same as one value, a list by name, to stand in another statement. */
export const mostlyHeldList = sql`(select coalesce(json_agg(most order by most.name, most.id), '[]')
  from (${mostlyHeldRows} order by p.name, p.id limit ${sql.raw(String(SHOWN_MAX))}) most)`;
