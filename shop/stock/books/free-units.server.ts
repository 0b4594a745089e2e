import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { PRODUCT_IDS_READ_AT_ONCE } from "#shop/constants.ts";
import { freeUnits, productStock, units } from "./tables.server.ts";

/** The available IDs of a product whose text holds the words, whatever their case; all of them without words. [S2.35] */
export async function findFreeUnits({ db, vault }: Pick<Services, "db" | "vault">, productId: string, search: string): Promise<number[]> {
  const words = search.trim().toLowerCase();
  const found: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await db
      .select({ unitId: freeUnits.unitId, value: sql<Buffer>`${units.value}` })
      .from(freeUnits)
      .innerJoin(units, eq(units.id, freeUnits.unitId))
      .where(and(eq(freeUnits.productId, productId), gt(freeUnits.unitId, after)))
      .orderBy(asc(freeUnits.unitId))
      .limit(PRODUCT_IDS_READ_AT_ONCE);
    for (const { unitId, value } of rows) if (words === "" || vault.open(value).toLowerCase().includes(words)) found.push(unitId);
    after = rows.length === PRODUCT_IDS_READ_AT_ONCE ? rows.at(-1)?.unitId : undefined;
    await others();
  }
  return found;
}

/**
 * Takes those of the IDs that are still free out of the shop, lowers the counter by as many and tells how many, in one statement. The product's
 * stock has to be locked. They are set aside a microsecond after `at`: a product is deleted on a whole millisecond, so that bringing it back
 * never takes along what was deleted alone.
 */
export async function removeFreeUnits(tx: Tx, productId: string, unitIds: readonly number[], at: Date): Promise<number> {
  const { rows } = await tx.execute<{ removed: number }>(sql`with gone as (
      delete from ${freeUnits} where product_id = ${productId} and unit_id = any(${sql.param([...unitIds])}::bigint[]) returning unit_id
    ), counted as (
      update ${productStock} set available = available - (select count(*) from gone) where product_id = ${productId}
    ), aside as (
      update ${units} set set_aside = 'removed', set_aside_at = ${at.toISOString()}::timestamptz + interval '1 microsecond'
      where id in (select unit_id from gone)
    )
    select count(*)::integer as removed from gone`);
  return rows[0]?.removed ?? 0;
}
