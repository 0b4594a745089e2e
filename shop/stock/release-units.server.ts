import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { freeUnits, productStock } from "./tables.server.ts";

/** Makes these IDs of a product available again and raises its counter by as many, in one statement. [S4.3] */
export async function releaseUnits(tx: Tx, productId: string, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return;
  await tx.execute(sql`with freed as (
      insert into ${freeUnits} (product_id, unit_id)
      select ${productId}, unit_id from unnest(${sql.param([...unitIds])}::bigint[]) as unit_id
      returning unit_id
    )
    update ${productStock} set available = available + (select count(*) from freed) where product_id = ${productId}`);
}
