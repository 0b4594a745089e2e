import { sql } from "drizzle-orm";
import { MOSTLY_HELD_MIN_IDS, MOSTLY_HELD_PERCENT } from "#shop/constants.ts";

const SHOWN_MAX = 20;

/** The products of which most is held, as rows of `MostlyHeld`, by their books: however many orders wait, each product has one row there. */
export const mostlyHeldRows = sql.raw(`select p.id, p.name, s.held, s.available
  from product_stock s join products p on p.id = s.product_id and p.deleted_at is null
  where s.held >= ${MOSTLY_HELD_MIN_IDS} and s.held::bigint * 100 >= (s.held + s.available)::bigint * ${MOSTLY_HELD_PERCENT}`);

/** The same as one value, a list by name, to stand in another statement. */
export const mostlyHeldList = sql`(select coalesce(json_agg(most order by most.name, most.id), '[]')
  from (${mostlyHeldRows} order by p.name, p.id limit ${sql.raw(String(SHOWN_MAX))}) most)`;
