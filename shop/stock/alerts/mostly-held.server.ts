import { sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { MostlyHeld } from "../products/inventory.ts";

const SHOWN_MAX = 20;

/**
 * `is_mostly_held` is a generated column of `product_stock` with a partial index, so this query
 * reads only the few products it returns.
 */
const rowsText = `select p.id, p.name, p.language, s.held, s.available
  from product_stock s join products p on p.id = s.product_id and p.deleted_at is null
  where s.is_mostly_held`;

/**
 * Selects the mostly reserved products as rows of `MostlyHeld`: one row per product, however many
 * orders are pending.
 */
export const mostlyHeldRows = sql.raw(rowsText);

/** Returns the first of these products by name, as many as an admin page shows. For admins. */
export async function listMostlyHeld({ db }: { db: Reading }): Promise<MostlyHeld[]> {
  const { rows } = await db.$client.query<MostlyHeld>({
    name: "mostly-held",
    text: `${rowsText} order by p.name, p.id limit ${SHOWN_MAX}`,
  });
  return rows;
}
